package dev.guidellm.transport;

import dev.guidellm.clock.RunClock;
import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.concurrent.locks.LockSupport;

/// Lets a loop that is woken very often wait a moment before it looks for what has come, so that one wake serves
/// several
/// streams, as network cards do with their interrupts.
///
/// Where tokens come one by one in quick succession, falling asleep and being woken costs both sides more than the
/// token. A loop that is woken less often than 20,000 times a second never waits; one that waits and then finds fewer
/// than two sockets with something to read stops waiting. A time stamp can get late by the pause, and only then.
///
/// For one loop.
final class WakeModeration implements SelectStrategy {
    private static final long PAUSE_NANOS = 50_000;
    private static final long WINDOW_NANOS = 1_000_000;
    private static final int MANY_WAKES = 20;
    private static final int WORTH_A_PAUSE = 2;

    private final RunClock clock;
    private long windowStart;
    private int wakes;
    private int events;
    private boolean pausing;

    WakeModeration(RunClock clock) {
        this.clock = clock;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            return selectNow.get();
        }
        wakes++;
        decide(clock.nanos());
        if (!pausing) {
            return SELECT;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
        int ready = selectNow.get();
        events += ready;
        return ready > 0 ? ready : SELECT;
    }

    private void decide(long now) {
        long elapsed = now - windowStart;
        if (elapsed < WINDOW_NANOS) {
            return;
        }
        pausing = pausing ? events >= WORTH_A_PAUSE * wakes : wakes * WINDOW_NANOS >= MANY_WAKES * elapsed;
        windowStart = now;
        wakes = 0;
        events = 0;
    }
}
