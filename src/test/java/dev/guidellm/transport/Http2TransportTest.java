package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.body;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.Http2TestServer;
import dev.guidellm.testserver.Http2TestServer.Options;
import dev.guidellm.testserver.Http2TestServer.Peer;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class Http2TransportTest {
    @Test
    void sendsOneCleanRequest() {
        try (Http2TestServer server = Http2TestServer.start(stream -> stream.answer(200, "{}"));
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            HttpRequest request = new HttpRequest(
                    "POST",
                    server.uri("/v1/chat/completions?a=b%20c"),
                    List.of(
                            Map.entry("Content-Type", "application/json"),
                            Map.entry("Authorization", "Bearer é"),
                            Map.entry("X-Request-Id", "one"),
                            Map.entry("Connection", "keep-alive"),
                            Map.entry("Upgrade", "h2c"),
                            Map.entry("TE", "trailers"),
                            Map.entry("Transfer-Encoding", "chunked"),
                            Map.entry("Content-Length", "99")),
                    "{\"é\":1}".getBytes(StandardCharsets.UTF_8),
                    false);
            HttpExchange exchange = transport.fetch(request, Recorder.PATIENCE);
            assertThat(message(exchange)).isEmpty();
            assertThat(exchange.status()).isEqualTo(200);
            assertThat(body(exchange)).isEqualTo("{}");
            ReceivedRequest received = server.requests().getFirst();
            assertThat(received.bodyText()).isEqualTo("{\"é\":1}");
            assertThat(received.headers().stream().map(Map.Entry::getKey))
                    .containsExactly(
                            ":method",
                            ":scheme",
                            ":authority",
                            ":path",
                            "content-type",
                            "authorization",
                            "x-request-id",
                            "accept",
                            "accept-encoding",
                            "user-agent",
                            "content-length");
            assertThat(received.method()).isEqualTo("POST");
            assertThat(received.target()).isEqualTo("/v1/chat/completions?a=b%20c");
            assertThat(received.header(":scheme")).containsExactly("http");
            assertThat(received.header(":authority")).containsExactly("127.0.0.1:" + server.port());
            assertThat(received.header("authorization")).containsExactly(latin("Bearer é"));
            assertThat(received.header("content-length")).containsExactly("8");
            assertThat(received.header("accept-encoding")).containsExactly("gzip, deflate");
        }
    }

    @Test
    void aHostHeaderBecomesTheAuthority() {
        try (Http2TestServer server = Http2TestServer.start(stream -> stream.answer(200, ""));
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            HttpRequest request = new HttpRequest(
                    "GET", server.uri(""), List.of(Map.entry("Host", "other.example")), new byte[0], false);
            assertThat(transport.fetch(request, Recorder.PATIENCE).failure()).isNull();
            ReceivedRequest received = server.requests().getFirst();
            assertThat(received.header(":authority")).containsExactly("other.example");
            assertThat(received.header("host")).isEmpty();
            assertThat(received.header("content-length")).isEmpty();
            assertThat(received.target()).isEqualTo("/");
        }
    }

    @Test
    void stampsTheLinesOfAStreamOnceForEachRead() {
        Http2TestServer.Script script = stream -> {
            stream.head(200, "content-type", "text/event-stream");
            stream.pause(300);
            stream.data("data: a\n\ndata: b\n\nda");
            stream.pause(300);
            stream.data("ta: c\r\n\r\n");
            stream.last("data: [DONE]\n\n");
        };
        try (Http2TestServer server = Http2TestServer.start(Options.tls(TestTls.localhost()), script);
                NettyHttpTransport transport = transport(overTls(100))) {
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/x"), true), recorder);
            HttpExchange exchange = recorder.end();
            assertThat(message(exchange)).isEmpty();
            assertThat(recorder.lines()).containsExactly("data: a", "data: b", "data: c", "data: [DONE]");
            assertThat(recorder.events()).containsExactly("sent", "line", "line", "line", "line", "end");
            assertThat(exchange.header("content-type")).isEqualTo("text/event-stream");
            assertThat(exchange.headNanos()).isGreaterThanOrEqualTo(exchange.sentNanos());
            assertThat(Recorder.lineNanos(exchange, 1))
                    .isEqualTo(Recorder.lineNanos(exchange, 0)); // one read, one time
            assertThat(Recorder.lineNanos(exchange, 0) - exchange.headNanos()).isGreaterThan(50_000_000L);
            assertThat(Recorder.lineNanos(exchange, 2) - Recorder.lineNanos(exchange, 1))
                    .isGreaterThan(50_000_000L);
            assertThat(exchange.endNanos()).isGreaterThanOrEqualTo(Recorder.lineNanos(exchange, 3));
        }
    }

    @Test
    void choosesHttp2InTheTlsHandshake() {
        try (Http2TestServer server = Http2TestServer.start(
                        Options.tls(TestTls.localhost()), stream -> stream.stream("data: x\n\n", "data: [DONE]\n\n"));
                NettyHttpTransport transport = transport(overTls(100))) {
            for (int i = 0; i < 5; i++) {
                Recorder recorder = new Recorder();
                transport.send(post(server.uri("/x"), true), recorder);
                HttpExchange exchange = recorder.end();
                assertThat(message(exchange)).isEmpty();
                assertThat(recorder.lines()).containsExactly("data: x", "data: [DONE]");
                assertThat(exchange.connectionReused()).isEqualTo(i > 0);
            }
            assertThat(server.peers()).hasSize(1);
            assertThat(server.requests().getFirst().header(":scheme")).containsExactly("https");
        }
    }

    @Test
    void fallsBackToHttp11WhereTheServerDoesNotChooseHttp2() {
        ScriptedServer.Script script = ScriptedServer.always(Recorder.answer("200 OK", "{}"));
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), script);
                NettyHttpTransport transport = transport(overTls(100))) {
            List<Recorder> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) { // before anybody can know
                Recorder recorder = new Recorder();
                all.add(recorder);
                transport.send(post(server.uri("/x"), false), recorder);
            }
            for (Recorder recorder : all) {
                assertThat(message(recorder.end())).isEmpty();
            }
            transport.warmUp(server.uri("/"), 12);
            long opened = transport.connectionsOpened();
            assertThat(opened).isGreaterThanOrEqualTo(12);
            assertThat(transport.fetch(get(server.uri("/")), Recorder.PATIENCE).failure())
                    .isNull();
            assertThat(transport.connectionsOpened()).isEqualTo(opened);
        }
    }

    @Test
    void clearTextIsHttp11UnlessTheUserKnowsBetter() {
        ScriptedServer.Script script = ScriptedServer.always(Recorder.answer("200 OK", "{}"));
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport(overTls(100))) {
            assertThat(transport.fetch(get(server.uri("/x")), Recorder.PATIENCE).failure())
                    .isNull();
            assertThat(server.requests().getFirst().header("Upgrade")).isEmpty();
        }
    }

    @Test
    void keepsToItsOwnBound() {
        Gate gate = new Gate(60);
        try (Http2TestServer server = Http2TestServer.start(gate.script());
                NettyHttpTransport transport = transport(priorKnowledge(10))) {
            List<Recorder> all = sendAll(transport, server, 60);
            gate.await();
            // A loop may have opened one for requests that found room on another loop meanwhile.
            assertThat(server.peers()).hasSizeBetween(6, 8);
            assertThat(server.peers())
                    .allSatisfy(peer -> assertThat(peer.mostStreams()).isLessThanOrEqualTo(10));
            gate.open();
            assertAllWell(all);
        }
    }

    @Test
    void spreadsRequestsEvenlyOverItsConnections() {
        Gate gate = new Gate(30);
        try (Http2TestServer server = Http2TestServer.start(gate.script());
                NettyHttpTransport transport = transport(priorKnowledge(10))) {
            transport.warmUp(server.uri("/"), 60);
            List<Recorder> all = sendAll(transport, server, 30);
            gate.await();
            assertThat(server.peers()).hasSize(6);
            assertThat(server.peers())
                    .allSatisfy(peer -> assertThat(peer.openStreams()).isEqualTo(5));
            gate.open();
            assertAllWell(all);
        }
    }

    @Test
    void keepsToTheServersBound() {
        Gate gate = new Gate(30);
        try (Http2TestServer server = Http2TestServer.start(Options.CLEAR.streams(3), gate.script());
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            List<Recorder> all = sendAll(transport, server, 30);
            gate.await();
            assertThat(server.peers())
                    .allSatisfy(peer -> assertThat(peer.mostStreams()).isLessThanOrEqualTo(3));
            assertThat(server.peers()).hasSizeBetween(10, 12);
            gate.open();
            assertAllWell(all);
            assertThat(server.resets()).isEmpty();
        }
    }

    @Test
    void keepsToABoundThatTheServerLowersLater() {
        Gate gate = new Gate(10);
        Http2TestServer.Script script = stream -> {
            if (stream.request().target().equals("/lower")) {
                stream.allowStreams(2);
                stream.pause(100);
                stream.answer(200, "");
            } else {
                gate.script().serve(stream);
            }
        };
        try (Http2TestServer server = Http2TestServer.start(Options.CLEAR.streams(50), script);
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            assertThat(transport
                            .fetch(get(server.uri("/lower")), Recorder.PATIENCE)
                            .failure())
                    .isNull();
            List<Recorder> all = sendAll(transport, server, 10);
            gate.await();
            assertThat(server.peers().getFirst().mostStreams()).isLessThanOrEqualTo(2);
            gate.open();
            assertAllWell(all);
        }
    }

    @Test
    void carriesAThousandStreamsOverFourConnectionsAndUsesThemAgain() {
        Gate gate = new Gate(1000);
        try (Http2TestServer server = Http2TestServer.start(gate.script());
                NettyHttpTransport transport = transport(priorKnowledge(250))) {
            transport.warmUp(server.uri("/"), 1000);
            assertThat(server.peers()).hasSize(4);
            List<Recorder> all = sendAll(transport, server, 1000);
            gate.await();
            assertThat(server.peers())
                    .allSatisfy(peer -> assertThat(peer.openStreams()).isEqualTo(250));
            gate.open();
            assertAllWell(all);
            assertAllWell(sendAll(transport, server, 1000));
            assertThat(server.peers()).hasSize(4);
            assertThat(server.peers().stream().mapToInt(Peer::served).sum()).isEqualTo(2000);
            transport.warmUp(server.uri("/"), 1000); // is already so
            assertThat(transport.connectionsOpened()).isEqualTo(4);
        }
    }

    @Test
    void aRequestFromWithinACallbackTakesTheRoomThatHasJustBecomeFree() {
        try (Http2TestServer server =
                        Http2TestServer.start(Options.CLEAR.streams(1), stream -> stream.stream("data: x\n\n"));
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            CountDownLatch over = new CountDownLatch(50);
            List<HttpExchange> ends = new ArrayList<>();
            class Again implements ExchangeListener {
                @Override
                public void onEnd(HttpExchange exchange) {
                    ends.add(exchange);
                    over.countDown();
                    if (ends.size() < 50) {
                        transport.send(post(server.uri("/x"), true), this);
                    }
                }
            }
            transport.send(post(server.uri("/x"), true), new Again());
            Recorder.until(() -> over.getCount() == 0);
            assertThat(ends)
                    .allSatisfy(exchange -> assertThat(message(exchange)).isEmpty());
            assertThat(server.peers()).hasSize(1);
            assertThat(transport.connectionsOpened()).isEqualTo(1);
        }
    }

    @Test
    void takesTrailersInterimAnswersAndAnswersWithoutBody() {
        Http2TestServer.Script script = stream -> {
            switch (stream.request().target()) {
                case "/trailers" -> {
                    stream.head(103, "link", "</a>");
                    stream.head(200);
                    stream.data("whole");
                    stream.trailers("x-checksum", "1");
                }
                case "/empty" -> {
                    stream.head(204);
                    stream.last("");
                }
                default -> {
                    stream.head(200, "content-length", "10");
                    stream.trailers("x-none", "1"); // as a HEAD is answered
                }
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            HttpExchange trailers = transport.fetch(get(server.uri("/trailers")), Recorder.PATIENCE);
            assertThat(message(trailers)).isEmpty();
            assertThat(trailers.status()).isEqualTo(200);
            assertThat(body(trailers)).isEqualTo("whole");
            assertThat(trailers.header("link")).isNull();
            HttpExchange empty = transport.fetch(get(server.uri("/empty")), Recorder.PATIENCE);
            assertThat(empty.failure()).isNull();
            assertThat(empty.status()).isEqualTo(204);
            HttpRequest head = new HttpRequest("HEAD", server.uri("/head"), List.of(), new byte[0], false);
            HttpExchange bare = transport.fetch(head, Recorder.PATIENCE);
            assertThat(message(bare)).isEmpty();
            assertThat(bare.header("content-length")).isEqualTo("10");
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void removesContentCodings() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("data: a\n\ndata: b\n\n".getBytes(StandardCharsets.UTF_8));
        }
        Http2TestServer.Script script = stream -> {
            stream.head(200, "content-encoding", "gzip");
            byte[] all = zipped.toByteArray();
            for (int i = 0; i < all.length; i++) {
                stream.data(new byte[] {all[i]}, i == all.length - 1);
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/x"), true), recorder);
            assertThat(message(recorder.end())).isEmpty();
            assertThat(recorder.lines()).containsExactly("data: a", "data: b");
        }
    }

    @Test
    void followsRedirects() {
        Http2TestServer.Script script = stream -> {
            if (stream.request().target().equals("/old")) {
                stream.answer(307, "gone", "location", "/new");
            } else {
                stream.answer(200, stream.request().method() + stream.request().bodyText());
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/old"), false), recorder);
            HttpExchange exchange = recorder.end();
            assertThat(message(exchange)).isEmpty();
            assertThat(body(exchange)).isEqualTo("POST{\"prompt\":\"Grüße\"}");
            assertThat(recorder.events()).containsExactly("sent", "end");
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void neverMakesTheServerWaitForWindow() {
        byte[] piece = new byte[1 << 20];
        Http2TestServer.Script script = stream -> {
            stream.head(200);
            for (int i = 0; i < 40; i++) {
                stream.data(piece, i == 39);
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            List<Recorder> both = sendAll(transport, server, 2);
            for (Recorder recorder : both) {
                HttpExchange exchange = recorder.end();
                assertThat(message(exchange)).isEmpty();
                assertThat(exchange.bodyLength()).isEqualTo(40 << 20);
            }
        }
    }

    @Test
    void sendsRequestsLargerThanTheServersWindow() {
        Http2TestServer.Script script =
                stream -> stream.answer(200, Integer.toString(stream.request().body().length));
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            HttpRequest large = new HttpRequest("POST", server.uri("/"), List.of(), new byte[3_000_000], false);
            HttpExchange exchange = transport.fetch(large, Recorder.PATIENCE);
            assertThat(message(exchange)).isEmpty();
            assertThat(body(exchange)).isEqualTo("3000000");
        }
    }

    @Test
    void answersPings() {
        Http2TestServer.Script script = stream -> {
            stream.ping();
            stream.pause(100);
            stream.answer(200, "");
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(priorKnowledge(100))) {
            assertThat(transport.fetch(get(server.uri("/")), Recorder.PATIENCE).failure())
                    .isNull();
            Recorder.until(() -> server.pongs() == 1);
        }
    }

    @Test
    void closesConnectionsThatNobodyUses() {
        TransportSettings settings = new TransportSettings(
                        1, Duration.ofSeconds(5), null, true, false, null, null, Duration.ofMillis(300))
                .with(new Http2Use(false, true, 100));
        try (Http2TestServer server = Http2TestServer.start(stream -> stream.answer(200, ""));
                NettyHttpTransport transport = transport(settings)) {
            assertThat(transport.fetch(get(server.uri("/")), Recorder.PATIENCE).failure())
                    .isNull();
            Recorder.until(() -> !server.peers().getFirst().isOpen());
            HttpExchange later = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(later.failure()).isNull();
            assertThat(later.connectionReused()).isFalse();
            assertThat(server.peers()).hasSize(2);
        }
    }

    // ---- what these tests need -------------------------------------------------------------------------------------

    /// Holds answers back until as many requests have come as are expected.
    private static final class Gate {
        private final CountDownLatch arrived;
        private final CountDownLatch opened = new CountDownLatch(1);

        Gate(int expected) {
            arrived = new CountDownLatch(expected);
        }

        Http2TestServer.Script script() {
            return stream -> {
                arrived.countDown();
                opened.await();
                stream.stream("data: x\n\n");
            };
        }

        void await() {
            Recorder.until(() -> arrived.getCount() == 0);
        }

        void open() {
            opened.countDown();
        }
    }

    static TransportSettings priorKnowledge(int streams) {
        return Recorder.settings().with(new Http2Use(true, true, streams));
    }

    static TransportSettings overTls(int streams) {
        return Recorder.settings().with(new Http2Use(true, false, streams));
    }

    private static List<Recorder> sendAll(NettyHttpTransport transport, Http2TestServer server, int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> {
                    Recorder recorder = new Recorder();
                    transport.send(post(server.uri("/x"), false), recorder);
                    return recorder;
                })
                .toList();
    }

    private static void assertAllWell(List<Recorder> all) {
        for (Recorder recorder : all) {
            HttpExchange exchange = recorder.end();
            assertThat(message(exchange)).isEmpty();
            assertThat(body(exchange)).isEqualTo("data: x\n\n");
        }
    }

    private static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
