package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.transport.TransportFailure.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class AddressRaceTest {
    private static final ScriptedServer.Script OK = ScriptedServer.always(answer("200 OK", "ok"));

    @Test
    void familiesTakeTurns() {
        assertThat(AddressRace.byTurns(addresses("10.0.0.1", "10.0.0.2", "10.0.0.3", "::1", "::2")))
                .isEqualTo(addresses("10.0.0.1", "::1", "10.0.0.2", "::2", "10.0.0.3"));
        assertThat(AddressRace.byTurns(addresses("::1", "10.0.0.1", "10.0.0.2")))
                .isEqualTo(addresses("::1", "10.0.0.1", "10.0.0.2"));
    }

    @Test
    @EnabledOnOs(OS.LINUX) // the whole of 127.0.0.0/8 is this machine
    void goesOnWhenAnAddressRefuses() throws TransportSetupException {
        AtomicInteger lookups = new AtomicInteger();
        try (ScriptedServer server = ScriptedServer.start(OK);
                NettyHttpTransport transport = NettyHttpTransport.open(
                        Recorder.settings().withStrategy(ConnectionStrategy.PER_REQUEST),
                        SystemRunClock.start(),
                        book(lookups, "127.0.0.3", "127.0.0.2", "127.0.0.1"))) {
            for (int i = 0; i < 3; i++) {
                HttpExchange exchange = transport.fetch(get(uri(server)), Recorder.PATIENCE);
                assertThat(message(exchange)).isEmpty();
            }
            assertThat(server.requests().getFirst().header("Host")).containsExactly("model.test:" + server.port());
            assertThat(lookups).hasValue(1); // kept for a while
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void goesOnWhenAnAddressIsSilent() throws Exception {
        TransportSettings settings = new TransportSettings(1, Duration.ofSeconds(15), null, true, false, null);
        try (ScriptedServer server = ScriptedServer.start(OK);
                Silence silence = new Silence("127.0.0.2", server.port());
                NettyHttpTransport transport = NettyHttpTransport.open(
                        settings, SystemRunClock.start(), book(new AtomicInteger(), "127.0.0.2", "127.0.0.1"))) {
            assertThat(silence.isSilent()).isTrue();
            HttpExchange exchange = transport.fetch(get(uri(server)), Recorder.PATIENCE);
            assertThat(message(exchange)).isEmpty();
            WireLog.Opening opening = Objects.requireNonNull(exchange.wire().opening());
            // a head start, and no more than a fraction of the timeout
            assertThat(opening.connect()).isBetween(200_000_000L, 5_000_000_000L);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void keepsToOneTimeoutForAllAddresses() throws Exception {
        TransportSettings settings = new TransportSettings(1, Duration.ofMillis(600), null, true, false, null);
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Silence one = new Silence("127.0.0.2", port.getLocalPort());
                Silence other = new Silence("127.0.0.3", port.getLocalPort());
                NettyHttpTransport transport = NettyHttpTransport.open(
                        settings, SystemRunClock.start(), book(new AtomicInteger(), "127.0.0.2", "127.0.0.3"))) {
            assertThat(one.isSilent() && other.isSilent()).isTrue();
            URI uri = URI.create("http://model.test:" + port.getLocalPort() + "/");
            HttpExchange exchange = transport.fetch(get(uri), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT_TIMEOUT);
            assertThat(message(exchange))
                    .isEqualTo("no connection to model.test:" + port.getLocalPort() + " within 600 ms");
            assertThat(transport.connectionsOpened()).isZero();
        }
    }

    @Test
    void connectsToIpv6Literals() throws IOException {
        InetAddress six = InetAddress.ofLiteral("::1");
        ServerSocket listener;
        try {
            listener = new ServerSocket(0, 10, six);
        } catch (IOException e) {
            Assumptions.abort("this machine has no IPv6");
            return;
        }
        try (listener;
                NettyHttpTransport transport = Recorder.transport()) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = listener.accept()) {
                    byte[] head = new byte[4096];
                    int length = socket.getInputStream().read(head);
                    String host = new String(head, 0, length, StandardCharsets.US_ASCII)
                            .lines()
                            .filter(line -> line.startsWith("Host: "))
                            .findFirst()
                            .orElse("none");
                    socket.getOutputStream().write(answer("200 OK", host).getBytes(StandardCharsets.US_ASCII));
                } catch (IOException over) {
                    // the test is over
                }
            });
            URI uri = URI.create("http://[::1]:" + listener.getLocalPort() + "/");
            assertThat(Recorder.body(transport.fetch(get(uri), Recorder.PATIENCE)))
                    .isEqualTo("Host: [::1]:" + listener.getLocalPort());
        }
    }

    /// Listens and takes no connection: with its queue full, the system answers to no other.
    private static final class Silence implements AutoCloseable {
        private final ServerSocket listener;
        private final List<Socket> queue = new ArrayList<>();
        private boolean silent;

        Silence(String address, int port) throws IOException {
            listener = new ServerSocket(port, 1, InetAddress.ofLiteral(address));
            for (int i = 0; i < 8 && !silent; i++) {
                Socket socket = new Socket();
                queue.add(socket);
                try {
                    socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), 300);
                } catch (SocketTimeoutException e) {
                    silent = true;
                }
            }
        }

        boolean isSilent() {
            return silent;
        }

        @Override
        public void close() throws IOException {
            listener.close();
            for (Socket socket : queue) {
                socket.close();
            }
        }
    }

    private static URI uri(ScriptedServer server) {
        return URI.create("http://model.test:" + server.port() + "/");
    }

    private static AddressBook book(AtomicInteger lookups, String... addresses) {
        return new AddressBook(SystemRunClock.start(), host -> {
            lookups.incrementAndGet();
            if (!host.equals("model.test")) {
                throw new UnknownHostException(host);
            }
            return addresses(addresses).toArray(new InetAddress[0]);
        });
    }

    private static List<InetAddress> addresses(String... texts) {
        return Arrays.stream(texts).map(InetAddress::ofLiteral).toList();
    }
}
