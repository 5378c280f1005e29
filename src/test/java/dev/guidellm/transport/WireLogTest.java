package dev.guidellm.transport;

import static dev.guidellm.transport.HttpExchange.NEVER;
import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.stream;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WireLogTest {
    private static final long MILLI = 1_000_000;

    @Test
    void notesWhenARequestWentAndItsAnswerBegan() {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.pause(300);
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n");
            connection.pause(300);
            connection.write("well");
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            HttpExchange exchange = transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            WireLog wire = exchange.wire();
            assertThat(wire.writeStartNanos()).isEqualTo(exchange.sentNanos());
            assertThat(wire.writtenNanos() - wire.writeStartNanos()).isBetween(1L, 250 * MILLI);
            assertThat(wire.firstByteNanos() - wire.writtenNanos()).isBetween(290 * MILLI, 1000 * MILLI);
            assertThat(exchange.endNanos() - wire.firstByteNanos()).isBetween(250 * MILLI, 1000 * MILLI);
        }
    }

    @Test
    void onlyTheRequestThatOpensAConnectionHasItsOpening() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport()) {
            for (int i = 0; i < 4; i++) {
                WireLog wire = transport
                        .fetch(get(server.uri("/x")), Recorder.PATIENCE)
                        .wire();
                assertThat(wire.servedBefore()).isEqualTo(i);
                WireLog.Opening opening = wire.opening();
                assertThat(opening == null).isEqualTo(i > 0);
                if (opening != null) {
                    assertThat(opening.dns())
                            .as("a literal address needs no look-up")
                            .isEqualTo(NEVER);
                    assertThat(opening.connect()).isBetween(1L, 250 * MILLI);
                    assertThat(opening.tls()).isEqualTo(NEVER);
                }
            }
        }
    }

    @Test
    void aConnectionOpenedBeforehandCostsItsFirstRequestNothing() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport()) {
            transport.warmUp(server.uri("/"), 1);
            WireLog wire =
                    transport.fetch(get(server.uri("/x")), Recorder.PATIENCE).wire();
            assertThat(wire.opening()).isNull();
            assertThat(wire.servedBefore()).isZero();
        }
    }

    @Test
    void namesAreLookedUpOnceInAWhile() {
        try (ScriptedServer server = ScriptedServer.start(
                        ScriptedServer.always("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
                NettyHttpTransport transport = transport()) {
            URI uri = URI.create("http://localhost:" + server.port() + "/");
            WireLog.Opening first =
                    transport.fetch(get(uri), Recorder.PATIENCE).wire().opening();
            WireLog.Opening second =
                    transport.fetch(get(uri), Recorder.PATIENCE).wire().opening();
            assertThat(Objects.requireNonNull(first).dns()).isGreaterThan(0);
            assertThat(Objects.requireNonNull(second).dns()).isEqualTo(NEVER);
            assertThat(second.connect()).isGreaterThan(0);
        }
    }

    @Test
    void theHandshakeIsAStepOfItsOwn() {
        try (ScriptedServer server =
                        ScriptedServer.startTls(TestTls.localhost(), ScriptedServer.always(stream("data: x\n\n")));
                NettyHttpTransport transport = transport()) {
            HttpExchange exchange = transport.fetch(post(server.uri("/x"), true), Recorder.PATIENCE);
            WireLog.Opening opening = Objects.requireNonNull(exchange.wire().opening());
            assertThat(opening.connect()).isGreaterThan(0);
            assertThat(opening.tls()).isGreaterThan(0);
            assertThat(exchange.wire().bytesReceived())
                    .as("deciphered")
                    .isEqualTo(stream("data: x\n\n").length());
        }
    }

    @Test
    void countsTheBytesOfHeadsBodiesAndFraming() {
        String answer = stream("data: one\n\n", "data: two\n\n");
        long[] received = new long[1];
        ScriptedServer.Script script = connection -> {
            ReceivedRequest request = connection.readRequest();
            received[0] = request.body().length;
            connection.write(answer);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            HttpRequest request = post(server.uri("/x"), true);
            WireLog wire = transport.fetch(request, Recorder.PATIENCE).wire();
            assertThat(wire.bytesReceived()).isEqualTo(answer.length());
            assertThat(received[0]).isEqualTo(request.body().length);
            assertThat(wire.bytesSent()).isGreaterThan(request.body().length + "POST /x HTTP/1.1\r\n".length());
        }
    }

    @Test
    void bytesAfterTheAnswerAreNotCounted() {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write(answer("200 OK", "well") + "HTTP/1.1 200 unasked");
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            WireLog wire =
                    transport.fetch(get(server.uri("/x")), Recorder.PATIENCE).wire();
            assertThat(wire.bytesReceived()).isEqualTo(answer("200 OK", "well").length());
        }
    }

    @Test
    void aRedirectKeepsTheMomentsOfTheLastWritingAndTheBytesOfAll() {
        String redirect = "HTTP/1.1 307 X\r\nLocation: /b\r\nContent-Length: 4\r\n\r\ngone";
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.pause(300);
            connection.write(redirect);
            connection.readRequest();
            connection.write(answer("200 OK", "there"));
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            HttpExchange exchange = transport.fetch(post(server.uri("/a"), false), Recorder.PATIENCE);
            WireLog wire = exchange.wire();
            assertThat(wire.writeStartNanos() - exchange.sentNanos()).isGreaterThan(250 * MILLI);
            assertThat(wire.writtenNanos()).isGreaterThan(wire.writeStartNanos());
            assertThat(wire.servedBefore()).isEqualTo(1);
            assertThat(wire.opening()).isNull();
            assertThat(wire.bytesReceived())
                    .isEqualTo(redirect.length() + answer("200 OK", "there").length());
        }
    }

    @Test
    void whatWasNotWrittenHasNoMoments() {
        try (NettyHttpTransport transport = transport()) {
            WireLog wire = transport
                    .fetch(get(URI.create("http://127.0.0.1:1/")), Recorder.PATIENCE)
                    .wire();
            assertThat(wire.writeStartNanos()).isEqualTo(NEVER);
            assertThat(wire.bytesSent()).isZero();
        }
    }

    @Test
    void whatIsNotAnsweredHasNoFirstByte() {
        ScriptedServer.Script mute = connection -> connection.clientLeaves(20_000);
        try (ScriptedServer server = ScriptedServer.start(mute);
                NettyHttpTransport transport = transport()) {
            HttpExchange exchange = transport.fetch(get(server.uri("/x")), Duration.ofMillis(300));
            assertThat(exchange.wire().writtenNanos()).isNotEqualTo(NEVER);
            assertThat(exchange.wire().firstByteNanos()).isEqualTo(NEVER);
            assertThat(exchange.wire().bytesReceived()).isZero();
        }
    }
}
