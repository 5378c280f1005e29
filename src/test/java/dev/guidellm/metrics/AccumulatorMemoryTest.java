package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.record.HttpPhases;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// A million requests must fit into an ordinary heap when the report lists a sample of them.
@NullMarked
class AccumulatorMemoryTest {
    private static final int REQUESTS = 200_000;
    private static final int MOST_BYTES = 200;

    @Test
    void aRequestThatIsNotListedCostsFewBytes() {
        MeasurementWindowTracker tracker =
                new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, null, 0);
        Accumulator accumulator = new Accumulator(
                new AccumulatorSettings(
                        new MetricsConfig.Generative(
                                List.of(), 10, true, 0.95, null, false, MetricsConfig.MeanInterval.STUDENT),
                        false,
                        1,
                        OutputTokenCounter.NONE),
                tracker);
        add(accumulator, 0, 1_000);
        long before = usedBytes();
        add(accumulator, 1_000, 1_000 + REQUESTS);
        long grown = usedBytes() - before;
        assertThat(grown / REQUESTS).isLessThan(MOST_BYTES);
        assertThat(accumulator.compile(tracker.finish(null)).requestTotals().total())
                .isEqualTo(1_000 + REQUESTS);
    }

    private static void add(Accumulator accumulator, int from, int to) {
        for (int i = from; i < to; i++) {
            double start = i / 1000.0;
            accumulator.add(
                    Requests.from(start, start + 0.5)
                            .id("request-" + i)
                            .usage(64L, 32L)
                            .tokens(start + 0.1, start + 0.4, 32)
                            .http(new HttpPhases(
                                    Float.NaN, Float.NaN, Float.NaN, 1e-5f, 0.1f, 0.4f, i, 600, 9_000, i % 4))
                            .build(),
                    start + 0.5);
        }
    }

    private static long usedBytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
