package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.body;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.Http2TestServer;
import dev.guidellm.testserver.Http2TestServer.Options;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.handler.codec.http2.Http2Error;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Http2FailureTest {
    private static final TransportSettings ONE_LOOP = new TransportSettings(
                    1, Duration.ofSeconds(5), null, true, false, null)
            .with(new Http2Use(true, true, 100));

    @Test
    void afterGoAwayOpenStreamsGoOnAndNewOnesGoElsewhere() {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch more = new CountDownLatch(1);
        Http2TestServer.Script script = stream -> {
            if (stream.request().target().equals("/first")) {
                stream.head(200);
                stream.data("data: x\n\n");
                stream.goAway(stream.id(), Http2Error.NO_ERROR, "");
                told.countDown();
                more.await();
                stream.last("data: y\n\n");
            } else {
                stream.stream("data: z\n\n");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            Recorder first = new Recorder();
            transport.send(post(server.uri("/first"), true), first);
            first.firstLine();
            await(told);
            Recorder.until(() -> {
                // GOAWAY may still be on its way
                HttpExchange other = transport.fetch(get(server.uri("/other")), Recorder.PATIENCE);
                assertThat(message(other)).isEmpty();
                return server.peers().size() > 1;
            });
            assertThat(first.hasEnded()).isFalse();
            more.countDown();
            assertThat(message(first.end())).isEmpty();
            assertThat(first.lines()).containsExactly("data: x", "data: y");
            Recorder.until(() -> !server.peers().getFirst().isOpen());
            assertThat(server.peers()).hasSize(2);
        }
    }

    @Test
    void whatTheServerDidNotProcessIsSentAgainElsewhere() {
        CountDownLatch all = new CountDownLatch(4);
        Http2TestServer.Script script = stream -> {
            if (stream.peer().number() == 1) {
                all.countDown();
                if (stream.id() == 3) {
                    all.await();
                    stream.goAway(3, Http2Error.NO_ERROR, "going down"); // 5, 7 and 9 have not been looked at
                    stream.pause(100);
                    stream.answer(200, "processed");
                }
            } else {
                stream.answer(200, "again");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            List<Recorder> recorders = Stream.generate(Recorder::new).limit(4).toList();
            recorders.forEach(recorder -> transport.send(post(server.uri("/x"), false), recorder));
            for (int i = 0; i < 4; i++) {
                HttpExchange exchange = recorders.get(i).end();
                assertThat(message(exchange)).isEmpty();
                assertThat(body(exchange)).isEqualTo(i == 0 ? "processed" : "again");
                assertThat(exchange.retried()).isEqualTo(i > 0);
                assertThat(recorders.get(i).events()).containsExactly("sent", "end");
            }
            assertThat(transport.requestsRetried()).isEqualTo(3);
            assertThat(server.peers()).hasSize(2); // three refused requests need one new connection
            assertThat(server.requests()).hasSize(7);
        }
    }

    @Test
    void aRefusedStreamIsSentAgainOnce() {
        AtomicInteger refusals = new AtomicInteger();
        Http2TestServer.Script script = stream -> {
            if (stream.request().target().equals("/never") || refusals.getAndIncrement() == 0) {
                stream.reset(Http2Error.REFUSED_STREAM);
            } else {
                stream.answer(200, "second");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            HttpExchange once = transport.fetch(get(server.uri("/once")), Recorder.PATIENCE);
            assertThat(message(once)).isEmpty();
            assertThat(once.retried()).isTrue();
            assertThat(server.peers()).hasSize(2);
            HttpExchange never = transport.fetch(get(server.uri("/never")), Recorder.PATIENCE);
            assertThat(kind(never)).isEqualTo(Kind.CLOSED_EARLY);
            assertThat(message(never))
                    .isEqualTo("the server refused the stream (REFUSED_STREAM) before it sent an answer");
            assertThat(server.requests()).hasSize(4);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INTERNAL_ERROR, false, the server reset the stream (INTERNAL_ERROR) before it sent an answer",
        "CANCEL, true, the server reset the stream (CANCEL) before the end of the body",
        "HTTP_1_1_REQUIRED, false, the server reset the stream (HTTP_1_1_REQUIRED; ask with http2=false) before it"
                + " sent an answer"
    })
    void aResetStreamFailsAloneAndKeepsWhatCame(Http2Error code, boolean late, String message) {
        CountDownLatch reset = new CountDownLatch(1);
        Http2TestServer.Script script = stream -> {
            if (stream.request().target().equals("/reset")) {
                if (late) {
                    stream.head(200);
                    stream.data("data: x\n\n");
                }
                stream.reset(code);
                reset.countDown();
            } else {
                stream.head(200);
                reset.await();
                stream.last("whole");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            Recorder other = new Recorder();
            transport.send(get(server.uri("/other")), other);
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/reset"), true), recorder);
            HttpExchange exchange = recorder.end();
            assertThat(kind(exchange)).isEqualTo(Kind.CLOSED_EARLY);
            assertThat(message(exchange)).isEqualTo(message);
            assertThat(recorder.lines()).hasSize(late ? 1 : 0);
            assertThat(body(other.end())).isEqualTo("whole");
            assertThat(server.peers()).hasSize(1);
            assertThat(transport.requestsRetried()).isZero();
        }
    }

    @Test
    void cancelResetsTheStreamAndKeepsTheConnection() {
        CountDownLatch left = new CountDownLatch(1);
        Http2TestServer.Script script = stream -> {
            stream.head(200);
            if (stream.request().target().equals("/cancelled")) {
                stream.data("data: x\n\ndata: y");
                stream.clientLeaves(20_000);
                left.countDown();
            } else {
                left.await();
                stream.last("whole");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            Recorder other = new Recorder();
            transport.send(get(server.uri("/other")), other);
            Recorder recorder = new Recorder();
            HttpExchange sent = transport.send(post(server.uri("/cancelled"), true), recorder);
            recorder.firstLine();
            sent.cancel();
            HttpExchange exchange = recorder.end();
            assertThat(kind(exchange)).isEqualTo(Kind.CANCELLED);
            assertThat(body(exchange)).isEqualTo("data: x\ndata: y");
            exchange.cancel(); // without effect
            assertThat(body(other.end())).isEqualTo("whole");
            assertThat(server.resets()).containsExactly(Http2Error.CANCEL.code());
            assertThat(transport
                            .fetch(get(server.uri("/more")), Recorder.PATIENCE)
                            .failure())
                    .isNull();
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void lateFramesOfACancelledStreamAreIgnored() {
        Http2TestServer.Script script = stream -> {
            stream.head(200);
            for (int i = 0; i < 20_000; i++) { // many of them cross the reset
                stream.data("data: x\n\n");
            }
            stream.last("");
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            for (int i = 0; i < 5; i++) {
                Recorder recorder = new Recorder();
                HttpExchange sent = transport.send(post(server.uri("/x"), true), recorder);
                recorder.firstLine();
                sent.cancel();
                recorder.end();
            }
            HttpExchange whole = transport.fetch(post(server.uri("/x"), true), Recorder.PATIENCE);
            assertThat(message(whole)).isEmpty();
            assertThat(whole.lines().count()).isEqualTo(20_000);
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void silenceEndsTheSilentStreamOnly() {
        TransportSettings settings = new TransportSettings(
                        1, Duration.ofSeconds(5), Duration.ofMillis(600), true, false, null)
                .with(new Http2Use(false, true, 100));
        Http2TestServer.Script script = stream -> {
            if (stream.request().target().equals("/silent")) {
                stream.head(200);
                stream.data("data: x\n\n");
                stream.clientLeaves(20_000);
            } else {
                stream.head(200);
                for (int i = 0; i < 6; i++) { // longer in all than the limit, but never silent for so long
                    stream.pause(250);
                    stream.data("data: y\n\n");
                }
                stream.last("");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(settings)) {
            Recorder busy = new Recorder();
            transport.send(post(server.uri("/busy"), true), busy);
            Recorder silent = new Recorder();
            transport.send(post(server.uri("/silent"), true), silent);
            HttpExchange exchange = silent.end();
            assertThat(kind(exchange)).isEqualTo(Kind.READ_TIMEOUT);
            assertThat(message(exchange)).isEqualTo("nothing received for 600 ms");
            assertThat(exchange.endNanos() - Recorder.lineNanos(exchange, 0)).isBetween(600_000_000L, 2_000_000_000L);
            assertThat(message(busy.end())).isEmpty();
            assertThat(busy.lines()).hasSize(6);
            assertThat(server.resets()).containsExactly(Http2Error.CANCEL.code());
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void givesUpWhenTheServerOpensNoWindow() {
        TransportSettings settings = new TransportSettings(
                        1, Duration.ofSeconds(5), null, true, false, null, Duration.ofMillis(300), null)
                .with(new Http2Use(false, true, 100));
        Http2TestServer.Script script = stream -> {
            if (stream.request().target().equals("/small")) {
                stream.answer(200, "");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(Options.CLEAR.asDeaf(), script);
                NettyHttpTransport transport = transport(settings)) {
            HttpRequest large = new HttpRequest("POST", server.uri("/large"), List.of(), new byte[60_000], false);
            HttpRequest larger = new HttpRequest("POST", server.uri("/large"), List.of(), new byte[1 << 20], false);
            Recorder fits = new Recorder();
            HttpExchange waiting = transport.send(large, fits);
            HttpExchange exchange = transport.fetch(larger, Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.WRITE_TIMEOUT);
            assertThat(message(exchange)).isEqualTo("the server took no byte of the request for 300 ms");
            assertThat(fits.hasEnded()).isFalse();
            waiting.cancel();
            assertThat(kind(fits.end())).isEqualTo(Kind.CANCELLED);
            assertThat(transport
                            .fetch(get(server.uri("/small")), Recorder.PATIENCE)
                            .failure())
                    .isNull();
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void anAnswerMayComeBeforeTheWholeRequestIsSent() {
        Http2TestServer.Script script = stream -> stream.answer(413, "too large");
        try (Http2TestServer server = Http2TestServer.start(Options.CLEAR.asDeaf(), script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            HttpRequest large = new HttpRequest("POST", server.uri("/"), List.of(), new byte[1 << 20], false);
            HttpExchange exchange = transport.fetch(large, Recorder.PATIENCE);
            assertThat(message(exchange)).isEmpty();
            assertThat(exchange.status()).isEqualTo(413);
            assertThat(body(exchange)).isEqualTo("too large");
            Recorder.until(() -> server.resets().contains(Http2Error.NO_ERROR.code()));
        }
    }

    @Test
    void aConnectionThatBreaksEndsItsStreamsAndSaysWhy() {
        CountDownLatch both = new CountDownLatch(2);
        Http2TestServer.Script script = stream -> {
            stream.head(200);
            stream.data("data: x\n\n");
            both.countDown();
            both.await();
            stream.pause(200);
            stream.goAway(Integer.MAX_VALUE, Http2Error.ENHANCE_YOUR_CALM, "too many");
            stream.hangUp();
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            Recorder one = new Recorder();
            Recorder two = new Recorder();
            transport.send(post(server.uri("/x"), true), one);
            transport.send(post(server.uri("/x"), true), two);
            for (Recorder recorder : List.of(one, two)) {
                HttpExchange exchange = recorder.end();
                assertThat(kind(exchange)).isEqualTo(Kind.CLOSED_EARLY);
                assertThat(message(exchange))
                        .startsWith("the server closed the connection")
                        .endsWith("before the end of the body");
                assertThat(recorder.lines()).containsExactly("data: x");
            }
        }
    }

    @Test
    void aRequestThatMeetsAClosingConnectionIsSentAgain() {
        Http2TestServer.Script script = stream -> {
            if (stream.peer().number() == 1 && stream.peer().served() == 2) {
                stream.hangUp();
            } else {
                stream.answer(200, "");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            HttpExchange second = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(message(second)).isEmpty();
            assertThat(second.retried()).isTrue();
            assertThat(server.peers()).hasSize(2);
        }
    }

    @Test
    void aMalformedAnswerCostsItsStreamOnly() {
        Http2TestServer.Script script = stream -> {
            switch (stream.request().target()) {
                case "/upper" -> stream.head(200, "X-Upper", "1");
                case "/connection" -> stream.head(200, "connection", "close");
                case "/length" -> stream.answer(200, "four", "content-length", "9");
                case "/body" -> stream.last("no head");
                case "/coding" -> stream.answer(200, "x", "content-encoding", "br");
                default -> stream.answer(200, "well");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            for (String path : List.of("/upper", "/connection", "/length", "/body", "/coding")) {
                HttpExchange exchange = transport.fetch(get(server.uri(path)), Recorder.PATIENCE);
                assertThat(kind(exchange)).as(path).isEqualTo(Kind.PROTOCOL);
                assertThat(message(exchange)).as(path).isNotEmpty().doesNotContain("\n");
            }
            assertThat(body(transport.fetch(get(server.uri("/well")), Recorder.PATIENCE)))
                    .isEqualTo("well");
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void brokenFramingEndsTheConnection() {
        Http2TestServer.Script script = stream -> {
            if (stream.peer().number() == 1) {
                stream.raw(new byte[] {0, 0, 1, 6, 0, 0, 0, 0, 0, 0}); // a PING of one byte
            } else {
                stream.answer(200, "well");
            }
        };
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.PROTOCOL);
            assertThat(message(exchange)).startsWith("the server broke the rules of HTTP/2: ");
            Recorder.until(() -> !server.peers().getFirst().isOpen());
            assertThat(body(transport.fetch(get(server.uri("/")), Recorder.PATIENCE)))
                    .isEqualTo("well");
        }
    }

    @Test
    void saysSoWhenTheServerDoesNotSpeakHttp2() {
        ScriptedServer.Script http1 = connection -> {
            connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            connection.clientLeaves(20_000);
        };
        ScriptedServer.Script mute = connection -> connection.pause(50);
        try (ScriptedServer server = ScriptedServer.start(http1);
                ScriptedServer other = ScriptedServer.start(mute);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT);
            assertThat(message(exchange))
                    .isEqualTo("no HTTP/2 connection to 127.0.0.1:" + server.port()
                            + ": it does not speak HTTP/2: its first bytes are no SETTINGS frame");
            HttpExchange closed = transport.fetch(get(other.uri("/")), Recorder.PATIENCE);
            assertThat(kind(closed)).isEqualTo(Kind.CONNECT);
            assertThat(message(closed)).contains("the connection instead of speaking HTTP/2");
        }
    }

    @Test
    void waitingForTheServersSettingsCountsAsConnecting() {
        TransportSettings settings = new TransportSettings(1, Duration.ofMillis(500), null, true, false, null)
                .with(new Http2Use(false, true, 100));
        ScriptedServer.Script mute = connection -> connection.clientLeaves(20_000);
        try (ScriptedServer server = ScriptedServer.start(mute);
                NettyHttpTransport transport = transport(settings)) {
            HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT_TIMEOUT);
            assertThat(exchange.sentNanos()).isEqualTo(HttpExchange.NEVER);
            Recorder.until(server, s -> s.openConnections() == 0);
        }
    }

    @Test
    void whoWaitsForAConnectionThatCannotBeHadIsTold() {
        try (NettyHttpTransport transport = transport(ONE_LOOP)) {
            List<Recorder> all = Stream.generate(Recorder::new).limit(250).toList();
            all.forEach(recorder -> transport.send(get(URI.create("http://127.0.0.1:1/")), recorder));
            assertThat(all)
                    .allSatisfy(recorder ->
                            assertThat(message(recorder.end())).isEqualTo("connection to 127.0.0.1:1 refused"));
        }
    }

    @Test
    void aListenersMistakeCostsItsOwnStreamOnly() {
        Http2TestServer.Script script = stream -> stream.stream("data: x\n\n");
        try (Http2TestServer server = Http2TestServer.start(script);
                NettyHttpTransport transport = transport(ONE_LOOP)) {
            Recorder.until(() -> {
                CompletableFuture<HttpExchange> end = new CompletableFuture<>();
                transport.send(post(server.uri("/x"), true), new ExchangeListener() {
                    @Override
                    public void onLine(HttpExchange exchange, byte[] buffer, int offset, int length, long readNanos) {
                        throw new IllegalStateException("a listener's mistake");
                    }

                    @Override
                    public void onEnd(HttpExchange exchange) {
                        end.complete(exchange);
                    }
                });
                HttpExchange exchange = Recorder.get(end);
                assertThat(kind(exchange)).isEqualTo(Kind.PROTOCOL);
                assertThat(message(exchange)).contains("a listener's mistake");
                return true;
            });
            assertThat(transport
                            .fetch(post(server.uri("/x"), true), Recorder.PATIENCE)
                            .failure())
                    .isNull();
            assertThat(server.peers()).hasSize(1);
        }
    }

    @Test
    void closeEndsEverything() {
        Http2TestServer.Script silent = stream -> stream.clientLeaves(20_000);
        try (Http2TestServer server = Http2TestServer.start(silent)) {
            NettyHttpTransport transport = transport(ONE_LOOP);
            List<Recorder> all = Stream.generate(Recorder::new).limit(150).toList();
            all.forEach(recorder -> transport.send(post(server.uri("/x"), false), recorder));
            Recorder.until(() -> server.requests().size() == 150);
            transport.close();
            assertThat(all)
                    .allSatisfy(recorder -> assertThat(kind(recorder.end())).isEqualTo(Kind.CANCELLED));
            Recorder.until(() -> server.peers().stream().noneMatch(Http2TestServer.Peer::isOpen));
        }
    }

    private static void await(CountDownLatch latch) {
        Recorder.until(() -> latch.getCount() == 0);
    }
}
