package dev.guidellm.transport;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The HTTP/2 connections of one server address, and who waits for one. Lock-free; any thread may take room, only a
/// connection's own loop adds and withdraws it.
final class Http2Pool {
    private static final Http2ClientConnection[] NONE = {};

    private final AtomicReferenceArray<Http2ClientConnection[]> shared;
    private final WaitingLine[] lines;
    private final AtomicBoolean toldOfFallback = new AtomicBoolean();
    private volatile boolean expected;
    private volatile int roomOfOne;

    /// @param expected whether connections are expected to be of HTTP/2
    /// @param roomOfOne how many exchanges one connection is expected to carry
    Http2Pool(int loops, boolean expected, int roomOfOne) {
        this.expected = expected;
        this.roomOfOne = roomOfOne;
        this.shared = new AtomicReferenceArray<>(loops);
        this.lines = new WaitingLine[loops];
        for (int i = 0; i < loops; i++) {
            shared.set(i, NONE);
            lines[i] = new WaitingLine();
        }
    }

    /// Whether the next connection is expected to be of HTTP/2. Only a TLS handshake can tell otherwise.
    boolean isExpected() {
        return expected;
    }

    /// The server has chosen HTTP/1.1 where HTTP/2 was offered.
    ///
    /// @return whether this is the first time
    boolean noteFallback() {
        expected = false;
        return toldOfFallback.compareAndSet(false, true);
    }

    /// How many exchanges one connection is expected to carry.
    int roomOfOne() {
        return roomOfOne;
    }

    void noteRoom(int streams) {
        roomOfOne = Math.max(1, streams);
    }

    /// Requests of loop `index` that wait for a connection. For that loop only.
    WaitingLine line(int index) {
        return lines[index];
    }

    /// Room on the connection of loop `index` that has the fewest exchanges; null for none.
    @Nullable
    Connection take(int index) {
        while (true) {
            Http2ClientConnection found = null;
            int fewest = Integer.MAX_VALUE;
            for (Http2ClientConnection each : shared.get(index)) {
                int taken = each.taken();
                if (taken < fewest && taken < each.limit()) {
                    found = each;
                    fewest = taken;
                }
            }
            if (found == null || found.tryTake()) {
                return found;
            }
        }
    }

    /// Lets everybody use a connection of loop `index`. On that loop.
    void share(int index, Http2ClientConnection connection) {
        expected = true;
        Http2ClientConnection[] before = shared.get(index);
        Http2ClientConnection[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = connection;
        shared.set(index, after);
    }

    /// Nobody new shall use the connection. On its loop.
    void withdraw(int index, Http2ClientConnection connection) {
        shared.set(
                index,
                Arrays.stream(shared.get(index))
                        .filter(each -> each != connection)
                        .toArray(Http2ClientConnection[]::new));
    }

    /// Room for requests, as far as can be told while it is taken and given back.
    int room() {
        int count = 0;
        for (int i = 0; i < shared.length(); i++) {
            for (Http2ClientConnection each : shared.get(i)) {
                count += each.room();
            }
        }
        return count;
    }

    /// Closes the connections of loop `index` that nobody has used since `idleSinceBefore`. On that loop.
    void sweep(int index, long idleSinceBefore) {
        for (Http2ClientConnection connection : shared.get(index)) {
            connection.closeIfIdleSince(idleSinceBefore); // withdraws itself
        }
    }
}
