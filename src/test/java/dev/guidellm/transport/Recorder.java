package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.testserver.ScriptedServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Listens to one exchange and lets a test wait for its end.
final class Recorder implements ExchangeListener {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final CompletableFuture<HttpExchange> end = new CompletableFuture<>();
    private final CompletableFuture<HttpExchange> firstLine = new CompletableFuture<>();
    private final List<String> lines = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    @Override
    public void onSent(HttpExchange exchange, long nanos) {
        events.add("sent");
    }

    @Override
    public void onLine(HttpExchange exchange, byte[] buffer, int offset, int length, long readNanos) {
        lines.add(new String(buffer, offset, length, StandardCharsets.UTF_8));
        events.add("line");
        firstLine.complete(exchange);
    }

    @Override
    public void onEnd(HttpExchange exchange) {
        events.add("end");
        end.complete(exchange);
    }

    /// Waits for the first line.
    HttpExchange firstLine() {
        return get(firstLine);
    }

    /// Waits for the end.
    HttpExchange end() {
        return get(end);
    }

    boolean hasEnded() {
        return end.isDone();
    }

    /// Lines as they were told; read after the end.
    List<String> lines() {
        return lines;
    }

    /// What was told, in order; read after the end.
    List<String> events() {
        return events;
    }

    static HttpExchange get(CompletableFuture<HttpExchange> future) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the exchange did not get there in time", e);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    // ---- what most tests of the transport need ---------------------------------------------------------------------

    static TransportSettings settings() {
        return new TransportSettings(2, Duration.ofSeconds(5), null, true, false, null);
    }

    static NettyHttpTransport transport() {
        return transport(settings());
    }

    static NettyHttpTransport transport(TransportSettings settings) {
        try {
            return NettyHttpTransport.open(settings, SystemRunClock.start());
        } catch (TransportSetupException e) {
            throw new AssertionError(e);
        }
    }

    static HttpRequest get(URI uri) {
        return new HttpRequest("GET", uri, List.of(), new byte[0], false);
    }

    static HttpRequest post(URI uri, boolean lines) {
        return new HttpRequest(
                "POST",
                uri,
                List.of(Map.entry("Content-Type", "application/json")),
                "{\"prompt\":\"Grüße\"}".getBytes(StandardCharsets.UTF_8),
                lines);
    }

    static long lineNanos(HttpExchange exchange, int index) {
        return cursorAt(exchange, index).nanos();
    }

    static String line(HttpExchange exchange, int index) {
        LineCursor cursor = cursorAt(exchange, index);
        return new String(cursor.buffer(), 0, cursor.length(), StandardCharsets.UTF_8);
    }

    private static LineCursor cursorAt(HttpExchange exchange, int index) {
        LineCursor cursor = exchange.lines().cursor();
        for (int i = 0; i <= index; i++) {
            assertThat(cursor.next()).isTrue();
        }
        return cursor;
    }

    static String body(HttpExchange exchange) {
        return new String(exchange.body(), 0, exchange.bodyLength(), StandardCharsets.UTF_8);
    }

    static TransportFailure.@Nullable Kind kind(HttpExchange exchange) {
        TransportFailure failure = exchange.failure();
        return failure == null ? null : failure.kind();
    }

    static String message(HttpExchange exchange) {
        TransportFailure failure = exchange.failure();
        return failure == null ? "" : failure.message();
    }

    /// A whole answer with a length.
    static String answer(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /// A whole event stream in chunks, one for each event.
    static String stream(String... events) {
        StringBuilder out = new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (String event : events) {
            out.append(Integer.toHexString(event.length()))
                    .append("\r\n")
                    .append(event)
                    .append("\r\n");
        }
        return out.append("0\r\n\r\n").toString();
    }

    /// Waits for something that another thread brings about.
    static void until(ScriptedServer server, java.util.function.Predicate<ScriptedServer> condition) {
        until(() -> condition.test(server));
    }

    /// Waits for something that another thread brings about.
    static void until(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("did not come to pass in time");
            }
            java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
        }
    }
}
