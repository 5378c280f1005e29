package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.body;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.platform.ConnectionDescriptors;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.transport.TransportFailure.Kind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TransportFailureTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    static Stream<Arguments> brokenAnswers() {
        return Stream.of(
                Arguments.of("", Kind.CLOSED_EARLY, "before it sent an answer"),
                Arguments.of("HTTP/1.1 200", Kind.CLOSED_EARLY, "in the middle of the answer's head"),
                Arguments.of(CHUNKED + "a\r\ndata: x\n", Kind.CLOSED_EARLY, "before the last chunk"),
                Arguments.of(
                        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ndata: x\n",
                        Kind.CLOSED_EARLY,
                        "after 8 of 9 bytes"),
                Arguments.of("220 mail.example ESMTP\r\n", Kind.PROTOCOL, "does not begin like HTTP/1.1"),
                Arguments.of(CHUNKED + "zz\r\n", Kind.PROTOCOL, "not a hexadecimal number"),
                Arguments.of("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nx", Kind.PROTOCOL, "content coding"),
                Arguments.of(
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nnot gzip at all", Kind.PROTOCOL, "is not"),
                Arguments.of("HTTP/1.1 101 Switching\r\n\r\n", Kind.PROTOCOL, "switches to another protocol"));
    }

    @ParameterizedTest(name = "{2}: {0}")
    @MethodSource("brokenAnswers")
    void endsBadlyAndSaysWhy(String text, Kind kind, String why) {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write(text);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/x"), true), recorder);
            HttpExchange exchange = recorder.end();
            assertThat(kind(exchange)).isEqualTo(kind);
            assertThat(message(exchange)).contains(why);
            assertThat(exchange.endNanos()).isGreaterThanOrEqualTo(exchange.sentNanos());
            if (text.contains("data: x\n")) {
                assertThat(recorder.lines()).containsExactly("data: x"); // what came is kept
            }
        }
    }

    @Test
    void tellsAResetFromAnEnd() {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\ndata: x\n");
            connection.pause(200); // a reset overtakes bytes that have not been read yet
            connection.reset();
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            HttpExchange exchange = transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CLOSED_EARLY);
            assertThat(message(exchange)).isEqualTo("the server reset the connection before the end of the body");
            assertThat(body(exchange)).isEqualTo("data: x\n");
        }
    }

    @Test
    void namesTheServerThatCannotBeReached() {
        try (NettyHttpTransport transport = transport()) {
            HttpExchange refused = transport.fetch(get(URI.create("http://127.0.0.1:1/")), Recorder.PATIENCE);
            assertThat(kind(refused)).isEqualTo(Kind.CONNECT);
            assertThat(message(refused)).isEqualTo("connection to 127.0.0.1:1 refused");
            assertThat(refused.sentNanos()).isEqualTo(HttpExchange.NEVER);
            HttpExchange unknown = transport.fetch(get(URI.create("http://no-such-host.invalid/")), Recorder.PATIENCE);
            assertThat(kind(unknown)).isIn(Kind.CONNECT, Kind.CONNECT_TIMEOUT); // a sandbox's resolver may be mute
            assertThat(message(unknown)).contains("no-such-host.invalid");
            HttpExchange six = transport.fetch(get(URI.create("http://[::1]:1/")), Recorder.PATIENCE);
            assertThat(kind(six)).isEqualTo(Kind.CONNECT); // with or without IPv6 on this machine
            assertThat(message(six)).contains("[::1]:1");
            HttpExchange unusable = transport.fetch(get(URI.create("ftp://host/")), Recorder.PATIENCE);
            assertThat(kind(unusable)).isEqualTo(Kind.CONNECT);
            assertThat(message(unusable)).contains("needs http:// or https://");
        }
    }

    @Test
    void leavesDescriptorsToTheRestOfTheProgram() throws Exception {
        // 40 files are open, 16 of the limit stay for others, so that 8 connections may be open
        ConnectionDescriptors few = ConnectionDescriptors.of(new ConnectionDescriptors.Limits(40, 64));
        SystemRunClock clock = SystemRunClock.start();
        ScriptedServer.Script hold = connection -> {
            connection.readRequest();
            connection.write(CHUNKED);
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(hold);
                NettyHttpTransport transport = NettyHttpTransport.open(
                        new TransportSettings(1, Duration.ofSeconds(5), null, true, false, null),
                        clock,
                        new AddressBook(clock),
                        few)) {
            List<Recorder> recorders = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Recorder recorder = new Recorder();
                recorders.add(recorder);
                transport.send(post(server.uri("/x"), true), recorder);
            }
            for (int refused = 0; refused < 4; refused++) {
                HttpExchange exchange = recorders.get(8 + refused).end();
                assertThat(kind(exchange)).isEqualTo(Kind.CONNECT);
                assertThat(message(exchange))
                        .isEqualTo(
                                "no connection to 127.0.0.1:" + server.port() + ": this process may have no more than"
                                        + " 64 files and sockets open; raise that with 'ulimit -n' before the start, or cap the"
                                        + " requests in flight");
            }
            assertThat(few.refused()).isEqualTo(4);
            assertThat(few.connectionsLeft()).isZero();
            assertThat(recorders.stream().limit(8)).noneMatch(Recorder::hasEnded);
        }
        assertThat(few.connectionsLeft()).isEqualTo(8);
    }

    @Test
    void triesTheAddressesOfANameInTurn() {
        // localhost is 127.0.0.1 and, on most machines, ::1, where nobody listens
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport()) {
            URI uri = URI.create("http://localhost:" + server.port() + "/");
            assertThat(transport.fetch(get(uri), Recorder.PATIENCE).failure()).isNull();
            assertThat(server.requests().getFirst().header("Host")).containsExactly("localhost:" + server.port());
        }
    }

    @Test
    void givesUpAfterSilence() {
        TransportSettings settings =
                new TransportSettings(1, Duration.ofSeconds(5), Duration.ofMillis(600), true, false, null);
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\n");
            for (int i = 0; i < 4; i++) {
                connection.pause(250); // longer in all than the timeout, but never silent for so long
                connection.write("data: x\n");
            }
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport(settings)) {
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/x"), true), recorder);
            HttpExchange exchange = recorder.end();
            assertThat(kind(exchange)).isEqualTo(Kind.READ_TIMEOUT);
            assertThat(message(exchange)).isEqualTo("nothing received for 600 ms");
            assertThat(recorder.lines()).hasSize(4);
            long silence = exchange.endNanos() - Recorder.lineNanos(exchange, 3);
            assertThat(silence).isBetween(600_000_000L, 2_000_000_000L);
            Recorder.until(server, s -> s.openConnections() == 0);
        }
    }

    @Test
    void givesUpWhenTheServerTakesNothing() {
        TransportSettings settings =
                new TransportSettings(1, Duration.ofSeconds(5), null, true, false, null, Duration.ofMillis(300), null);
        ScriptedServer.Script deaf = connection -> connection.pause(20_000);
        try (ScriptedServer server = ScriptedServer.start(deaf);
                NettyHttpTransport transport = transport(settings)) {
            HttpRequest big = new HttpRequest("POST", server.uri("/"), List.of(), new byte[32 << 20], false);
            HttpExchange exchange = transport.fetch(big, Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.WRITE_TIMEOUT);
            assertThat(exchange.sentNanos()).isNotEqualTo(HttpExchange.NEVER);
        }
    }

    @Test
    void cancelKeepsWhatHasArrivedAndClosesTheConnection() {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\ndata: x\ndata: y");
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            HttpExchange sent = transport.send(post(server.uri("/x"), true), recorder);
            recorder.firstLine();
            sent.cancel();
            HttpExchange exchange = recorder.end();
            assertThat(kind(exchange)).isEqualTo(Kind.CANCELLED);
            assertThat(recorder.lines()).containsExactly("data: x");
            assertThat(body(exchange)).isEqualTo("data: x\ndata: y");
            exchange.cancel(); // without effect
            Recorder.until(server, s -> s.openConnections() == 0);
            assertThat(recorder.events()).containsExactly("sent", "line", "end");
        }
    }

    @Test
    void cancelWhileConnecting() {
        // 192.0.2.0/24 is reserved for documents: nobody answers, or there is no route
        try (NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            transport.send(get(URI.create("http://192.0.2.1:9/")), recorder).cancel();
            HttpExchange exchange = recorder.end();
            assertThat(kind(exchange)).isIn(Kind.CANCELLED, Kind.CONNECT);
            assertThat(exchange.sentNanos()).isEqualTo(HttpExchange.NEVER);
        }
    }

    @Test
    void closeEndsEverything() {
        ScriptedServer.Script silent = connection -> {
            connection.readRequest();
            connection.clientLeaves(20_000);
        };
        try (ScriptedServer server = ScriptedServer.start(silent)) {
            NettyHttpTransport transport = transport();
            List<Recorder> recorders = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Recorder recorder = new Recorder();
                recorders.add(recorder);
                transport.send(post(server.uri("/x"), true), recorder);
            }
            Recorder.until(server, s -> s.requests().size() == 10);
            transport.close();
            transport.close();
            for (Recorder recorder : recorders) {
                assertThat(kind(recorder.end())).isEqualTo(Kind.CANCELLED);
            }
            Recorder late = new Recorder();
            transport.send(get(server.uri("/")), late);
            assertThat(kind(late.end())).isEqualTo(Kind.CANCELLED);
            late.end().cancel();
            Recorder.until(server, s -> s.openConnections() == 0);
        }
    }

    @Test
    void everyRequestEndsExactlyOnceWhateverHappens() throws InterruptedException {
        ScriptedServer.Script moody = connection -> {
            while (true) {
                int mood = connection.readRequest().bodyText().charAt(0) % 8;
                switch (mood) {
                    case 0 -> {
                        return;
                    }
                    case 1 -> {
                        connection.reset();
                        return;
                    }
                    case 2 -> {
                        connection.write(CHUNKED + "8\r\ndata: x\n\r\n");
                        return;
                    }
                    case 3 -> {
                        connection.write(CHUNKED + "8\r\ndata: x\n\r\n");
                        connection.clientLeaves(20_000);
                        return;
                    }
                    default -> connection.write(Recorder.stream("data: x\n", "data: y\n"));
                }
            }
        };
        int count = 600;
        Random random = new Random(3);
        AtomicIntegerArray ends = new AtomicIntegerArray(count);
        CountDownLatch left = new CountDownLatch(count);
        try (ScriptedServer server = ScriptedServer.start(moody);
                NettyHttpTransport transport = transport()) {
            for (int i = 0; i < count; i++) {
                int index = i;
                byte[] mood = {(byte) ('0' + random.nextInt(8))};
                HttpRequest request = new HttpRequest("POST", server.uri("/x"), List.of(), mood, true);
                HttpExchange sent = transport.send(request, new ExchangeListener() {
                    @Override
                    public void onEnd(HttpExchange exchange) {
                        ends.incrementAndGet(index);
                        left.countDown();
                    }
                });
                if (mood[0] % 8 == 3 || random.nextInt(4) == 0) {
                    sent.cancel();
                }
            }
            assertThat(left.await(Recorder.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
        for (int i = 0; i < count; i++) {
            assertThat(ends.get(i)).as("ends of request %d", i).isEqualTo(1);
        }
    }

    @Test
    void fetchEndsAtItsDeadline() {
        ScriptedServer.Script slow = connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                connection.pause(50);
                connection.write("x");
            }
        };
        try (ScriptedServer server = ScriptedServer.start(slow);
                NettyHttpTransport transport = transport()) {
            HttpExchange exchange = transport.fetch(get(server.uri("/")), Duration.ofMillis(500));
            assertThat(kind(exchange)).isEqualTo(Kind.READ_TIMEOUT);
            assertThat(message(exchange)).isEqualTo("no whole answer within 500 ms");
        }
    }

    @Test
    void listenersMistakesEndOnlyTheirOwnExchange() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(Recorder.stream("data: x\n\n")));
                NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            ExchangeListener faulty = new ExchangeListener() {
                @Override
                public void onLine(HttpExchange exchange, byte[] buffer, int offset, int length, long readNanos) {
                    throw new IllegalStateException("a listener's mistake");
                }

                @Override
                public void onEnd(HttpExchange exchange) {
                    recorder.onEnd(exchange);
                }
            };
            transport.send(post(server.uri("/x"), true), faulty);
            assertThat(message(recorder.end())).contains("internal error", "a listener's mistake");
            assertThat(transport
                            .fetch(post(server.uri("/x"), true), Recorder.PATIENCE)
                            .failure())
                    .isNull();
        }
    }

    @Test
    void followsRedirectsAndKeepsTheFirstSendTime() {
        ScriptedServer.Script script = connection -> {
            while (true) {
                ReceivedRequest request = connection.readRequest();
                switch (request.target()) {
                    case "/a" -> {
                        connection.pause(300);
                        connection.write("HTTP/1.1 307 X\r\nLocation: /b\r\nContent-Length: 4\r\n\r\ngone");
                    }
                    case "/b" -> connection.write("HTTP/1.1 303 X\r\nLocation: c?q\r\nContent-Length: 0\r\n\r\n");
                    case "/loop" -> connection.write("HTTP/1.1 302 X\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n");
                    case "/nowhere" ->
                        connection.write("HTTP/1.1 302 X\r\nLocation: news:x\r\nContent-Length: 0\r\n\r\n");
                    default -> connection.write(answer("200 OK", "there\n"));
                }
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            HttpRequest request = post(server.uri("/a"), true);
            transport.send(request, recorder);
            HttpExchange exchange = recorder.end();
            assertThat(exchange.failure()).isNull();
            assertThat(exchange.status()).isEqualTo(200);
            assertThat(recorder.lines()).containsExactly("there");
            assertThat(recorder.events()).containsExactly("sent", "line", "end");
            assertThat(exchange.request()).isSameAs(request);
            assertThat(server.requests().stream().map(r -> r.method() + r.target() + r.bodyText()))
                    .containsExactly("POST/a{\"prompt\":\"Grüße\"}", "POST/b{\"prompt\":\"Grüße\"}", "GET/c?q");
            assertThat(server.connections()).isEqualTo(1);
            assertThat(exchange.headNanos() - exchange.sentNanos()).isGreaterThan(250_000_000L);

            HttpExchange loop = transport.fetch(get(server.uri("/loop")), Recorder.PATIENCE);
            assertThat(kind(loop)).isEqualTo(Kind.PROTOCOL);
            assertThat(message(loop)).isEqualTo("more than 20 redirects");
            HttpExchange nowhere = transport.fetch(get(server.uri("/nowhere")), Recorder.PATIENCE);
            assertThat(message(nowhere)).contains("cannot be used", "news:x");
        }
    }

    @Test
    void followsRedirectsToAnotherServerWithoutTheKey() {
        try (ScriptedServer there = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "there")));
                ScriptedServer here = ScriptedServer.start(ScriptedServer.always(
                        "HTTP/1.1 308 X\r\nLocation: " + there.uri("/x") + "\r\nContent-Length: 0\r\n\r\n"));
                NettyHttpTransport transport = transport()) {
            HttpRequest request = new HttpRequest(
                    "POST",
                    here.uri("/"),
                    List.of(Map.entry("Authorization", "Bearer secret")),
                    "{}".getBytes(StandardCharsets.UTF_8),
                    false);
            assertThat(body(transport.fetch(request, Recorder.PATIENCE))).isEqualTo("there");
            assertThat(here.requests().getFirst().header("authorization")).containsExactly("Bearer secret");
            assertThat(there.requests().getFirst().header("authorization")).isEmpty();
            assertThat(there.requests().getFirst().bodyText()).isEqualTo("{}");
            assertThat(there.requests().getFirst().header("host")).containsExactly("127.0.0.1:" + there.port());
        }
    }

    @Test
    void leavesRedirectsAloneWhenToldTo() {
        TransportSettings settings = new TransportSettings(1, null, null, false, false, null);
        String text = "HTTP/1.1 302 X\r\nLocation: /b\r\nContent-Length: 4\r\n\r\ngone";
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(text));
                NettyHttpTransport transport = transport(settings)) {
            HttpExchange exchange = transport.fetch(get(server.uri("/a")), Recorder.PATIENCE);
            assertThat(exchange.failure()).isNull();
            assertThat(exchange.status()).isEqualTo(302);
            assertThat(body(exchange)).isEqualTo("gone");
        }
    }

    @Test
    void decodesCompressedStreamsAndBodies() {
        byte[] plain = "data: Grüße\n\ndata: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);
        byte[] packed = ContentDecoderTest.gzip(plain);
        ScriptedServer.Script script = connection -> {
            while (true) {
                connection.readRequest();
                connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.length + "\r\n\r\n");
                connection.write(packed);
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport()) {
            Recorder recorder = new Recorder();
            transport.send(post(server.uri("/x"), true), recorder);
            assertThat(recorder.end().failure()).isNull();
            assertThat(recorder.lines()).containsExactly("data: Grüße", "data: [DONE]");
            assertThat(body(recorder.end())).isEqualTo("data: Grüße\ndata: [DONE]\n");
            transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
