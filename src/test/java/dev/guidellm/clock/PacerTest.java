package dev.guidellm.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class PacerTest {

    @Test
    void waitsUntilTheDeadline() {
        ManualClock clock = new ManualClock();
        new Pacer(clock, 0).await(5_000);
        assertThat(clock.nanos()).isEqualTo(5_000);
    }

    @Test
    void aPastDeadlineTakesNoTime() {
        ManualClock clock = new ManualClock();
        clock.advance(9_000);
        new Pacer(clock, 0).await(5_000);
        assertThat(clock.nanos()).isEqualTo(9_000);
    }

    @Test
    void spinsTheLastStretchAndIsNotEarly() {
        RunClock clock = SystemRunClock.start();
        long deadline = clock.nanos() + 3_000_000;
        new Pacer(clock, 100_000).await(deadline);
        assertThat(clock.nanos()).isBetween(deadline, deadline + 500_000_000);
    }

    @Test
    void anInterruptEndsTheWait() {
        RunClock clock = SystemRunClock.start();
        long hours = clock.nanos() + 10_000_000_000_000L;
        Thread.currentThread().interrupt();
        new Pacer(clock, 100_000).await(hours);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(clock.nanos()).isLessThan(hours);
    }
}
