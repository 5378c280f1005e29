package dev.guidellm.clock;

/// Wakes its thread at given moments, as exactly as the machine allows without keeping a core busy for long.
///
/// A sleeping thread wakes tens of microseconds late, so the last stretch before a deadline may be spent spinning. What
/// spinning may cost is bounded by a share of the time that passes: what one deadline leaves over serves the next. Used
/// by one thread.
public final class Pacer {
    /// So many longest spins may be saved up: a burst after a pause may spin each time.
    private static final int MOST_SAVED_SPINS = 20;

    private final RunClock clock;
    private final SpinPolicy policy;
    private long savedNanos;
    private long countedUntilNanos;

    /// A pacer at `clock` that spins as `policy` allows.
    public Pacer(RunClock clock, SpinPolicy policy) {
        this.clock = clock;
        this.policy = policy;
        savedNanos = MOST_SAVED_SPINS * policy.nanos();
        countedUntilNanos = clock.nanos();
    }

    /// Makes the calling platform thread wake as near to its time as the operating system can, where that can be asked
    /// for.
    public static void sharpenThread() {
        boolean _ = TimerSlack.minimize();
        boolean _ = WakeupPriority.raise();
    }

    /// As [#sharpenThread], for a thread that works as much as the load asks for: it gets its turn soon, and no more of
    /// the machine than others.
    public static void sharpenWorkingThread() {
        boolean _ = TimerSlack.minimize();
        boolean _ = WakeupPriority.shortenSlice();
    }

    /// Waits until `deadlineNanos`; returns at once when it has passed, and early when the thread is interrupted.
    public void await(long deadlineNanos) {
        long now = clock.nanos();
        if (now >= deadlineNanos) {
            return;
        }
        clock.sleepUntil(deadlineNanos - allowance(now));
        long begun = clock.nanos();
        now = begun;
        while (now < deadlineNanos && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
            now = clock.nanos();
        }
        savedNanos -= now - begun;
    }

    /// How long the next spin may be.
    private long allowance(long now) {
        long passed = now - countedUntilNanos;
        countedUntilNanos = now;
        if (policy.share() == 1) {
            return policy.nanos();
        }
        savedNanos = Math.min(MOST_SAVED_SPINS * policy.nanos(), savedNanos + (long) (policy.share() * passed));
        return Math.clamp(savedNanos, 0, policy.nanos());
    }
}
