package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionStrategyTest {
    private static final ScriptedServer.Script OK = ScriptedServer.always(answer("200 OK", "{}"));

    @Test
    void perRequestOpensAConnectionForEachAndClosesIt() {
        try (ScriptedServer server = ScriptedServer.start(OK);
                NettyHttpTransport transport = transport(settings(ConnectionStrategy.PER_REQUEST))) {
            transport.warmUp(server.uri("/"), 5);
            assertThat(transport.connectionsOpened()).isZero();
            for (int i = 1; i <= 4; i++) {
                HttpExchange exchange = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
                assertThat(message(exchange)).isEmpty();
                assertThat(exchange.connectionReused()).isFalse();
                assertThat(transport.connectionsOpened()).isEqualTo(i);
            }
            assertThat(server.requests())
                    .allSatisfy(
                            request -> assertThat(request.header("Connection")).containsExactly("close"));
            Recorder.until(server, s -> s.openConnections() == 0);
        }
    }

    @Test
    void perRequestFollowsARedirectOnANewConnection() {
        ScriptedServer.Script script = connection -> {
            while (true) {
                boolean first = connection.readRequest().path().equals("/a");
                connection.write(
                        first ? "HTTP/1.1 307 X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n" : answer("200 OK", "b"));
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport(settings(ConnectionStrategy.PER_REQUEST))) {
            assertThat(Recorder.body(transport.fetch(get(server.uri("/a")), Recorder.PATIENCE)))
                    .isEqualTo("b");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void stickyKeepsAConversationOnItsConnection() {
        try (ScriptedServer server = ScriptedServer.start(OK);
                NettyHttpTransport transport = transport(settings(ConnectionStrategy.STICKY))) {
            for (int turn = 0; turn < 5; turn++) {
                for (String conversation : List.of("a", "b", "c")) {
                    ask(transport, server.uri("/" + conversation), conversation, turn == 4);
                }
            }
            for (String conversation : List.of("/a", "/b", "/c")) {
                assertThat(server.requests())
                        .filteredOn(request -> request.path().equals(conversation))
                        .extracting(ReceivedRequest::connection)
                        .hasSize(5)
                        .containsOnly(server.requests().stream()
                                .filter(request -> request.path().equals(conversation))
                                .findFirst()
                                .orElseThrow()
                                .connection());
            }
            assertThat(server.connections()).isEqualTo(3);
            assertThat(server.requests())
                    .filteredOn(request -> !request.header("Connection").isEmpty())
                    .hasSize(3);
            Recorder.until(server, s -> s.openConnections() == 0);
        }
    }

    @Test
    void stickyOpensAgainWhatTheServerClosed() {
        ScriptedServer.Script once = connection -> {
            connection.readRequest();
            connection.write(answer("200 OK", "{}"));
        };
        try (ScriptedServer server = ScriptedServer.start(once);
                NettyHttpTransport transport = transport(settings(ConnectionStrategy.STICKY))) {
            for (int turn = 0; turn < 3; turn++) {
                ask(transport, server.uri("/"), "a", false);
                Recorder.until(server, s -> s.openConnections() == 0);
            }
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    @Test
    void stickyGivesParallelBranchesConnectionsOfTheirOwn() throws InterruptedException {
        CountDownLatch both = new CountDownLatch(2);
        ScriptedServer.Script script = connection -> {
            while (true) {
                connection.readRequest();
                both.countDown();
                assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
                connection.write(answer("200 OK", "{}"));
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = transport(settings(ConnectionStrategy.STICKY))) {
            Recorder one = new Recorder();
            Recorder other = new Recorder();
            transport.send(turn(server.uri("/"), "a", false), one);
            transport.send(turn(server.uri("/"), "a", false), other);
            assertThat(message(one.end())).isEmpty();
            assertThat(message(other.end())).isEmpty();
            ask(transport, server.uri("/"), "a", false);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void stickyBeginsWithConnectionsOpenedBeforehand() {
        try (ScriptedServer server = ScriptedServer.start(OK);
                NettyHttpTransport transport = transport(settings(ConnectionStrategy.STICKY))) {
            transport.warmUp(server.uri("/"), 2);
            assertThat(transport.connectionsOpened()).isEqualTo(2);
            for (String conversation : List.of("a", "b", "a", "b")) {
                ask(transport, server.uri("/"), conversation, false);
            }
            ask(transport, server.uri("/"), "c", false); // the others' connections are not for it
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    @Test
    void aConversationsConnectionOutlastsThePool() {
        TransportSettings settings = new TransportSettings(
                        1, Duration.ofSeconds(5), null, true, false, null, null, Duration.ofMillis(300))
                .withStrategy(ConnectionStrategy.STICKY);
        try (ScriptedServer server = ScriptedServer.start(OK);
                NettyHttpTransport transport = transport(settings)) {
            ask(transport, server.uri("/"), "a", false);
            transport.fetch(get(server.uri("/")), Recorder.PATIENCE); // of no conversation: pooled, swept
            Recorder.until(server, s -> s.openConnections() == 1);
            ask(transport, server.uri("/"), "a", true);
            assertThat(server.requests())
                    .extracting(ReceivedRequest::connection)
                    .containsExactly(1, 2, 1);
        }
    }

    @Test
    void aRequestThatWaitsTakesAConnectionThatBecomesFree() {
        // The second connection never gets through its TLS handshake; without taking the first one, its request
        // hangs.
        CountDownLatch goOn = new CountDownLatch(1);
        ScriptedServer.Script script = connection -> {
            if (connection.number() > 1) {
                goOn.countDown();
                connection.pause(20_000);
            }
            connection.readRequest();
            assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
            connection.write(answer("200 OK", "first"));
            connection.readRequest();
            connection.write(answer("200 OK", "second"));
        };
        TransportSettings settings = new TransportSettings(1, null, null, true, false, null);
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), script);
                NettyHttpTransport transport = transport(settings)) {
            Recorder one = new Recorder();
            Recorder other = new Recorder();
            transport.send(get(server.uri("/")), one);
            Recorder.until(server, s -> !s.requests().isEmpty());
            transport.send(get(server.uri("/")), other);
            assertThat(Recorder.body(one.end())).isEqualTo("first");
            assertThat(Recorder.body(other.end())).isEqualTo("second");
            assertThat(other.end().connectionReused()).isTrue();
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void theConnectionThatWasNotNeededGoesToThePool() {
        CountDownLatch late = new CountDownLatch(1);
        ScriptedServer.Script script = connection -> {
            if (connection.number() > 1) {
                assertThat(late.await(20, TimeUnit.SECONDS)).isTrue();
            }
            while (true) {
                connection.readRequest();
                connection.write(answer("200 OK", "ok"));
                connection.pause(connection.number() > 1 ? 0 : 50);
            }
        };
        TransportSettings settings = new TransportSettings(1, null, null, true, false, null, null, null);
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), script);
                NettyHttpTransport transport = transport(settings)) {
            Recorder first = new Recorder();
            transport.send(get(server.uri("/")), first);
            first.end();
            Recorder one = new Recorder();
            Recorder other = new Recorder();
            transport.send(get(server.uri("/")), one);
            transport.send(get(server.uri("/")), other);
            one.end();
            other.end();
            late.countDown();
            Recorder.until(server, _ -> transport.connectionsOpened() == 2);
            Recorder again = new Recorder();
            Recorder more = new Recorder();
            transport.send(get(server.uri("/")), again);
            transport.send(get(server.uri("/")), more);
            assertThat(message(again.end())).isEmpty();
            assertThat(message(more.end())).isEmpty();
            assertThat(transport.connectionsOpened()).isBetween(2L, 3L);
        }
    }

    @Test
    void aRequestGivenUpWhileItWaitsTakesNothing() {
        ScriptedServer.Script script = connection -> {
            if (connection.number() > 1) {
                connection.pause(20_000);
            }
            while (true) {
                connection.readRequest();
                connection.pause(300);
                connection.write(answer("200 OK", "ok"));
            }
        };
        TransportSettings settings = new TransportSettings(1, null, null, true, false, null);
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), script);
                NettyHttpTransport transport = transport(settings)) {
            Recorder one = new Recorder();
            transport.send(get(server.uri("/")), one);
            Recorder.until(server, s -> !s.requests().isEmpty());
            Recorder given = new Recorder();
            transport.send(get(server.uri("/")), given).cancel();
            Recorder other = new Recorder();
            transport.send(get(server.uri("/")), other);
            assertThat(Recorder.kind(given.end())).isEqualTo(TransportFailure.Kind.CANCELLED);
            assertThat(message(other.end())).isEmpty();
            assertThat(server.requests()).hasSize(2);
        }
    }

    private static void ask(HttpTransport transport, URI uri, String conversation, boolean last) {
        Recorder recorder = new Recorder();
        transport.send(turn(uri, conversation, last), recorder);
        assertThat(message(recorder.end())).isEmpty();
    }

    private static HttpRequest turn(URI uri, String conversation, boolean last) {
        return new HttpRequest(
                "POST",
                uri,
                List.of(Map.entry("Content-Type", "application/json")),
                new byte[] {'{', '}'},
                false,
                new HttpRequest.Affinity(conversation, last));
    }

    private static TransportSettings settings(ConnectionStrategy strategy) {
        return Recorder.settings().withStrategy(strategy);
    }
}
