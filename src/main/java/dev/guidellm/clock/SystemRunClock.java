package dev.guidellm.clock;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/// [RunClock] on the machine's monotonic clock (`System.nanoTime`, on Linux CLOCK_MONOTONIC).
public final class SystemRunClock implements RunClock {
    private final long originNanoTime;
    private final double originEpochSeconds;

    private SystemRunClock(long originNanoTime, double originEpochSeconds) {
        this.originNanoTime = originNanoTime;
        this.originEpochSeconds = originEpochSeconds;
    }

    /// A clock whose origin is now.
    public static SystemRunClock start() {
        Instant now = Instant.now();
        return new SystemRunClock(System.nanoTime(), now.getEpochSecond() + now.getNano() / 1e9);
    }

    @Override
    public long nanos() {
        return System.nanoTime() - originNanoTime;
    }

    @Override
    public double originEpochSeconds() {
        return originEpochSeconds;
    }

    @Override
    public void sleepUntil(long deadlineNanos) {
        long left;
        while ((left = deadlineNanos - nanos()) > 0) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            LockSupport.parkNanos(this, left);
        }
    }
}
