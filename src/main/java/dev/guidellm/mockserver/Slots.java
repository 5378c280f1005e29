package dev.guidellm.mockserver;

import dev.guidellm.clock.MonotonicTime;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The server's places for requests in service, given out in the order of asking. Safe to call from every thread.
final class Slots {

    /// A request's claim to a place.
    static final class Ticket {
        private final LongConsumer onGranted;
        private State state = State.WAITING;

        private Ticket(LongConsumer onGranted) {
            this.onGranted = onGranted;
        }
    }

    private enum State {
        WAITING,
        HELD,
        RETURNED
    }

    private final @Nullable Integer limit;
    private final ArrayDeque<Ticket> queue = new ArrayDeque<>();
    private int held;

    /// @param limit places, or null for as many as are asked for
    Slots(@Nullable Integer limit) {
        this.limit = limit;
    }

    /// A claim that [#request] can be made with. `onGranted` gets the moment at which the place was granted, on the
    /// thread that asks or on the one that gives a place back; it must not block.
    Ticket ticket(LongConsumer onGranted) {
        return new Ticket(onGranted);
    }

    /// Asks for a place: granted before this returns, or later.
    void request(Ticket ticket, long nowNanos) {
        synchronized (this) {
            if (limit != null && held >= limit) {
                queue.add(ticket);
                return;
            }
            held++;
            ticket.state = State.HELD;
        }
        ticket.onGranted.accept(nowNanos);
    }

    /// Gives the place back, or leaves the queue. Only the first call for a ticket has an effect.
    void giveBack(Ticket ticket) {
        Ticket next = null;
        synchronized (this) {
            switch (ticket.state) {
                case RETURNED -> {
                    return;
                }
                case WAITING -> queue.remove(ticket);
                case HELD -> {
                    next = queue.poll();
                    if (next == null) {
                        held--;
                    } else {
                        next.state = State.HELD;
                    }
                }
            }
            ticket.state = State.RETURNED;
        }
        if (next != null) {
            next.onGranted.accept(MonotonicTime.nanos());
        }
    }

    /// Requests holding a place now.
    synchronized int inService() {
        return held;
    }

    /// Requests waiting for a place now.
    synchronized int waiting() {
        return queue.size();
    }
}
