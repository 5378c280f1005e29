package dev.guidellm.metrics;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/// Quantiles of the distributions behind the confidence intervals.
final class Quantiles {
    /// From here on Student's t and the normal distribution agree to all digits that matter.
    private static final double NORMAL_FREEDOM = 1e7;

    private static final NormalDistribution STANDARD_NORMAL = NormalDistribution.of(0, 1);

    private Quantiles() {}

    /// Standard normal quantile.
    static double normal(double probability) {
        return STANDARD_NORMAL.inverseCumulativeProbability(probability);
    }

    /// Student t quantile, for a positive number of degrees of freedom.
    static double student(double probability, double freedom) {
        return freedom >= NORMAL_FREEDOM
                ? normal(probability)
                : TDistribution.of(freedom).inverseCumulativeProbability(probability);
    }

    /// Student t quantile by Abramowitz and Stegun: the rational approximation 26.2.23 of the normal quantile,
    /// then two terms of the expansion 26.7.5. Used for proportions only, where 1.9603949193 at 0.975 is what
    /// is compared; the powers of the last term are those that the reference cases were computed with. Not a
    /// number without freedom.
    static double approximateStudent(double probability, double freedom) {
        if (freedom <= 0) {
            return Double.NaN;
        }
        double z = approximateNormal(probability);
        double z2 = z * z;
        double first = (z2 + 1) * z / (4 * freedom);
        double second = (5 * z2 + 16 * z + 3) * z2 / (96 * freedom * freedom);
        return z + first + second;
    }

    private static double approximateNormal(double probability) {
        if (probability < 0.5) {
            return -approximateNormal(1 - probability);
        }
        double u = Math.sqrt(-2 * Math.log(1 - probability));
        double numerator = 2.515517 + u * (0.802853 + u * 0.010328);
        double denominator = 1 + u * (1.432788 + u * (0.189269 + u * 0.001308));
        return u - numerator / denominator;
    }
}
