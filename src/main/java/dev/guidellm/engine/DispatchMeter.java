package dev.guidellm.engine;

import dev.guidellm.health.DelayHistogram;
import dev.guidellm.health.DispatchLag;
import java.util.concurrent.atomic.AtomicInteger;

/// Measures how long requests of one run wait for the client. Safe for every thread; takes no lock.
final class DispatchMeter {
    private final boolean openLoop;
    private final DelayHistogram handedOver = new DelayHistogram();
    private final DelayHistogram written = new DelayHistogram();
    private final AtomicInteger openings;

    /// @param slots in a closed loop, the requests that fill its slots at first and are not measured
    DispatchMeter(boolean openLoop, int slots) {
        this.openLoop = openLoop;
        openings = new AtomicInteger(openLoop ? 0 : slots);
    }

    /// A request is about to be given to the backend.
    ///
    /// @return since when only the client held it back; [Turn#NEVER] when that is not to be measured
    long started(long eligibleNanos, long now) {
        if (openings.get() > 0 && openings.getAndDecrement() > 0) {
            return Turn.NEVER;
        }
        if (eligibleNanos != Turn.NEVER) {
            handedOver.record(now - eligibleNanos);
        }
        return eligibleNanos;
    }

    /// Its first byte was written.
    void written(long eligibleNanos, long nanos) {
        if (eligibleNanos != Turn.NEVER) {
            written.record(nanos - eligibleNanos);
        }
    }

    DispatchLag lag() {
        return new DispatchLag(openLoop, handedOver.summary(), written.summary());
    }
}
