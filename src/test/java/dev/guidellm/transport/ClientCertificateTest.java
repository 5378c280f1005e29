package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCertificateTest {
    private static final String PASSWORD = "opensesame";
    private static final Path CERTIFICATE = TestTls.file("client.pem");
    private static final Path KEY = TestTls.file("client-key.pem");
    private static final Path ENCRYPTED_KEY = TestTls.file("client-key-encrypted.pem");
    private static final Path PKCS12 = TestTls.file("client.p12");

    /// Answers with the name in the certificate that the client showed.
    private static final ScriptedServer.Script WHO = connection -> {
        SSLSocket socket = (SSLSocket) connection.socket();
        socket.setNeedClientAuth(true);
        while (true) {
            connection.readRequest();
            connection.write(
                    answer("200 OK", socket.getSession().getPeerPrincipal().getName()));
        }
    };

    static Stream<ClientCertificate> certificates() {
        return Stream.of(
                new ClientCertificate(CERTIFICATE, KEY, null),
                new ClientCertificate(CERTIFICATE, KEY, "not needed"),
                new ClientCertificate(CERTIFICATE, ENCRYPTED_KEY, PASSWORD),
                new ClientCertificate(PKCS12, null, PASSWORD));
    }

    @ParameterizedTest
    @MethodSource("certificates")
    void showsItsCertificateToAServerThatAsks(ClientCertificate certificate) {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.trustingClients(), WHO)) {
            for (boolean verify : new boolean[] {true, false}) {
                try (NettyHttpTransport transport = transport(settings(verify, certificate))) {
                    HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
                    assertThat(message(exchange)).isEmpty();
                    assertThat(Recorder.body(exchange)).isEqualTo("CN=load-client");
                }
            }
        }
    }

    @Test
    void readsCertificateAndKeyFromOneFile(@TempDir Path folder) throws IOException {
        Path both = Files.writeString(
                folder.resolve("both.pem"), "A comment.\n" + Files.readString(KEY) + Files.readString(CERTIFICATE));
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.trustingClients(), WHO);
                NettyHttpTransport transport = transport(settings(true, new ClientCertificate(both, null, null)))) {
            assertThat(Recorder.body(transport.fetch(get(server.uri("/")), Recorder.PATIENCE)))
                    .isEqualTo("CN=load-client");
        }
    }

    @Test
    void saysThatTheServerWantsACertificate() {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.trustingClients(), WHO);
                NettyHttpTransport transport = transport(settings(true, null))) {
            HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(message(exchange))
                    .endsWith(": the server wants a client certificate that it trusts (client_cert)")
                    .doesNotContain("\n");
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1"})
    void namesTheServerButNoAddress(String host) {
        List<String> names = new CopyOnWriteArrayList<>();
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            ExtendedSSLSession session = (ExtendedSSLSession) ((SSLSocket) connection.socket()).getSession();
            session.getRequestedServerNames()
                    .forEach(name -> names.add(new String(name.getEncoded(), StandardCharsets.US_ASCII)));
            connection.write(answer("200 OK", ""));
        };
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), script);
                NettyHttpTransport transport = transport(settings(true, null))) {
            URI uri = URI.create("https://" + host + ":" + server.port() + "/");
            assertThat(message(transport.fetch(get(uri), Recorder.PATIENCE))).isEmpty();
            assertThat(names).isEqualTo(host.equals("localhost") ? List.of("localhost") : List.of());
        }
    }

    @Test
    void namesWhatANameMayBe() {
        assertThat(ClientTls.serverNames("model.example."))
                .hasToString(ClientTls.serverNames("model.example").toString());
        assertThat(ClientTls.serverNames("with_underscore")).isEmpty();
        assertThat(ClientTls.serverNames("::1")).isEmpty();
    }

    static Stream<Arguments> mistakes() {
        Path missing = Path.of("missing.pem");
        Path old = TestTls.file("client-key-sec1.pem");
        return Stream.of(
                Arguments.of(missing, KEY, null, "client certificate missing.pem: no such file"),
                Arguments.of(CERTIFICATE, missing, null, "client key missing.pem: no such file"),
                Arguments.of(KEY, null, null, "client certificate " + KEY + ": holds no certificate"),
                Arguments.of(
                        CERTIFICATE,
                        null,
                        null,
                        "client key " + CERTIFICATE
                                + ": holds no private key in PEM form; name its file as client_key"),
                Arguments.of(
                        CERTIFICATE,
                        ENCRYPTED_KEY,
                        null,
                        "client key " + ENCRYPTED_KEY + ": is encrypted; pass its password as client_key_password"),
                Arguments.of(
                        CERTIFICATE,
                        ENCRYPTED_KEY,
                        "wrong",
                        "client key " + ENCRYPTED_KEY
                                + ": the password (client_key_password) is wrong, or the key is damaged"),
                Arguments.of(
                        CERTIFICATE,
                        old,
                        null,
                        "client key " + old
                                + ": 'EC PRIVATE KEY' is an older form; convert it with: openssl pkcs8 -topk8"
                                + " -nocrypt -in " + old + " -out new.pem"),
                Arguments.of(
                        PKCS12,
                        null,
                        "wrong",
                        "client certificate " + PKCS12 + ": the password (client_key_password) is missing or wrong"),
                Arguments.of(
                        PKCS12,
                        null,
                        null,
                        "client certificate " + PKCS12 + ": the password (client_key_password) is missing or wrong"),
                Arguments.of(
                        PKCS12,
                        KEY,
                        PASSWORD,
                        "client certificate " + PKCS12
                                + ": is no PEM file, and a PKCS#12 file holds its key itself; leave client_key out"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void saysInOneLineWhatIsWrongWithAFile(
            Path certificate, @Nullable Path key, @Nullable String password, String problem) {
        TransportSettings settings = settings(true, new ClientCertificate(certificate, key, password));
        assertThatThrownBy(() -> NettyHttpTransport.open(settings, SystemRunClock.start()))
                .isInstanceOf(TransportSetupException.class)
                .hasMessage(problem);
    }

    @Test
    void saysThatAFileIsOfNoKnownSort(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("x"), "nothing of that sort\n");
        assertThatThrownBy(() -> NettyHttpTransport.open(
                        settings(true, new ClientCertificate(text, null, null)), SystemRunClock.start()))
                .isInstanceOf(TransportSetupException.class)
                .hasMessage("client certificate " + text + ": is neither a PEM nor a PKCS#12 file");
        Path damaged = Files.writeString(
                folder.resolve("y"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(() -> NettyHttpTransport.open(
                        settings(true, new ClientCertificate(CERTIFICATE, damaged, null)), SystemRunClock.start()))
                .isInstanceOf(TransportSetupException.class)
                .hasMessage("client key " + damaged + ": is damaged, or of a sort that Java does not know");
    }

    @Test
    void neverShowsThePassword() {
        assertThat(settings(true, new ClientCertificate(PKCS12, null, PASSWORD)).toString())
                .doesNotContain(PASSWORD);
    }

    private static TransportSettings settings(boolean verify, @Nullable ClientCertificate certificate) {
        return new TransportSettings(1, Duration.ofSeconds(10), null, true, verify, verify ? TestTls.authority() : null)
                .withClientCertificate(certificate);
    }
}
