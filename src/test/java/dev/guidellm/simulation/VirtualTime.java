package dev.guidellm.simulation;

import dev.guidellm.clock.RunClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/// A clock that stands still until it is moved, and what is to happen at its moments.
///
/// What happens at the same moment does so in the order in which it was put down. For one thread.
final class VirtualTime implements RunClock {
    /// 2026-01-01T00:00Z.
    static final double ORIGIN = 1_767_225_600;

    private final PriorityQueue<Happening> happenings =
            new PriorityQueue<>(Comparator.comparingLong(Happening::nanos).thenComparingLong(Happening::order));
    private long nanos;
    private long put;

    private record Happening(long nanos, long order, Runnable what) {}

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public double originEpochSeconds() {
        return ORIGIN;
    }

    /// @throws UnsupportedOperationException always: who waits here waits for ever
    @Override
    public void sleepUntil(long deadlineNanos) {
        throw new UnsupportedOperationException("nobody may sleep in virtual time");
    }

    /// Has `what` happen at `atNanos`, which has not passed.
    void at(long atNanos, Runnable what) {
        if (atNanos < nanos) {
            throw new IllegalArgumentException(atNanos + " has passed, it is " + nanos);
        }
        happenings.add(new Happening(atNanos, put++, what));
    }

    /// When something happens next; [Long#MAX_VALUE] when nothing will.
    long nextNanos() {
        Happening next = happenings.peek();
        return next == null ? Long.MAX_VALUE : next.nanos();
    }

    /// Moves the clock to `toNanos` and lets everything happen that is put down for that moment.
    void moveTo(long toNanos) {
        if (toNanos < nanos || toNanos > nextNanos()) {
            throw new IllegalArgumentException("no way from " + nanos + " to " + toNanos + " past " + nextNanos());
        }
        nanos = toNanos;
        while (nextNanos() == nanos) {
            happenings.remove().what().run();
        }
    }
}
