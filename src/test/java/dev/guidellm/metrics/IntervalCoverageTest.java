package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MetricsConfig.MeanInterval;
import dev.guidellm.metrics.IntervalCoverage.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The intervals of a report hold the truth as often as they say. `bench/intervals.sh` has the full table.
class IntervalCoverageTest {
    private static final int DRAWS = 2_000;
    /// Three standard errors of a share of 95 % in so many draws.
    private static final double ERROR = 3 * Math.sqrt(0.95 * 0.05 / DRAWS);

    @ParameterizedTest
    @EnumSource(names = "LOG_NORMAL_ONE", mode = EnumSource.Mode.EXCLUDE)
    void ofTheMean(Shape shape) {
        assertThat(IntervalCoverage.ofMean(shape, 100, DRAWS, MeanInterval.STUDENT))
                .isBetween(0.94 - ERROR, 0.96 + ERROR);
    }

    @Test
    void studentsIntervalOfALongTailHoldsLessAndTheBootstrapsNearlyDoes() {
        double student = IntervalCoverage.ofMean(Shape.LOG_NORMAL_ONE, 100, DRAWS, MeanInterval.STUDENT);
        double bootstrap = IntervalCoverage.ofMean(Shape.LOG_NORMAL_ONE, 100, DRAWS, MeanInterval.BOOTSTRAP_T);
        assertThat(student).isBetween(0.89, 0.935);
        assertThat(bootstrap).isBetween(0.92, 0.97).isGreaterThan(student + 0.01);
    }

    @ParameterizedTest
    @EnumSource
    void ofPercentiles(Shape shape) {
        assertThat(IntervalCoverage.ofPercentile(shape, Percentile.P50, 100, DRAWS))
                .isGreaterThan(0.95 - ERROR);
        assertThat(IntervalCoverage.ofPercentile(shape, Percentile.P95, 100, DRAWS))
                .isGreaterThan(0.95 - ERROR);
        assertThat(IntervalCoverage.ofPercentile(shape, Percentile.P99, 500, DRAWS))
                .isGreaterThan(0.95 - ERROR);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 100", "0.95, 500", "0.99, 500"})
    void ofTheAttainment(double share, int n) {
        assertThat(IntervalCoverage.ofShare(share, n, DRAWS)).isBetween(0.92, 0.98);
    }
}
