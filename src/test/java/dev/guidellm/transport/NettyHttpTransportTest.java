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

import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.transport.TransportFailure.Kind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NettyHttpTransportTest {
    @Test
    void sendsOneCleanRequest() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "{}")));
                NettyHttpTransport transport = transport()) {
            HttpRequest request = new HttpRequest(
                    "POST",
                    server.uri("/v1/chat/completions?a=b%20c"),
                    List.of(
                            Map.entry("Content-Type", "application/json"),
                            Map.entry("Authorization", "Bearer é"),
                            Map.entry("Connection", "Upgrade, HTTP2-Settings"),
                            Map.entry("Upgrade", "h2c"),
                            Map.entry("HTTP2-Settings", "AAAA"),
                            Map.entry("Expect", "100-continue"),
                            Map.entry("Content-Length", "99")),
                    "{\"é\":1}".getBytes(StandardCharsets.UTF_8),
                    false);
            HttpExchange exchange = transport.fetch(request, Recorder.PATIENCE);
            assertThat(exchange.failure()).isNull();
            ReceivedRequest received = server.requests().getFirst();
            assertThat(received.method()).isEqualTo("POST");
            assertThat(received.target()).isEqualTo("/v1/chat/completions?a=b%20c");
            assertThat(received.bodyText()).isEqualTo("{\"é\":1}");
            assertThat(received.header("Host")).containsExactly("127.0.0.1:" + server.port());
            assertThat(received.header("Content-Type")).containsExactly("application/json");
            assertThat(received.header("Content-Length")).containsExactly("8");
            assertThat(received.header("Accept")).containsExactly("*/*");
            assertThat(received.header("Accept-Encoding")).containsExactly("gzip, deflate");
            assertThat(received.header("User-Agent")).singleElement().asString().startsWith("guidellm-java");
            for (String never : List.of("Upgrade", "HTTP2-Settings", "Connection", "Expect", "Transfer-Encoding")) {
                assertThat(received.header(never)).as(never).isEmpty();
            }
        }
    }

    @Test
    void letsTheCallerReplaceTheHeadersThatItAdds() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport()) {
            List<Map.Entry<String, String>> own = List.of(
                    Map.entry("host", "model.example"),
                    Map.entry("ACCEPT", "text/event-stream"),
                    Map.entry("accept-encoding", "identity"),
                    Map.entry("user-agent", "me"));
            transport.fetch(new HttpRequest("GET", server.uri(""), own, new byte[0], false), Recorder.PATIENCE);
            ReceivedRequest received = server.requests().getFirst();
            assertThat(received.headers())
                    .isEqualTo(List.of(
                            Map.entry("Host", "model.example"),
                            Map.entry("ACCEPT", "text/event-stream"),
                            Map.entry("accept-encoding", "identity"),
                            Map.entry("user-agent", "me")));
            assertThat(received.target()).isEqualTo("/");
        }
    }

    @Test
    void stampsEveryLineOfAStream() {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            connection.pause(300);
            connection.write("b\r\ndata: one\r\n\r\n");
            connection.pause(300);
            connection.write("c\r\ndata: two\n\n\n\r\n7\r\n[DONE]\n\r\n0\r\n\r\n");
            connection.readRequest();
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            HttpExchange sent = transport.send(post(server.uri("/x"), true), recorder);
            HttpExchange exchange = recorder.end();
            assertThat(exchange).isSameAs(sent);
            assertThat(exchange.failure()).isNull();
            assertThat(exchange.status()).isEqualTo(200);
            assertThat(exchange.header("content-type")).isEqualTo("text/event-stream");
            assertThat(recorder.lines()).containsExactly("data: one", "data: two", "[DONE]");
            assertThat(recorder.events()).containsExactly("sent", "line", "line", "line", "end");
            assertThat(exchange.lines().count()).isEqualTo(3);
            assertThat(Recorder.line(exchange, 1)).isEqualTo("data: two");
            long second = 1_000_000_000L;
            long slack = second / 4;
            assertThat(exchange.headNanos()).isBetween(exchange.sentNanos(), exchange.sentNanos() + slack);
            assertThat(Recorder.lineNanos(exchange, 0) - exchange.sentNanos())
                    .isBetween(3 * second / 10 - 1_000_000, 3 * second / 10 + second);
            assertThat(Recorder.lineNanos(exchange, 1) - Recorder.lineNanos(exchange, 0))
                    .isGreaterThan(slack / 2);
            assertThat(Recorder.lineNanos(exchange, 2))
                    .isEqualTo(Recorder.lineNanos(exchange, 1)); // one read, one time
            assertThat(exchange.endNanos()).isGreaterThanOrEqualTo(Recorder.lineNanos(exchange, 2));
        }
    }

    @Test
    void splitsNoLinesOfAnErrorBody() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("503 Busy", "{\n\"a\":1\n}")));
                NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/x"), true), recorder);
            HttpExchange exchange = recorder.end();
            assertThat(exchange.failure()).isNull();
            assertThat(exchange.status()).isEqualTo(503);
            assertThat(exchange.lines().count()).isZero();
            assertThat(body(exchange)).isEqualTo("{\n\"a\":1\n}");
            assertThat(recorder.lines()).isEmpty();
        }
    }

    @Test
    void usesAConnectionAgainAfterAStream() {
        try (ScriptedServer server =
                        ScriptedServer.start(ScriptedServer.always(stream("data: x\n\n", "data: [DONE]\n\n")));
                NettyHttpTransport transport = transport()) {
            for (int i = 0; i < 20; i++) {
                HttpExchange exchange = transport.fetch(post(server.uri("/x"), true), Recorder.PATIENCE);
                assertThat(exchange.failure()).isNull();
                assertThat(exchange.connectionReused()).isEqualTo(i > 0);
            }
            assertThat(server.connections()).isEqualTo(1);
            assertThat(transport.connectionsOpened()).isEqualTo(1);
        }
    }

    @Test
    void takesTheJustFreedConnectionWhenSendingFromWithinTheEnd() throws InterruptedException {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(stream("data: x\n\n")));
                NettyHttpTransport transport = transport()) {
            int streams = 4;
            AtomicInteger left = new AtomicInteger(400);
            CountDownLatch done = new CountDownLatch(streams);
            List<String> problems = new ArrayList<>();
            ExchangeListener again = new ExchangeListener() {
                @Override
                public void onEnd(HttpExchange exchange) {
                    if (exchange.failure() != null || exchange.lines().count() != 1) {
                        problems.add(message(exchange));
                    }
                    if (left.decrementAndGet() > 0) {
                        transport.send(post(server.uri("/x"), true), this);
                    } else {
                        done.countDown();
                    }
                }
            };
            for (int i = 0; i < streams; i++) {
                transport.send(post(server.uri("/x"), true), again);
            }
            assertThat(done.await(Recorder.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(problems).isEmpty();
            assertThat(server.connections()).isLessThanOrEqualTo(streams);
        }
    }

    @Test
    void keepsEveryRequestOnItsOwnConnection() {
        ScriptedServer.Script script = connection -> {
            while (true) {
                ReceivedRequest request = connection.readRequest();
                connection.pause(20);
                connection.write(answer("200 OK", request.target()));
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            for (int round = 0; round < 5; round++) {
                List<Recorder> recorders = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    Recorder recorder = new Recorder();
                    recorders.add(recorder);
                    transport.send(get(server.uri("/" + i)), recorder);
                }
                for (int i = 0; i < 50; i++) {
                    assertThat(body(recorders.get(i).end())).isEqualTo("/" + i);
                }
            }
            assertThat(server.connections()).isLessThanOrEqualTo(50);
        }
    }

    @Test
    void doesNotUseAConnectionAgainThatTheServerWillClose() {
        List<String> answers = List.of(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
                "HTTP/1.1 200 OK\r\n\r\nok");
        for (String text : answers) {
            ScriptedServer.Script script = connection -> {
                connection.readRequest();
                connection.write(text);
                if (!text.contains("Content-Length")) {
                    return; // the body ends with the connection
                }
                connection.clientLeaves(20_000);
            };
            try (ScriptedServer server = ScriptedServer.start(script);
                    NettyHttpTransport transport = transport()) {
                for (int i = 0; i < 3; i++) {
                    HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
                    assertThat(message(exchange)).isEmpty();
                    assertThat(body(exchange)).isEqualTo("ok");
                }
                assertThat(server.connections()).as(text).isEqualTo(3);
                Recorder.until(server, s -> s.openConnections() == 0);
            }
        }
    }

    @Test
    void opensConnectionsBeforehand() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport()) {
            transport.warmUp(server.uri("/"), 10);
            assertThat(transport.connectionsOpened()).isEqualTo(10);
            HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(exchange.connectionReused()).isFalse(); // opened before, but the first request on it
            assertThat(transport.connectionsOpened()).isEqualTo(10);
            transport.warmUp(URI.create("http://127.0.0.1:1/"), 3); // failures are ignored
        }
    }

    @Test
    void closesConnectionsThatNobodyUses() {
        TransportSettings settings =
                new TransportSettings(1, Duration.ofSeconds(5), null, true, false, null, null, Duration.ofMillis(200));
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport(settings)) {
            transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            Recorder.until(server, s -> s.openConnections() == 0);
            assertThat(transport.fetch(get(server.uri("/")), Recorder.PATIENCE).failure())
                    .isNull();
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsAgainOnceWhenTheServerClosesAnIdleConnectionUnderARequest(boolean byReset) {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write(answer("200 OK", "first"));
            if (connection.number() == 1) {
                connection.readRequest(); // and closes it without a word, as if both had crossed on the way
                if (byReset) {
                    connection.reset();
                }
            } else {
                connection.clientLeaves(20_000);
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/"), false), recorder);
            HttpExchange second = recorder.end();
            assertThat(second.failure()).isNull();
            assertThat(second.retried()).isTrue();
            assertThat(recorder.events()).containsExactly("sent", "end");
            assertThat(transport.requestsRetried()).isEqualTo(1);
            assertThat(server.requests()).hasSize(3);
            long sentAt = server.requests().get(1).firstByteNanoTime()
                    - server.requests().get(2).firstByteNanoTime();
            assertThat(sentAt).isNegative();
        }
    }

    @Test
    void doesNotSendAgainWhenTheServerHadTimeToTakeTheRequest() {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write(answer("200 OK", "first"));
            connection.readRequest();
            connection.pause(1300); // thinks about it, and dies
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            HttpExchange second = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(kind(second)).isEqualTo(Kind.CLOSED_EARLY);
            assertThat(second.retried()).isFalse();
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void doesNotSendAgainOnAFreshConnectionOrAfterAnyByte() {
        ScriptedServer.Script script = connection -> {
            ReceivedRequest request = connection.readRequest();
            if (request.target().equals("/reused")) {
                connection.write(answer("200 OK", ""));
                connection.readRequest();
                connection.write("HTTP/1.1 2");
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            HttpExchange fresh = transport.fetch(get(server.uri("/fresh")), Recorder.PATIENCE);
            assertThat(kind(fresh)).isEqualTo(Kind.CLOSED_EARLY);
            assertThat(message(fresh)).isEqualTo("the server closed the connection before it sent an answer");
            assertThat(fresh.status()).isZero();
            assertThat(transport
                            .fetch(get(server.uri("/reused")), Recorder.PATIENCE)
                            .failure())
                    .isNull();
            HttpExchange cut = transport.fetch(get(server.uri("/reused")), Recorder.PATIENCE);
            assertThat(kind(cut)).isEqualTo(Kind.CLOSED_EARLY);
            assertThat(message(cut)).contains("in the middle of the answer's head");
            assertThat(transport.requestsRetried()).isZero();
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void dropsAConnectionOnWhichTheServerSpeaksUnasked() {
        CountDownLatch spoken = new CountDownLatch(1);
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write(answer("200 OK", "a"));
            if (connection.number() == 1) {
                connection.pause(50);
                connection.write(answer("408 Request Timeout", ""));
                connection.clientLeaves(20_000);
                spoken.countDown();
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(spoken.await(20, TimeUnit.SECONDS)).isTrue();
            HttpExchange next = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(next.status()).isEqualTo(200);
            assertThat(server.connections()).isEqualTo(2);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
