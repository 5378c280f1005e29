package dev.guidellm.testserver;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A loopback server whose every byte is told by a script, run once for each connection on a thread of its own.
public final class ScriptedServer implements AutoCloseable {
    /// What happens on a connection; it is closed when the script returns or throws.
    public interface Script {
        void serve(Connection connection) throws IOException, InterruptedException;
    }

    private final ServerSocket listener;
    private final Script script;
    private final @Nullable SSLContext tls;
    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private int postsInFlight;
    private int maxInFlight;

    private ScriptedServer(ServerSocket listener, @Nullable SSLContext tls, Script script) {
        this.listener = listener;
        this.tls = tls;
        this.script = script;
    }

    /// Listens on 127.0.0.1, on a free port.
    public static ScriptedServer start(Script script) {
        return start(null, script);
    }

    /// As [#start(Script)], with TLS.
    public static ScriptedServer startTls(SSLContext tls, Script script) {
        return start(tls, script);
    }

    private static ScriptedServer start(@Nullable SSLContext tls, Script script) {
        try {
            ServerSocket listener = new ServerSocket(0, 1024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
            ScriptedServer server = new ScriptedServer(listener, tls, script);
            Thread.ofVirtual().name("scripted-server").start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Answers every request of every connection with the same bytes, and keeps the connection.
    public static Script always(String answer) {
        return connection -> {
            while (true) {
                connection.readRequest();
                connection.write(answer);
            }
        };
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// `http://127.0.0.1:port` (or `https://localhost:port`) and `path`.
    public URI uri(String path) {
        return URI.create((tls == null ? "http://127.0.0.1:" : "https://localhost:") + port() + path);
    }

    /// Everything received so far, whole requests only, in order of arrival.
    public List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    /// Connections accepted so far.
    public int connections() {
        return accepted.get();
    }

    /// Connections that are open now.
    public int openConnections() {
        return open.size();
    }

    /// Most POSTs answered at once, so far.
    public synchronized int maxInFlight() {
        return maxInFlight;
    }

    /// Stops listening and closes all connections.
    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized void postBegins(ReceivedRequest request) {
        postsInFlight++;
        maxInFlight = Math.max(maxInFlight, postsInFlight);
        request.inFlight(postsInFlight);
    }

    synchronized void postEnds() {
        postsInFlight--;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                int number = accepted.incrementAndGet();
                Thread.ofVirtual().name("scripted-connection-" + number).start(() -> serve(socket, number));
            }
        } catch (IOException closed) {
            // the server was closed
        }
    }

    private void serve(Socket plain, int number) {
        open.add(plain);
        try (Socket socket = tls == null ? plain : secured(plain)) {
            socket.setTcpNoDelay(true);
            script.serve(new Connection(socket, number));
        } catch (IOException | InterruptedException over) {
            // the client left, or the server was closed
        } finally {
            open.remove(plain);
        }
    }

    private Socket secured(Socket plain) throws IOException {
        javax.net.ssl.SSLSocket socket = (javax.net.ssl.SSLSocket)
                java.util.Objects.requireNonNull(tls).getSocketFactory().createSocket(plain, null, true);
        socket.setUseClientMode(false);
        return socket;
    }

    /// A script's side of one connection. For the script's thread.
    public final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;
        private final int number;
        private @Nullable ReceivedRequest latest;

        private Connection(Socket socket, int number) throws IOException {
            this.socket = socket;
            this.in = new java.io.BufferedInputStream(socket.getInputStream(), 65536);
            this.out = socket.getOutputStream();
            this.number = number;
        }

        /// Counted from 1 in the order of acceptance.
        public int number() {
            return number;
        }

        /// The socket, for options and odd endings.
        public Socket socket() {
            return socket;
        }

        /// Reads one request with its body and notes it in [ScriptedServer#requests()].
        public ReceivedRequest readRequest() throws IOException {
            in.mark(1);
            if (in.read() < 0) {
                throw new EOFException();
            }
            in.reset();
            long firstByte = System.nanoTime();
            String[] start = line().split(" ", 3);
            List<Map.Entry<String, String>> headers = new ArrayList<>();
            int length = 0;
            boolean chunked = false;
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                String name = line.substring(0, Math.max(colon, 0)).strip();
                String value = line.substring(colon + 1).strip();
                headers.add(Map.entry(name, value));
                if (name.equalsIgnoreCase("content-length")) {
                    length = Integer.parseInt(value);
                }
                chunked |= name.equalsIgnoreCase("transfer-encoding");
            }
            byte[] body = chunked ? chunks() : exactly(length);
            ReceivedRequest request = new ReceivedRequest(
                    start[0], start.length > 1 ? start[1] : "/", headers, body, number, firstByte, System.nanoTime());
            latest = request;
            requests.add(request);
            return request;
        }

        /// Writes the characters as bytes of ISO 8859-1, at once.
        public void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        /// Writes the bytes with one call.
        public void write(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
            if (latest != null) {
                latest.wrote(bytes.length);
            }
        }

        /// Waits.
        public void pause(long millis) throws InterruptedException {
            Thread.sleep(millis);
        }

        /// Reads until the client closes; true when it did within `millis`.
        public boolean clientLeaves(int millis) throws IOException {
            socket.setSoTimeout(millis);
            try {
                while (in.read() >= 0) {
                    // dropped
                }
                return true;
            } catch (java.net.SocketTimeoutException e) {
                return false;
            } catch (IOException e) {
                return true;
            }
        }

        /// Closes with a reset instead of in good order.
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new EOFException();
                }
                if (b != '\r') {
                    line.write(b);
                }
            }
            return line.toString(StandardCharsets.ISO_8859_1);
        }

        private byte[] chunks() throws IOException {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            for (int size = size(); size > 0; size = size()) {
                body.writeBytes(exactly(size));
                line();
            }
            line();
            return body.toByteArray();
        }

        private int size() throws IOException {
            return Integer.parseInt(line().split(";")[0].strip(), 16);
        }

        private byte[] exactly(int length) throws IOException {
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException();
            }
            return bytes;
        }
    }
}
