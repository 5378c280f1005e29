package dev.guidellm.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DelayHistogramTest {
    @Test
    void nothingRecordedIsNothing() {
        assertThat(new DelayHistogram().summary().isEmpty()).isTrue();
    }

    @Test
    void percentilesAreRightToThreePercent() {
        DelayHistogram histogram = new DelayHistogram();
        Random random = new Random(7);
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long nanos = (long) Math.exp(random.nextDouble() * 20);
            values.add(nanos);
            histogram.record(nanos);
        }
        values.sort(null);
        DelaySummary summary = histogram.summary();
        assertThat(summary.count()).isEqualTo(20_000);
        assertThat(summary.p50()).isCloseTo(at(values, 0.5), within(at(values, 0.5) * 0.035));
        assertThat(summary.p90()).isCloseTo(at(values, 0.9), within(at(values, 0.9) * 0.035));
        assertThat(summary.p99()).isCloseTo(at(values, 0.99), within(at(values, 0.99) * 0.035));
        assertThat(summary.p999()).isCloseTo(at(values, 0.999), within(at(values, 0.999) * 0.035));
        assertThat(summary.max()).isEqualTo(values.getLast() / 1e6);
        double mean = values.stream().mapToLong(Long::longValue).average().orElseThrow() / 1e6;
        assertThat(summary.mean()).isCloseTo(mean, within(1e-9 * mean));
    }

    @Test
    void noPercentileIsAboveTheMaximum() {
        DelayHistogram histogram = new DelayHistogram();
        histogram.record(1_000_000);
        DelaySummary summary = histogram.summary();
        assertThat(summary.p50()).isLessThanOrEqualTo(1).isGreaterThan(0.96);
        assertThat(summary.max()).isEqualTo(1);
    }

    @Test
    void takesTheSmallestAndTheLargest() {
        DelayHistogram histogram = new DelayHistogram();
        histogram.record(-5);
        histogram.record(0);
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.summary().count()).isEqualTo(3);
        assertThat(histogram.summary().p50()).isZero();
        assertThat(histogram.summary().max()).isEqualTo(Long.MAX_VALUE / 1e6);
    }

    private static double at(List<Long> sorted, double share) {
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1) / 1e6;
    }
}
