package dev.guidellm.clock;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullMarked;

/// A clock that stands still until it is moved; waiting moves it.
@NullMarked
public final class ManualClock implements RunClock {
    private final AtomicLong nanos = new AtomicLong();

    /// Moves the clock on.
    public void advance(long by) {
        nanos.addAndGet(by);
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public double originEpochSeconds() {
        return 1_700_000_000;
    }

    @Override
    public void sleepUntil(long deadlineNanos) {
        nanos.accumulateAndGet(deadlineNanos, Math::max);
    }
}
