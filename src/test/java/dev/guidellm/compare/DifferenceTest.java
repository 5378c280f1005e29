package dev.guidellm.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.metrics.ConfidenceInterval;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferenceTest {

    /// Newcombe (1998), table II, method 10: the published intervals of p1 − p2.
    @ParameterizedTest
    @CsvSource({
        "56, 70, 48, 80, 0.0524, 0.3339",
        "9, 10, 3, 10, 0.1705, 0.8090",
        "6, 7, 2, 7, 0.0582, 0.8062",
        "5, 56, 0, 29, -0.0381, 0.1926",
        "0, 10, 0, 20, -0.1611, 0.2775",
        "0, 10, 0, 10, -0.2775, 0.2775",
        "10, 10, 0, 20, 0.6791, 1.0000",
        "10, 10, 0, 10, 0.6075, 1.0000"
    })
    void sharesHaveNewcombesInterval(int a, int of, int b, int ofOther, double lower, double upper) {
        Difference difference = Difference.ofIntervals(
                new Estimate.Share(b / (double) ofOther, ofOther), new Estimate.Share(a / (double) of, of), 0.95);
        ConfidenceInterval interval = Objects.requireNonNull(difference.interval());
        assertThat(interval.lower()).isCloseTo(lower, within(5e-5));
        assertThat(interval.upper()).isCloseTo(upper, within(5e-5));
    }

    @Test
    void thePValueIsTheLevelAtWhichTheIntervalReachesZero() {
        Estimate.Share a = new Estimate.Share(0.9, 100);
        Estimate.Share b = new Estimate.Share(0.78, 100);
        double p = Objects.requireNonNull(Difference.ofIntervals(a, b, 0.95).pValue());
        assertThat(p).isBetween(0.01, 0.05);
        ConfidenceInterval interval =
                Objects.requireNonNull(Difference.ofIntervals(a, b, 1 - p).interval());
        assertThat(interval.upper()).isCloseTo(0, within(1e-6));
        assertThat(Difference.ofIntervals(a, a, 0.95).pValue()).isEqualTo(1);
    }

    /// Worked by hand: s² / n is 1 and 4, degrees 9 and 4, so that t = 4 / √5 with 25 / (1/9 + 16/4) degrees.
    @Test
    void meansAreComparedByWelch() {
        Difference difference = Difference.ofMeans(new Estimate.Mean(10, 1, 9), new Estimate.Mean(14, 4, 4), 0.95);
        assertThat(difference.change()).isEqualTo(4);
        ConfidenceInterval interval = Objects.requireNonNull(difference.interval());
        // t(0.975; 6.081) = 2.4387
        assertThat(interval.lower()).isCloseTo(4 - 2.4387 * Math.sqrt(5), within(2e-3));
        assertThat(difference.pValue()).isCloseTo(0.1233, within(2e-3));
    }

    @Test
    void withoutAnySpreadOnlyEqualityIsCertain() {
        Estimate.Mean ten = new Estimate.Mean(10, 0, 1);
        assertThat(Difference.ofMeans(ten, ten, 0.95).pValue()).isEqualTo(1);
        assertThat(Difference.ofMeans(ten, new Estimate.Mean(11, 0, 1), 0.95).pValue())
                .isNull();
    }

    @Test
    void percentilesLieBetweenTheOrderStatisticsOfTheReport() {
        // 100 values 1…100: the report's own interval of p50 at 0.95 lies between ranks 40 and 61
        double[] values = new double[100];
        for (int i = 0; i < values.length; i++) {
            values[i] = 1 + i * 37 % 100; // shuffled, so that no dependence is seen
        }
        Estimate.Quantile median = Estimate.Quantile.of(50, 0.5, sample(values), 100);
        ConfidenceInterval interval = median.interval(0.05);
        assertThat(interval.lower()).isBetween(38.0, 40.0);
        assertThat(interval.upper()).isBetween(61.0, 63.0);
        ConfidenceInterval tail =
                Estimate.Quantile.of(99, 0.99, sample(values), 100).interval(0.05);
        assertThat(tail.upper()).as("100 values say nothing above p99").isInfinite();
        assertThat(tail.lower()).isBetween(95.0, 98.0);
    }

    @Test
    void anUnknownBoundCannotExcludeZero() {
        double[] low = new double[100];
        double[] high = new double[100];
        for (int i = 0; i < low.length; i++) {
            low[i] = i * 37 % 100;
            high[i] = 1000 + low[i];
        }
        Difference worse = Difference.ofIntervals(
                Estimate.Quantile.of(98, 0.99, sample(low), 100),
                Estimate.Quantile.of(1098, 0.99, sample(high), 100),
                0.95);
        assertThat(worse.interval()).as("either p99 may lie anywhere above").isNull();
        assertThat(worse.pValue()).isGreaterThan(0.05);
    }

    @Test
    void holmMultipliesTheSmallestByAllAndNeverFallsBack() {
        assertThat(HolmCorrection.adjusted(new double[] {0.03, 0.01, 0.04, 0.5}))
                .containsExactly(new double[] {0.09, 0.04, 0.09, 0.5}, within(1e-12));
        assertThat(HolmCorrection.adjusted(new double[] {0.9, 0.8})).containsExactly(1, 1);
        assertThat(HolmCorrection.adjusted(new double[0])).isEmpty();
    }

    static Sample sample(double... values) {
        double[] weights = new double[values.length];
        Arrays.fill(weights, 1);
        return new Sample(values, weights);
    }
}
