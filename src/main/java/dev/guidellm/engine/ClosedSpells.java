package dev.guidellm.engine;

import java.util.concurrent.atomic.AtomicLong;

/// Notes when an open loop was closed: requests were due, and all slots were taken.
///
/// A spell lasts from the due time of the first request that found no slot until a slot became free for the last that
/// waited. The dispatcher opens it, whoever starts the last waiting request ends it; no thread waits here.
final class ClosedSpells {
    private final AtomicLong sinceNanos = new AtomicLong(Turn.NEVER);
    private final AtomicLong closedNanos = new AtomicLong();
    private final AtomicLong waited = new AtomicLong();

    /// A request is due and finds no slot. The dispatcher only.
    void foundNoSlot(long dueNanos) {
        waited.incrementAndGet();
        if (sinceNanos.get() == Turn.NEVER) {
            sinceNanos.compareAndSet(Turn.NEVER, dueNanos);
        }
    }

    /// Whether one is going on.
    boolean open() {
        return sinceNanos.get() != Turn.NEVER;
    }

    /// Nothing that is due waits any more, since the slot that became free at `nanos`.
    void end(long nanos) {
        long since = sinceNanos.getAndSet(Turn.NEVER);
        if (since != Turn.NEVER) {
            closedNanos.addAndGet(Math.max(0, nanos - since));
        }
    }

    /// What was noted; a spell that is going on ends with the run.
    HeldBack result(long endNanos) {
        end(endNanos);
        return new HeldBack(waited.get(), closedNanos.get() / 1e9);
    }
}
