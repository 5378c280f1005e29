package dev.guidellm.selftest;

import dev.guidellm.clock.Pacer;
import dev.guidellm.clock.RunClock;
import dev.guidellm.health.DelayHistogram;
import dev.guidellm.health.DelaySummary;

/// How well this machine tells the time and wakes threads.
///
/// @param readNanos what one look at the clock costs
/// @param stepNanos the smallest step that the clock was seen to make
/// @param wakeLateness how late a thread woke that slept a millisecond at a time, after it had asked the kernel to
///     be woken on time as the thread that keeps a run's timetable does
public record TimeKeeping(double readNanos, long stepNanos, DelaySummary wakeLateness) {
    private static final int ROUNDS = 5;
    private static final int READS = 20_000;
    private static final long SLEEP_NANOS = 1_000_000;

    static TimeKeeping measure(RunClock clock, int wakes) {
        double cheapest = Double.MAX_VALUE;
        long smallest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begun = clock.nanos();
            long before = begun;
            for (int i = 0; i < READS; i++) {
                long now = clock.nanos();
                if (now > before && now - before < smallest) {
                    smallest = now - before;
                }
                before = now;
            }
            cheapest = Math.min(cheapest, (double) (before - begun) / READS);
        }
        return new TimeKeeping(cheapest, smallest, wakes(clock, wakes));
    }

    private static DelaySummary wakes(RunClock clock, int wakes) {
        DelayHistogram late = new DelayHistogram();
        Thread sleeper = Thread.ofPlatform()
                .daemon()
                .name("guidellm-selftest-sleeper")
                .start(() -> {
                    Pacer.sharpenThread();
                    for (int i = 0; i < wakes && !Thread.currentThread().isInterrupted(); i++) {
                        long due = clock.nanos() + SLEEP_NANOS;
                        clock.sleepUntil(due);
                        late.record(clock.nanos() - due);
                    }
                });
        try {
            sleeper.join();
        } catch (InterruptedException _) {
            sleeper.interrupt();
            Thread.currentThread().interrupt();
        }
        return late.summary();
    }
}
