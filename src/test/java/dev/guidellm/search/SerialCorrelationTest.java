package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SerialCorrelationTest {
    private static double[] chain(double correlation, int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] series = new double[n];
        double last = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            last = correlation * last + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            series[i] = 100 + last;
        }
        return series;
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0.2", "0.5, 3, 0.5", "0.8, 9, 1.5", "-0.5, 1, 0"})
    void findsByHowMuchAChainsMeanIsLessSure(double correlation, double inflation, double tolerance) {
        assertThat(SerialCorrelation.of(chain(correlation, 20_000, 1)).inflation())
                .isCloseTo(inflation, within(tolerance));
    }

    @Test
    void nothingIsAlikeInShortAndConstantSeries() {
        assertThat(SerialCorrelation.of(1, 2, 3).inflation()).isEqualTo(1);
        double[] constant = new double[100];
        Arrays.fill(constant, 1.32);
        assertThat(SerialCorrelation.of(constant).inflation()).isEqualTo(1);
        assertThat(SerialCorrelation.of(constant).inflationOfShare(2)).isEqualTo(1);
    }

    @Test
    void aTrendCountsForFew() {
        double[] trend = new double[200];
        Arrays.setAll(trend, i -> i);
        assertThat(SerialCorrelation.of(trend).inflation()).isGreaterThan(20);
    }

    /// Against the share of pairs that are on the same side, of drawn ones.
    @ParameterizedTest
    @CsvSource({"0, 0.5", "1.645, 0.5", "1.645, 0.9", "-2.3, 0.8", "1, -0.5"})
    void indicatorsAreLessAlikeThanWhatTheyAreOf(double distance, double correlation) {
        SplittableRandom random = new SplittableRandom(3);
        int n = 400_000;
        double both = 0;
        double one = 0;
        for (int i = 0; i < n; i++) {
            double first = random.nextGaussian();
            double second = correlation * first + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            both += first > distance && second > distance ? 1.0 / n : 0;
            one += (first > distance ? 0.5 / n : 0) + (second > distance ? 0.5 / n : 0);
        }
        double drawn = (both - one * one) / (one * (1 - one));
        assertThat(SerialCorrelation.correlationOfShare(distance, correlation)).isCloseTo(drawn, within(0.015));
    }

    @Test
    void farFromTheLimitNothingIsAlike() {
        SerialCorrelation chain = SerialCorrelation.of(chain(0.8, 2_000, 4));
        assertThat(chain.inflationOfShare(0)).isGreaterThan(4);
        assertThat(chain.inflationOfShare(1.645)).isBetween(2.0, 6.0);
        assertThat(chain.inflationOfShare(20)).isCloseTo(1, within(1e-6));
        assertThat(chain.inflationOfShare(100)).isEqualTo(1);
        assertThat(chain.distance(103)).isCloseTo(3, within(0.3));
    }
}
