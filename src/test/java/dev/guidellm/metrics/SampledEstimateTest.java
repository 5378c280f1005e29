package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.SampledFigure;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampledEstimateTest {
    private static final double LEVEL = 0.95;

    private static double[] independent(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] series = new double[n];
        Arrays.setAll(series, i -> 100 + 20 * random.nextGaussian());
        return series;
    }

    private static double[] alike(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] series = new double[n];
        double last = 0;
        for (int i = 0; i < n; i++) {
            last = 0.8 * last + 0.6 * random.nextGaussian();
            series[i] = 100 + 20 * last;
        }
        return series;
    }

    @Test
    void independentRequestsHaveTheIntervalsOfTheReport() {
        double[] series = independent(2_000, 2);
        DistributionSummary report = Distribution.summarize(WeightedValues.ofValues(series), Intervals.student(LEVEL));
        SampledEstimate mean = SampledEstimate.mean(series, LEVEL);
        assertThat(mean.independentRequests()).isEqualTo(2_000);
        assertThat(mean.value()).isCloseTo(report.mean(), within(1e-9));
        ConfidenceInterval expected = Objects.requireNonNull(report.meanInterval());
        assertThat(Objects.requireNonNull(mean.interval()).lower()).isCloseTo(expected.lower(), within(1e-9));
        assertThat(mean.interval().upper()).isCloseTo(expected.upper(), within(1e-9));
        SampledEstimate p95 = SampledEstimate.quantile(series, 0.95, LEVEL);
        assertThat(p95.independentRequests()).isEqualTo(2_000);
        assertThat(p95.value()).isEqualTo(report.percentile(Percentile.P95));
        assertThat(p95.interval()).isEqualTo(report.percentileInterval(Percentile.P95));
        double[] verdicts = Arrays.stream(series).map(v -> v < 130 ? 1 : 0).toArray();
        double met = Arrays.stream(verdicts).sum();
        assertThat(SampledEstimate.share(verdicts, LEVEL).interval())
                .isEqualTo(ConfidenceIntervals.proportion(met, 2_000, LEVEL));
    }

    @Test
    void requestsThatAreAlikeCountForLess() {
        double[] series = alike(2_000, 3);
        assertThat(SampledEstimate.mean(series, LEVEL).independentRequests()).isBetween(120.0, 400.0);
        SampledEstimate p95 = SampledEstimate.quantile(series, 0.95, LEVEL);
        assertThat(p95.independentRequests()).isBetween(200.0, 900.0);
        SampledEstimate plain = SampledEstimate.quantile(independent(2_000, 3), 0.95, LEVEL);
        assertThat(Objects.requireNonNull(p95.relativeWidth()))
                .isGreaterThan(1.3 * Objects.requireNonNull(plain.relativeWidth()));
    }

    /// An interval that is stopped at when it is narrow enough must still hold the truth about as often as it says.
    @Test
    void holdsTheTruthWhenItIsStoppedAt() {
        assertThat(coverageAtStop(false)).isBetween(0.9, 1.0);
        assertThat(coverageAtStop(true)).isBetween(0.88, 1.0);
    }

    private static double coverageAtStop(boolean alike) {
        int runs = 200;
        int held = 0;
        for (int run = 0; run < runs; run++) {
            double[] series = alike ? alike(4_000, run) : independent(4_000, run);
            int n = 100;
            SampledEstimate estimate = SampledEstimate.mean(Arrays.copyOf(series, n), LEVEL);
            while (Objects.requireNonNull(estimate.relativeWidth()) > 0.05) {
                n = (int) Math.ceil(1.1 * n);
                estimate = SampledEstimate.mean(Arrays.copyOf(series, n), LEVEL);
            }
            ConfidenceInterval interval = Objects.requireNonNull(estimate.interval());
            held += interval.lower() <= 100 && 100 <= interval.upper() ? 1 : 0;
        }
        return held / (double) runs;
    }

    /// The constraint and metric expressions call the same things the same.
    @ParameterizedTest
    @EnumSource(names = "SLO_ATTAINMENT", mode = EnumSource.Mode.EXCLUDE)
    void itsMetricsHaveTheShortNamesOfMetricExpressions(SampledFigure.Metric metric) {
        assertThat(ShortMetricName.of(metric.key()))
                .hasValueSatisfying(name -> assertThat(name.field()).isEqualTo(metric.reportKey()));
    }

    @Test
    void tooFewRequestsHaveNoWidth() {
        assertThat(SampledEstimate.mean(new double[0], LEVEL).relativeWidth()).isNull();
        assertThat(SampledEstimate.mean(new double[] {5}, LEVEL).relativeWidth())
                .isNull();
        assertThat(SampledEstimate.quantile(independent(367, 1), 0.99, LEVEL).relativeWidth())
                .isNull();
        assertThat(SampledEstimate.quantile(independent(368, 1), 0.99, LEVEL).requests())
                .isEqualTo(368);
        assertThat(SampledEstimate.share(new double[0], LEVEL).relativeWidth()).isNull();
        assertThat(SampledEstimate.share(new double[] {0, 0, 0}, LEVEL).relativeWidth())
                .isNull();
    }
}
