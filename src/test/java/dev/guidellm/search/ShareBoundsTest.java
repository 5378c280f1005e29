package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShareBoundsTest {
    /// Integrates the mixture of likelihood ratios number by number.
    @ParameterizedTest
    @CsvSource({"0.95, 40, 0", "0.95, 100, 1", "0.9, 30, 9", "0.99, 300, 2", "0.5, 3, 12"})
    void theEvidenceIsTheMixtureOfLikelihoodRatios(double target, double met, double missed) {
        double scale = 0.5 / Math.min(target, 1 - target);
        BetaDistribution mixture = BetaDistribution.of(scale * target, scale * (1 - target));
        double above = 0;
        double below = 0;
        int steps = 10_000;
        for (int i = 0; i < steps; i++) {
            // The mixture's own quantiles as nodes: its density is infinite at 0 or 1.
            double share = mixture.inverseCumulativeProbability((i + 0.5) / steps);
            double ratio = Math.exp(met * Math.log(share / target) + missed * Math.log((1 - share) / (1 - target)));
            if (share > target) {
                above += ratio / steps / mixture.survivalProbability(target);
            } else {
                below += ratio / steps / mixture.cumulativeProbability(target);
            }
        }
        assertEvidence(above, error -> new ShareBounds(target, error).isAbove(target, met, missed));
        assertEvidence(below, error -> new ShareBounds(target, error).isBelow(target, met, missed));
    }

    private static void assertEvidence(double evidence, DoublePredicate decides) {
        if (evidence > 1.1) {
            assertThat(decides.test(1 / evidence * 1.01)).isTrue();
            assertThat(decides.test(1 / evidence * 0.99)).isFalse();
        } else {
            assertThat(decides.test(0.9)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.9, 0.99})
    void holdAtAllTimesAtOnce(double share) {
        ShareBounds bounds = new ShareBounds(0.9, 0.05);
        int tooHigh = 0;
        int tooLow = 0;
        int runs = 400;
        for (int run = 0; run < runs; run++) {
            SplittableRandom random = new SplittableRandom(run);
            int met = 0;
            boolean high = false;
            boolean low = false;
            for (int n = 1; n <= 200; n++) {
                met += random.nextDouble() < share ? 1 : 0;
                high |= bounds.isAbove(share, met, n - met);
                low |= bounds.isBelow(share, met, n - met);
            }
            tooHigh += high ? 1 : 0;
            tooLow += low ? 1 : 0;
        }
        assertThat(tooHigh).isLessThanOrEqualTo(runs * 5 / 100);
        assertThat(tooLow).isLessThanOrEqualTo(runs * 5 / 100);
        assertThat(tooHigh + tooLow).isPositive();
    }

    @Test
    void theBoundsAreWhereTheEvidenceTurns() {
        ShareBounds bounds = new ShareBounds(0.95, 0.025);
        double lower = bounds.lower(120, 3);
        double upper = bounds.upper(120, 3);
        assertThat(lower).isBetween(0.85, 120 / 123.0);
        assertThat(upper).isBetween(120 / 123.0, 1.0);
        assertThat(bounds.isAbove(lower - 1e-6, 120, 3)).isTrue();
        assertThat(bounds.isAbove(lower + 1e-6, 120, 3)).isFalse();
        assertThat(bounds.isBelow(upper + 1e-6, 120, 3)).isTrue();
        assertThat(bounds.isBelow(upper - 1e-6, 120, 3)).isFalse();
        assertThat(bounds.upper(10, 0)).isEqualTo(1);
        assertThat(bounds.lower(0, 10)).isZero();
        assertThat(bounds.lower(100_000, 5_000)).isCloseTo(100_000 / 105_000.0, within(0.005));
    }
}
