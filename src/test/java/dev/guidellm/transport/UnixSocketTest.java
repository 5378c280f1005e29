package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.transport.TransportFailure.Kind;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnixSocketTest {
    private static final URI URI_OF_ALL = URI.create("http://model.example/v1/x");

    private Path folder = Path.of("");

    @BeforeEach
    void makeShortFolder() throws IOException {
        folder = Files.createTempDirectory("uds"); // a socket's path must be short
    }

    @AfterEach
    void removeFolder() throws IOException {
        Files.deleteIfExists(folder.resolve("s"));
        Files.delete(folder);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void asksTheServerBehindTheSocket(boolean portable) throws Exception {
        Path path = folder.resolve("s");
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(path));
            Thread.ofVirtual().start(() -> serve(listener, connections));
            TransportSettings settings = Recorder.settings()
                    .withProxies(ProxyRules.always(ProxyServer.parse("nowhere.invalid:1")))
                    .withUnixSocket(path);
            try (NettyHttpTransport transport = portable
                    ? NettyHttpTransport.openPortable(settings, SystemRunClock.start())
                    : NettyHttpTransport.open(settings, SystemRunClock.start())) {
                for (int i = 0; i < 3; i++) {
                    HttpExchange exchange = transport.fetch(get(URI_OF_ALL), Recorder.PATIENCE);
                    assertThat(message(exchange)).isEmpty();
                    assertThat(Recorder.body(exchange)).isEqualTo("GET /v1/x HTTP/1.1, Host: model.example");
                }
                assertThat(connections).hasValue(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void saysWhyTheSocketCannotBeUsed(boolean portable) throws Exception {
        TransportSettings settings = Recorder.settings().withUnixSocket(folder.resolve("s"));
        try (NettyHttpTransport transport = portable
                ? NettyHttpTransport.openPortable(settings, SystemRunClock.start())
                : NettyHttpTransport.open(settings, SystemRunClock.start())) {
            HttpExchange missing = transport.fetch(get(URI_OF_ALL), Recorder.PATIENCE);
            assertThat(kind(missing)).isEqualTo(Kind.CONNECT);
            assertThat(message(missing)).isEqualTo("there is no Unix socket " + folder.resolve("s"));
            ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
            listener.close(); // its file stays
            HttpExchange left = transport.fetch(get(URI_OF_ALL), Recorder.PATIENCE);
            assertThat(message(left)).isEqualTo("connection to the Unix socket " + folder.resolve("s") + " refused");
        }
    }

    @Test
    void refusesAPathThatTheSystemWouldCutOff() {
        Path path = Path.of("/" + "x".repeat(200));
        assertThatThrownBy(
                        () -> NettyHttpTransport.open(Recorder.settings().withUnixSocket(path), SystemRunClock.start()))
                .isInstanceOf(TransportSetupException.class)
                .hasMessageStartingWith("Unix socket " + path + ": the path has 201 bytes");
    }

    private static void serve(ServerSocketChannel listener, AtomicInteger connections) {
        try {
            while (true) {
                SocketChannel socket = listener.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> answerAll(socket));
            }
        } catch (IOException over) {
            // the test is over
        }
    }

    private static void answerAll(SocketChannel socket) {
        try (socket) {
            ByteBuffer in = ByteBuffer.allocate(8192);
            while (socket.read(in) >= 0) {
                String text = new String(in.array(), 0, in.position(), StandardCharsets.US_ASCII);
                if (text.endsWith("\r\n\r\n")) {
                    String[] lines = text.split("\r\n");
                    byte[] out = answer("200 OK", lines[0] + ", " + lines[1]).getBytes(StandardCharsets.US_ASCII);
                    socket.write(ByteBuffer.wrap(out));
                    in.clear();
                }
            }
        } catch (IOException over) {
            // the client left
        }
    }
}
