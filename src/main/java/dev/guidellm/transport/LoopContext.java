package dev.guidellm.transport;

import dev.guidellm.clock.RunClock;
import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;

/// What belongs to one event loop. Only [#execute] and the constants may be used from other threads.
final class LoopContext {
    private static final int SCRATCH_BYTES = 64 * 1024;

    private final EventLoop loop;
    private final int index;
    private final RunClock clock;
    private final byte[] scratch = new byte[SCRATCH_BYTES];
    private final Set<Connection> connections = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<ExchangeState> waiting = Collections.newSetFromMap(new IdentityHashMap<>());
    private int expectedLogSize;
    private boolean closed;

    LoopContext(EventLoop loop, int index, RunClock clock) {
        this.loop = loop;
        this.index = index;
        this.clock = clock;
    }

    EventLoop loop() {
        return loop;
    }

    int index() {
        return index;
    }

    long nanos() {
        return clock.nanos();
    }

    /// For the bytes of one read; its content lasts until the next one.
    byte[] scratch() {
        return scratch;
    }

    boolean closed() {
        return closed;
    }

    /// Runs `task` on the loop later.
    ///
    /// @return false when the loop has gone, and with it everything that `task` could have changed
    boolean execute(Runnable task) {
        try {
            loop.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    void add(Connection connection) {
        connections.add(connection);
    }

    void remove(Connection connection) {
        connections.remove(connection);
    }

    /// `exchange` waits for a connection.
    void await(ExchangeState exchange) {
        waiting.add(exchange);
    }

    /// Whether it was still waiting, and neither given up nor served.
    boolean awaitsNoMore(ExchangeState exchange) {
        return waiting.remove(exchange);
    }

    void giveUp(ExchangeState exchange, Kind kind, String message) {
        if (exchange.ended()) {
            return;
        }
        waiting.remove(exchange);
        ExchangeCarrier carrier = exchange.carrier();
        if (carrier == null) {
            exchange.fail(kind, message, clock.nanos());
        } else {
            carrier.abort(kind, message, clock.nanos());
        }
    }

    /// Ends everything on this loop; later requests end at once.
    void shutDown() {
        closed = true;
        for (Connection connection : new ArrayList<>(connections)) {
            connection.abortAll(Kind.CANCELLED, "the transport was closed", clock.nanos());
        }
        for (ExchangeState exchange : new ArrayList<>(waiting)) {
            giveUp(exchange, Kind.CANCELLED, "the transport was closed");
        }
    }

    /// Learns from a finished stream how much room the next one is likely to need.
    void noteLog(int size) {
        expectedLogSize = size >= expectedLogSize ? size : expectedLogSize - (expectedLogSize - size) / 8;
    }

    int expectedLogSize() {
        return expectedLogSize + expectedLogSize / 8;
    }
}
