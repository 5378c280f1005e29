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

    /// The authority's certificate, PEM.
    public static Path authority() {
        try {
            return Path.of(Objects.requireNonNull(TestTls.class.getResource("/tls/ca.pem"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext server(String name) {
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
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(TestTls.class.getResourceAsStream("/tls/" + name), name);
    }
}
