package dev.guidellm.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/// Reads a client's certificate and key from files. Every mistake in them is one line.
final class ClientKeys {
    private static final Pattern PEM_KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END [A-Z ]*PRIVATE KEY-----");
    private static final Pattern PEM_CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519", "Ed448", "RSASSA-PSS");
    private static final char[] NO_PASSWORD = {};

    private ClientKeys() {}

    /// The keys of a PEM pair, a PEM file with both, or a PKCS#12 file.
    static KeyManagerFactory of(ClientCertificate client) throws TransportSetupException {
        Path file = client.certificate();
        byte[] content = read("client certificate", file);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        try {
            KeyStore store;
            char[] password;
            if (text.contains("-----BEGIN")) {
                password = NO_PASSWORD;
                store = pem(client, text);
            } else {
                password = client.password() == null
                        ? NO_PASSWORD
                        : client.password().toCharArray();
                store = pkcs12(client, content, password);
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            return keys;
        } catch (GeneralSecurityException | IOException e) {
            throw new TransportSetupException(
                    "client certificate " + file + ": cannot be used: " + Connector.rootMessage(e));
        }
    }

    private static byte[] read(String what, Path file) throws TransportSetupException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new TransportSetupException(what + " " + file + ": no such file");
        } catch (IOException e) {
            throw new TransportSetupException(what + " " + file + ": cannot be read: " + Connector.rootMessage(e));
        }
    }

    private static KeyStore pkcs12(ClientCertificate client, byte[] content, char[] password)
            throws TransportSetupException, GeneralSecurityException {
        Path file = client.certificate();
        if (client.key() != null) {
            throw new TransportSetupException("client certificate " + file
                    + ": is no PEM file, and a PKCS#12 file holds its key itself; leave client_key out");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(new ByteArrayInputStream(content), password);
        } catch (IOException | CertificateException e) {
            throw new TransportSetupException("client certificate " + file
                    + (e.getCause() instanceof UnrecoverableKeyException
                            ? ": the password (client_key_password) is missing or wrong"
                            : ": is neither a PEM nor a PKCS#12 file"));
        }
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                return store;
            }
        }
        throw new TransportSetupException("client certificate " + file + ": the PKCS#12 file holds no private key");
    }

    private static KeyStore pem(ClientCertificate client, String text)
            throws TransportSetupException, GeneralSecurityException, IOException {
        Path file = client.certificate();
        Path keyFile = client.key() == null ? file : client.key();
        StringBuilder pems = new StringBuilder();
        PEM_CERTIFICATE
                .matcher(text)
                .results()
                .forEach(each -> pems.append(each.group()).append('\n'));
        if (pems.isEmpty()) {
            throw new TransportSetupException("client certificate " + file + ": holds no certificate");
        }
        Certificate[] chain;
        try {
            chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(
                            new ByteArrayInputStream(pems.toString().getBytes(StandardCharsets.US_ASCII)))
                    .toArray(new Certificate[0]);
        } catch (CertificateException e) {
            throw new TransportSetupException(
                    "client certificate " + file + ": is damaged: " + Connector.rootMessage(e));
        }
        String keyText =
                client.key() == null ? text : new String(read("client key", client.key()), StandardCharsets.ISO_8859_1);
        PrivateKey key = key(keyFile, keyText, client.password());
        PublicKey certified = chain[0].getPublicKey();
        if (!key.getAlgorithm().equals(certified.getAlgorithm()) && !isEdwards(key, certified)) {
            throw new TransportSetupException("client key " + keyFile + ": is of another sort (" + key.getAlgorithm()
                    + ") than that of the certificate " + file + " (" + certified.getAlgorithm() + ")");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("client", key, NO_PASSWORD, chain);
        return store;
    }

    private static boolean isEdwards(PrivateKey key, PublicKey certified) {
        return key.getAlgorithm().startsWith("Ed") && certified.getAlgorithm().startsWith("Ed");
    }

    private static PrivateKey key(Path file, String text, @Nullable String password) throws TransportSetupException {
        Matcher found = PEM_KEY.matcher(text);
        if (!found.find()) {
            throw new TransportSetupException("client key " + file
                    + ": holds no private key in PEM form" + (text.contains("PRIVATE KEY-----") ? " that is whole" : "")
                    + "; name its file as client_key");
        }
        String form = found.group(1).strip();
        if (!form.isEmpty() && !form.equals("ENCRYPTED")) {
            throw new TransportSetupException("client key " + file + ": '" + form
                    + " PRIVATE KEY' is an older form; convert it with: openssl pkcs8 -topk8 -nocrypt -in " + file
                    + " -out new.pem");
        }
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(found.group(2));
        } catch (IllegalArgumentException e) {
            throw new TransportSetupException("client key " + file + ": is damaged");
        }
        PKCS8EncodedKeySpec spec = form.isEmpty() ? new PKCS8EncodedKeySpec(der) : decrypted(file, der, password);
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                // of another sort
            } catch (GeneralSecurityException e) {
                throw new TransportSetupException("client key " + file + ": " + Connector.rootMessage(e));
            }
        }
        throw new TransportSetupException("client key " + file + ": is damaged, or of a sort that Java does not know");
    }

    private static PKCS8EncodedKeySpec decrypted(Path file, byte[] der, @Nullable String password)
            throws TransportSetupException {
        if (password == null) {
            throw new TransportSetupException(
                    "client key " + file + ": is encrypted; pass its password as client_key_password");
        }
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
            // PBES2 names its parts only in its parameters
            String algorithm =
                    info.getAlgParameters() == null ? info.getAlgName() : String.valueOf(info.getAlgParameters());
            SecretKey secret =
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray()));
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(Cipher.DECRYPT_MODE, secret, info.getAlgParameters());
            return info.getKeySpec(cipher);
        } catch (InvalidKeySpecException e) {
            throw new TransportSetupException(
                    "client key " + file + ": the password (client_key_password) is wrong, or the key is damaged");
        } catch (GeneralSecurityException | IOException e) {
            throw new TransportSetupException("client key " + file
                    + ": is encrypted in a way that Java does not know (" + Connector.rootMessage(e)
                    + "); convert it with: openssl pkcs8 -topk8 -v2 aes-256-cbc -in " + file + " -out new.pem");
        }
    }
}
