package dev.guidellm.compare;

import dev.guidellm.metrics.ConfidenceInterval;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// A figure of one side with what is known of its sampling error.
sealed interface Estimate {

    /// The figure itself.
    double figure();

    /// A mean.
    ///
    /// @param variance of the mean, not of the values
    /// @param degrees of freedom of the variance
    record Mean(double figure, double variance, double degrees) implements Estimate {}

    /// An estimate with an interval of its own at every level, not nearly normal.
    sealed interface WithInterval extends Estimate {

        /// A two-sided interval that holds the true value with at least the probability 1 − `alpha`; a bound is
        /// infinite where the sample is too small for one.
        ConfidenceInterval interval(double alpha);
    }

    /// A share of counted cases.
    ///
    /// @param effective independent cases that would tell as much, above 0
    record Share(double figure, double effective) implements WithInterval {
        private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

        /// The Wilson score interval.
        @Override
        public ConfidenceInterval interval(double alpha) {
            double z = NORMAL.inverseSurvivalProbability(alpha / 2);
            double z2 = z * z;
            double scale = 1 + z2 / effective;
            double centre = (figure + z2 / (2 * effective)) / scale;
            double half = z * Math.sqrt(figure * (1 - figure) / effective + z2 / (4 * effective * effective)) / scale;
            // rounding must not move a bound past the figure
            return new ConfidenceInterval(Math.clamp(centre - half, 0, figure), Math.clamp(centre + half, figure, 1));
        }
    }

    /// A percentile.
    ///
    /// Its interval lies between two order statistics, whose ranks are those of the binomial distribution for as
    /// many independent values as the sample is worth: with B binomial (effective, quantile), the largest k with
    /// P(B ≤ k) ≤ α/2 and the smallest with P(B ≤ k) ≥ 1 − α/2 (Conover, Practical Nonparametric Statistics, 3.2;
    /// for samples with dependence and weights as Woodruff, Confidence intervals for medians and other position
    /// measures, JASA 47, 1952, by the variance of the distribution function at that point).
    final class Quantile implements WithInterval {
        private final double figure;
        private final double quantile;
        private final double[] sorted;
        /// Share of the weight at or below each value.
        private final double[] shares;

        private final int effective;

        private Quantile(double figure, double quantile, double[] sorted, double[] shares, int effective) {
            this.figure = figure;
            this.quantile = quantile;
            this.sorted = sorted;
            this.shares = shares;
            this.effective = effective;
        }

        /// @param figure the percentile as the report has it
        /// @param quantile between 0 and 1
        /// @param effective independent values that would tell as much, at most the size of the sample
        static Quantile of(double figure, double quantile, Sample sample, double effective) {
            int n = sample.size();
            Integer[] order = new Integer[n];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Double.compare(sample.values()[a], sample.values()[b]));
            double[] sorted = new double[n];
            double[] shares = new double[n];
            double total = sample.weightSum();
            double below = 0;
            for (int i = 0; i < n; i++) {
                sorted[i] = sample.values()[order[i]];
                below += sample.weights()[order[i]];
                shares[i] = below / total;
            }
            return new Quantile(figure, quantile, sorted, shares, Math.clamp(Math.round(effective), 1, n));
        }

        /// How sure the share of values at or below the percentile is, which is what its interval follows from.
        static BatchMeans dependence(double figure, double quantile, Sample sample) {
            int n = sample.size();
            double weight = sample.weightSum() / n;
            double[] residuals = new double[n];
            double mean = 0;
            for (int i = 0; i < n; i++) {
                residuals[i] = sample.weights()[i] * ((sample.values()[i] <= figure ? 1 : 0) - quantile) / weight;
                mean += residuals[i] / n;
            }
            for (int i = 0; i < n; i++) {
                residuals[i] -= mean;
            }
            return BatchMeans.ofResiduals(residuals);
        }

        @Override
        public double figure() {
            return figure;
        }

        @Override
        public ConfidenceInterval interval(double alpha) {
            BinomialDistribution binomial = BinomialDistribution.of(effective, quantile);
            int firstAboveTail = firstWhere(k -> binomial.cumulativeProbability(k) > alpha / 2);
            int upper = firstWhere(k -> binomial.cumulativeProbability(k) >= 1 - alpha / 2);
            return new ConfidenceInterval(
                    firstAboveTail == 0 ? Double.NEGATIVE_INFINITY : Math.min(figure, atRank(firstAboveTail - 1)),
                    upper >= effective ? Double.POSITIVE_INFINITY : Math.max(figure, atRank(upper)));
        }

        /// Smallest k in 0..effective−1 with the property, `effective` when there is none.
        private int firstWhere(IntPredicate property) {
            int low = 0;
            int high = effective;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (property.test(middle)) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }

        private double atRank(int rank) {
            double share = (rank + 0.5) / effective;
            int at = Arrays.binarySearch(shares, share);
            int place = at >= 0 ? at : -at - 1;
            return sorted[Math.min(place, sorted.length - 1)];
        }
    }
}
