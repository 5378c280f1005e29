package dev.guidellm.metrics;

import dev.guidellm.search.StudentT;
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

    /// Student t quantile by the approximation of [StudentT]. Used for proportions only, where 1.9603949193 at
    /// 0.975 is what is compared. Not a number without freedom.
    static double approximateStudent(double probability, double freedom) {
        if (freedom <= 0) {
            return Double.NaN;
        }
        return StudentT.approximateQuantile(probability, freedom);
    }
}
