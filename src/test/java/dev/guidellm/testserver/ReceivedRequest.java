package dev.guidellm.testserver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// One request as a test server saw it, and when it wrote its answer. All times are `System.nanoTime()`.
public final class ReceivedRequest {
    /// One write of the answer, timed just after it returned.
    ///
    /// @param bytes how many
    public record Write(long nanoTime, int bytes) {}

    private final String method;
    private final String target;
    private final List<Map.Entry<String, String>> headers;
    private final byte[] body;
    private final int connection;
    private final long firstByteNanoTime;
    private final long receivedNanoTime;
    private final List<Write> writes = Collections.synchronizedList(new ArrayList<>());
    private volatile int inFlight;

    ReceivedRequest(
            String method,
            String target,
            List<Map.Entry<String, String>> headers,
            byte[] body,
            int connection,
            long firstByteNanoTime,
            long receivedNanoTime) {
        this.method = method;
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.connection = connection;
        this.firstByteNanoTime = firstByteNanoTime;
        this.receivedNanoTime = receivedNanoTime;
    }

    public String method() {
        return method;
    }

    /// Path and query.
    public String target() {
        return target;
    }

    /// The path alone.
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /// Names as sent, in order.
    public List<Map.Entry<String, String>> headers() {
        return headers;
    }

    /// All values of a header; upper and lower case do not matter.
    public List<String> header(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    public byte[] body() {
        return body.clone();
    }

    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /// Number of the connection, counted from 1 in the order of acceptance.
    public int connection() {
        return connection;
    }

    /// When its first byte had been read (for a pipelined byte: when it was looked at).
    public long firstByteNanoTime() {
        return firstByteNanoTime;
    }

    /// When it had been read whole.
    public long receivedNanoTime() {
        return receivedNanoTime;
    }

    /// Writes of the answer so far.
    public List<Write> writes() {
        synchronized (writes) {
            return List.copyOf(writes);
        }
    }

    /// POSTs being answered when this one came, itself included; 0 for other methods.
    public int inFlight() {
        return inFlight;
    }

    void wrote(int bytes) {
        writes.add(new Write(System.nanoTime(), bytes));
    }

    void inFlight(int count) {
        inFlight = count;
    }

    @Override
    public String toString() {
        return method + " " + target + " on connection " + connection;
    }
}
