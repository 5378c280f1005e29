package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.body;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.stream;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import dev.guidellm.transport.TransportFailure.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransportTlsTest {
    private static final ScriptedServer.Script STREAM =
            ScriptedServer.always(stream("data: x\n\n", "data: [DONE]\n\n"));

    @Test
    void trustsAnyServerWhenNotAskedToVerify() {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.elsewhere(), STREAM);
                NettyHttpTransport transport = transport(settings(false, null))) {
            for (int i = 0; i < 3; i++) {
                Recorder recorder = new Recorder();
                transport.send(post(server.uri("/x"), true), recorder);
                HttpExchange exchange = recorder.end();
                assertThat(message(exchange)).isEmpty();
                assertThat(recorder.lines()).containsExactly("data: x", "data: [DONE]");
                assertThat(Recorder.lineNanos(exchange, 0)).isGreaterThanOrEqualTo(exchange.sentNanos());
            }
            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.requests().getFirst().bodyText()).contains("Grüße");
        }
    }

    @Test
    void trustsTheGivenAuthority() {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), STREAM);
                NettyHttpTransport transport = transport(settings(true, TestTls.authority()))) {
            assertThat(message(transport.fetch(get(server.uri("/x")), Recorder.PATIENCE)))
                    .isEmpty();
            URI byAddress = URI.create("https://127.0.0.1:" + server.port() + "/x");
            assertThat(message(transport.fetch(get(byAddress), Recorder.PATIENCE)))
                    .isEmpty();
        }
    }

    @Test
    void refusesAnUnknownAuthority() {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), STREAM);
                NettyHttpTransport transport = transport(settings(true, null))) {
            HttpExchange exchange = transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT);
            assertThat(message(exchange)).contains("TLS handshake with localhost:", "certification path");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void refusesACertificateOfAnotherName() {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.elsewhere(), STREAM);
                NettyHttpTransport transport = transport(settings(true, TestTls.authority()))) {
            HttpExchange exchange = transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT);
            assertThat(message(exchange)).contains("localhost");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void saysSoWhenTheServerSpeaksNoTls() {
        ScriptedServer.Script plain = connection -> {
            connection.write(answer("400 Bad Request", "plain http here"));
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(plain);
                NettyHttpTransport transport = transport(settings(false, null))) {
            URI uri = URI.create("https://127.0.0.1:" + server.port() + "/");
            HttpExchange exchange = transport.fetch(get(uri), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT);
            assertThat(message(exchange)).contains("does not speak TLS");
        }
    }

    @Test
    void theHandshakeCountsAsConnecting() {
        TransportSettings settings = new TransportSettings(1, Duration.ofMillis(500), null, true, false, null);
        ScriptedServer.Script mute = connection -> connection.clientLeaves(20_000);
        try (ScriptedServer server = ScriptedServer.start(mute);
                NettyHttpTransport transport = transport(settings)) {
            URI uri = URI.create("https://127.0.0.1:" + server.port() + "/");
            HttpExchange exchange = transport.fetch(get(uri), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT_TIMEOUT);
            assertThat(exchange.sentNanos()).isEqualTo(HttpExchange.NEVER);
        }
    }

    @Test
    void readsToTheEndOfTheConnection() {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\nall of it");
        };
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), script);
                NettyHttpTransport transport = transport(settings(false, null))) {
            HttpExchange exchange = transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            assertThat(message(exchange)).isEmpty();
            assertThat(body(exchange)).isEqualTo("all of it");
        }
    }

    @Test
    void saysWhichCertificateFileCannotBeUsed(@TempDir Path folder) throws IOException {
        Path missing = folder.resolve("missing.pem");
        assertThatThrownBy(() -> NettyHttpTransport.open(settings(true, missing), SystemRunClock.start()))
                .isInstanceOf(TransportSetupException.class)
                .hasMessage("CA file " + missing + ": no such file");
        Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
        assertThatThrownBy(() -> NettyHttpTransport.open(settings(true, empty), SystemRunClock.start()))
                .isInstanceOf(TransportSetupException.class)
                .hasMessage("CA file " + empty + ": holds no certificate in PEM form");
    }

    private static TransportSettings settings(boolean verify, @Nullable Path caFile) {
        return new TransportSettings(1, Duration.ofSeconds(10), null, true, verify, caFile);
    }
}
