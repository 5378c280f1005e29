package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.ManualClock;
import io.netty.channel.SelectStrategy;
import org.junit.jupiter.api.Test;

class WakeModerationTest {
    private int ready;
    private int looks;
    private final ManualClock clock = new ManualClock();
    private final WakeModeration moderation = new WakeModeration(clock);

    @Test
    void sleepsAtOnceWhereWakesAreRare() throws Exception {
        ready = 3;
        for (int i = 0; i < 1_000; i++) {
            assertThat(next(60_000)).isEqualTo(SelectStrategy.SELECT);
        }
        assertThat(looks).isZero();
    }

    @Test
    void looksAgainAfterAPauseWhereWakesAreFrequent() throws Exception {
        ready = 3;
        for (int i = 0; i < 100; i++) {
            next(10_000);
        }
        assertThat(looks).isPositive();
        assertThat(next(10_000)).isEqualTo(3);
    }

    @Test
    void sleepsWhenThePauseBroughtNothing() throws Exception {
        ready = 3;
        for (int i = 0; i < 101; i++) {
            next(10_000);
        }
        ready = 0;
        int before = looks;
        assertThat(next(10_000)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isEqualTo(before + 1);
    }

    @Test
    void stopsWaitingWhenItFindsLittle() throws Exception {
        ready = 3;
        for (int i = 0; i < 100; i++) {
            next(10_000);
        }
        ready = 1;
        for (int i = 0; i < 200; i++) {
            next(60_000);
        }
        int before = looks;
        for (int i = 0; i < 200; i++) {
            assertThat(next(60_000)).isEqualTo(SelectStrategy.SELECT);
        }
        assertThat(looks).isEqualTo(before);
    }

    @Test
    void neverWaitsWhileThereAreTasks() throws Exception {
        ready = 3;
        for (int i = 0; i < 100; i++) {
            next(10_000);
        }
        ready = 0;
        assertThat(moderation.calculateStrategy(() -> ready, true)).isZero();
    }

    /// What the loop is told when it has been busy for `busyNanos` since the last time.
    private int next(long busyNanos) throws Exception {
        clock.advance(busyNanos);
        return moderation.calculateStrategy(
                () -> {
                    looks++;
                    return ready;
                },
                false);
    }
}
