package dev.guidellm.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class PacerTest {

    @Test
    void waitsUntilTheDeadline() {
        ManualClock clock = new ManualClock();
        new Pacer(clock, SpinPolicy.NEVER).await(5_000);
        assertThat(clock.nanos()).isEqualTo(5_000);
    }

    @Test
    void aPastDeadlineTakesNoTime() {
        ManualClock clock = new ManualClock();
        clock.advance(9_000);
        new Pacer(clock, SpinPolicy.NEVER).await(5_000);
        assertThat(clock.nanos()).isEqualTo(9_000);
    }

    @Test
    void spinsTheLastStretchAndIsNotEarly() {
        RunClock clock = SystemRunClock.start();
        long deadline = clock.nanos() + 3_000_000;
        new Pacer(clock, new SpinPolicy(100_000, 1)).await(deadline);
        assertThat(clock.nanos()).isBetween(deadline, deadline + 500_000_000);
    }

    @Test
    void anInterruptEndsTheWait() {
        RunClock clock = SystemRunClock.start();
        long hours = clock.nanos() + 10_000_000_000_000L;
        Thread.currentThread().interrupt();
        new Pacer(clock, new SpinPolicy(100_000, 1)).await(hours);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(clock.nanos()).isLessThan(hours);
    }

    /// A clock of which each look takes a microsecond, so that a spin is as long as it is.
    private static final class LookedAtClock implements RunClock {
        private long now;
        private long slept;

        @Override
        public long nanos() {
            now += 1_000;
            return now;
        }

        @Override
        public double originEpochSeconds() {
            return 0;
        }

        @Override
        public void sleepUntil(long deadlineNanos) {
            if (deadlineNanos > now) {
                slept += deadlineNanos - now;
                now = deadlineNanos;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"500_000, 100_000", "100_000, 20_000", "50_000, 10_000"})
    void spinningTakesNoMoreThanItsShare(String gap, String spinPerDeadline) {
        long gapNanos = Long.parseLong(gap.replace("_", ""));
        LookedAtClock clock = new LookedAtClock();
        Pacer pacer = new Pacer(clock, new SpinPolicy(100_000, 0.2));
        int deadlines = 10_000;
        for (int i = 1; i <= deadlines; i++) {
            pacer.await(i * gapNanos);
        }
        double spun = (double) (deadlines * gapNanos - clock.slept) / deadlines;
        assertThat(spun).isCloseTo(Double.parseDouble(spinPerDeadline.replace("_", "")), within(4_000.0));
    }

    @Test
    void theMachineDecidesUnlessSomebodyDoes() {
        assertThat(SpinPolicy.of(Optional.empty(), 1)).isEqualTo(SpinPolicy.NEVER);
        assertThat(SpinPolicy.of(Optional.empty(), 2).share()).isEqualTo(0.2);
        assertThat(SpinPolicy.of(Optional.empty(), 16).share()).isEqualTo(1);
        assertThat(SpinPolicy.of(Optional.of(Duration.ZERO), 16)).isEqualTo(SpinPolicy.NEVER);
        assertThat(SpinPolicy.of(Optional.of(Duration.ofNanos(7_000)), 1)).isEqualTo(new SpinPolicy(7_000, 1));
    }

    /// The kernel tells a thread's nice value in the seventeenth field after its name.
    @Test
    @EnabledOnOs(OS.LINUX)
    void aThreadThatRunsSoonKeepsThatToItself() throws Exception {
        AtomicBoolean agreed = new AtomicBoolean();
        AtomicReference<String> own = new AtomicReference<>("");
        AtomicReference<String> before = new AtomicReference<>("");
        AtomicReference<String> child = new AtomicReference<>("");
        Thread thread = Thread.ofPlatform().start(() -> {
            before.set(nice());
            agreed.set(WakeupPriority.raise());
            own.set(nice());
            Thread started = Thread.ofPlatform().start(() -> child.set(nice()));
            try {
                started.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.join();
        assertThat(agreed).isTrue();
        assertThat(own.get()).isIn(before.get(), "-10");
        assertThat(child.get()).isEqualTo(before.get());
    }

    private static String nice() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The kernel tells a thread's slack in its `timerslack_ns`.
    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelNoLongerStretchesTheThreadsWaits() throws Exception {
        AtomicBoolean agreed = new AtomicBoolean();
        AtomicReference<String> slack = new AtomicReference<>("");
        Thread thread = Thread.ofPlatform().start(() -> {
            agreed.set(TimerSlack.minimize());
            try {
                Path task = Path.of("/proc/thread-self").toRealPath().getFileName();
                slack.set(Files.readString(Path.of("/proc/" + task + "/timerslack_ns")));
            } catch (IOException _) {
                // not every kernel has the file, and some keep it to the administrator
            }
        });
        thread.join();
        assertThat(agreed).isTrue();
        assertThat(slack.get().strip()).isIn("", "1");
    }
}
