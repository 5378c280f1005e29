package dev.guidellm.engine;

import java.util.concurrent.atomic.AtomicLong;

/// Notes when an open loop was closed: requests were due, and all slots were taken.
///
/// A request waited when its due time found no slot; the loop was closed from then until a slot became free for it.
/// Only requests that started count: a timetable goes on beyond the last request of a benchmark. Due times are started
/// in their order, hence one moment tells those that waited from the others. No thread waits here.
final class ClosedSpells {
    private final AtomicLong closedNanos = new AtomicLong();
    private final AtomicLong coveredUntil = new AtomicLong(Turn.NEVER);
    private final AtomicLong waited = new AtomicLong();
    private volatile long lastWithoutSlot = Turn.NEVER;

    /// A request is due and finds no slot. The dispatcher only.
    void foundNoSlot(long dueNanos) {
        lastWithoutSlot = dueNanos;
    }

    /// A request starts. Any thread.
    ///
    /// @param freedNanos when the slot that it took became free
    void started(long dueNanos, long freedNanos) {
        if (dueNanos > lastWithoutSlot || freedNanos <= dueNanos) {
            return;
        }
        waited.incrementAndGet();
        long before = coveredUntil.getAndAccumulate(freedNanos, Math::max);
        closedNanos.addAndGet(Math.max(0, freedNanos - Math.max(dueNanos, before)));
    }

    /// What was noted.
    HeldBack result() {
        return new HeldBack(waited.get(), closedNanos.get() / 1e9);
    }
}
