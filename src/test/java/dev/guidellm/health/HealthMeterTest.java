package dev.guidellm.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HealthMeterTest {
    /// A clock of which a sleeper wakes as late as a script says; after the script it sleeps until interrupted.
    private static final class LateClock implements RunClock {
        private final AtomicLong now = new AtomicLong();
        private final Queue<Long> lateMillis = new ConcurrentLinkedQueue<>();
        private final CountDownLatch scriptIsOver = new CountDownLatch(1);

        LateClock(List<Long> lateMillis) {
            this.lateMillis.addAll(lateMillis);
        }

        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public double originEpochSeconds() {
            return 0;
        }

        @Override
        public void sleepUntil(long deadlineNanos) {
            Long late = lateMillis.poll();
            if (late != null) {
                now.set(deadlineNanos + late * 1_000_000);
                return;
            }
            scriptIsOver.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// A client whose loops answer at once.
    private record Client(long waitNanos, int answersWaiting) implements ClientProbe {
        @Override
        public void probeLoops(LongConsumer waited) {
            waited.accept(waitNanos);
        }
    }

    private static ClientFigures watch(List<Long> lateMillis) throws InterruptedException {
        LateClock clock = new LateClock(lateMillis);
        try (HealthMeter meter = HealthMeter.start(clock, new Client(2_000_000, 17))) {
            assertThat(clock.scriptIsOver.await(20, TimeUnit.SECONDS)).isTrue();
            return meter.finish(null, List.of(0.0, 0.25, 0.5));
        }
    }

    @Test
    void wakesThatAreLateArePauses() throws InterruptedException {
        ClientFigures figures = watch(List.of(0L, 300L, 1L, 9L, 10L, 0L, 0L, 20L));
        assertThat(figures.stalls().count()).isEqualTo(3);
        assertThat(figures.stalls().totalMillis()).isEqualTo(330);
        assertThat(figures.stalls().longestMillis()).isEqualTo(300);
        assertThat(figures.stalls().wakes().count()).isEqualTo(8);
        assertThat(figures.seconds()).isEqualTo(0.42);
    }

    @Test
    void everyEighthWakeAsksTheClient() throws InterruptedException {
        ClientFigures figures = watch(Collections.nCopies(23, 0L));
        DelaySummary waits = Objects.requireNonNull(figures.loopWait());
        assertThat(waits.count()).isEqualTo(2);
        assertThat(waits.max()).isEqualTo(2);
        assertThat(figures.mostAnswersWaiting()).isEqualTo(17);
        assertThat(figures.data()).isEqualTo(new DataDelays(3, 2, 750, 500));
    }

    @Test
    void whatWasNotProbedIsNull() throws InterruptedException {
        ClientFigures figures = watch(List.of(0L));
        assertThat(figures.loopWait()).isNull();
        assertThat(figures.dispatch()).isNull();
    }

    @Test
    void whatHappenedBeforeTheBeginningDoesNotCount() throws InterruptedException {
        LateClock clock = new LateClock(List.of(500L));
        try (HealthMeter meter = HealthMeter.start(clock, new Client(0, 0))) {
            assertThat(clock.scriptIsOver.await(20, TimeUnit.SECONDS)).isTrue();
            meter.begin();
            assertThat(meter.finish(null, List.of()).stalls().count()).isZero();
        }
    }

    @Test
    void readsThisMachine() {
        HealthMeter.prepare();
        try (HealthMeter meter = HealthMeter.start(SystemRunClock.start(), new Client(0, 0))) {
            System.gc();
            ClientFigures figures = meter.finish(null, List.of());
            assertThat(figures.cpu().cores()).isGreaterThan(0);
            assertThat(figures.cpu().ownShare()).isNotNull().isBetween(0.0, 1.0);
            assertThat(figures.gc().count()).isPositive();
            assertThat(figures.gc().longestMillis())
                    .isLessThanOrEqualTo(figures.gc().totalMillis());
            if (figures.descriptors() != null) {
                assertThat(figures.descriptors().used())
                        .isPositive()
                        .isLessThan(figures.descriptors().limit());
            }
        }
    }
}
