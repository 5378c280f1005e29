package dev.guidellm.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// Certificates for tests, valid for a hundred years, signed by a test authority whose key was thrown away.
public final class TestTls {
    private TestTls() {}

    /// A server that is `localhost` and `127.0.0.1`.
    public static SSLContext localhost() {
        return server("localhost");
    }

    /// A server that is `elsewhere.example`, by the same authority.
    public static SSLContext elsewhere() {
        return server("elsewhere");
    }

    /// A server as [#localhost()], which trusts the clients of `client-ca.pem` when it asks for their certificates.
    public static SSLContext trustingClients() {
        return server("localhost", "client-ca.pem");
    }

    /// The authority's certificate, PEM.
    public static Path authority() {
        return file("ca.pem");
    }

    /// One of the files of certificates and keys. The password of those that have one is `opensesame`.
    public static Path file(String name) {
        try {
            return Path.of(Objects.requireNonNull(TestTls.class.getResource("/tls/" + name), name)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext server(String name) {
        return server(name, null);
    }

    private static SSLContext server(String name, @Nullable String clientAuthority) {
        try {
            Certificate certificate;
            try (InputStream pem = resource(name + ".pem")) {
                certificate = CertificateFactory.getInstance("X.509").generateCertificate(pem);
            }
            String text;
            try (InputStream pem = resource(name + "-key.pem")) {
                text = new String(pem.readAllBytes(), StandardCharsets.US_ASCII);
            }
            byte[] key = Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
            PrivateKey privateKey = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", privateKey, new char[0], new Certificate[] {certificate});
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), clientAuthority == null ? null : trusting(clientAuthority), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TrustManager[] trusting(String authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream pem = resource(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(TestTls.class.getResourceAsStream("/tls/" + name), name);
    }
}
