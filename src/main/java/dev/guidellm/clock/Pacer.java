package dev.guidellm.clock;

/// Wakes its thread at given moments, as exactly as the machine allows without keeping a core busy for long.
///
/// A parked thread wakes tens of microseconds late (timer slack and scheduling), so the last stretch before a deadline
/// may be spent spinning.
public final class Pacer {
    private static final long SPIN_NANOS = 100_000;
    private static final int CORES_TO_SPIN = 4;

    private final RunClock clock;
    private final long spinNanos;

    /// @param spinNanos how long before a deadline parking ends and spinning begins; 0 to park only
    public Pacer(RunClock clock, long spinNanos) {
        this.clock = clock;
        this.spinNanos = spinNanos;
    }

    /// A pacer for this machine: it spins only where a core is to spare.
    public static Pacer forThisMachine(RunClock clock) {
        return new Pacer(clock, Runtime.getRuntime().availableProcessors() >= CORES_TO_SPIN ? SPIN_NANOS : 0);
    }

    /// Waits until `deadlineNanos`; returns at once when it has passed, and early when the thread is interrupted.
    public void await(long deadlineNanos) {
        if (clock.nanos() >= deadlineNanos) {
            return;
        }
        clock.sleepUntil(deadlineNanos - spinNanos);
        while (clock.nanos() < deadlineNanos && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }
}
