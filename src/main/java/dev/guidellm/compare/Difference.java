package dev.guidellm.compare;

import dev.guidellm.metrics.ConfidenceInterval;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/// The candidate's figure minus the baseline's, with its interval and a test of "no difference".
///
/// @param change the difference
/// @param interval at the level asked for; null where there is none
/// @param pValue two-sided; null where nothing can be tested
record Difference(
        double change,
        @Nullable ConfidenceInterval interval,
        @Nullable Double pValue) {
    private static final double SMALLEST_P = 1e-9;
    private static final int BISECTIONS = 50;

    /// Of two means whose variances differ (Welch, The generalization of Student's problem when several different
    /// population variances are involved, Biometrika 34, 1947).
    static Difference ofMeans(Estimate.Mean baseline, Estimate.Mean candidate, double confidence) {
        double change = candidate.figure() - baseline.figure();
        double variance = baseline.variance() + candidate.variance();
        if (variance <= 0) {
            return new Difference(change, null, change == 0 ? (Double) 1.0 : null);
        }
        double degrees = variance * variance / (part(baseline) + part(candidate));
        return student(change, Math.sqrt(variance), degrees, confidence);
    }

    private static double part(Estimate.Mean mean) {
        return mean.variance() * mean.variance() / mean.degrees();
    }

    /// A change over its standard error against Student's t.
    static Difference student(double change, double standardError, double degrees, double confidence) {
        TDistribution t = TDistribution.of(degrees);
        double half = t.inverseSurvivalProbability((1 - confidence) / 2) * standardError;
        double p = Math.min(1, 2 * t.survivalProbability(Math.abs(change) / standardError));
        return new Difference(change, new ConfidenceInterval(change - half, change + half), p);
    }

    /// Of two estimates with intervals of their own: their distances from the figures are joined as standard errors
    /// are (Zou and Donner, Construction of confidence limits about effect measures, Statistics in Medicine 27,
    /// 2008). With Wilson intervals this is Newcombe's method 10 (Interval estimation for the difference between
    /// independent proportions, Statistics in Medicine 17, 1998). The p-value is the level at which the interval
    /// reaches 0.
    static Difference ofIntervals(Estimate.WithInterval baseline, Estimate.WithInterval candidate, double confidence) {
        double change = candidate.figure() - baseline.figure();
        ConfidenceInterval interval = joined(baseline, candidate, 1 - confidence);
        return new Difference(
                change,
                Double.isInfinite(interval.lower()) && Double.isInfinite(interval.upper()) ? null : interval,
                pValue(baseline, candidate));
    }

    /// Bisects the logarithm of the level, since small values matter.
    private static double pValue(Estimate.WithInterval baseline, Estimate.WithInterval candidate) {
        if (!excludesZero(joined(baseline, candidate, 1))) {
            return 1;
        }
        double held = Math.log(SMALLEST_P);
        double excluded = 0;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (held + excluded) / 2;
            if (excludesZero(joined(baseline, candidate, Math.exp(middle)))) {
                excluded = middle;
            } else {
                held = middle;
            }
        }
        return Math.exp(excluded);
    }

    private static boolean excludesZero(ConfidenceInterval interval) {
        return interval.lower() > 0 || interval.upper() < 0;
    }

    private static ConfidenceInterval joined(Estimate.WithInterval a, Estimate.WithInterval b, double alpha) {
        ConfidenceInterval ofA = a.interval(alpha);
        ConfidenceInterval ofB = b.interval(alpha);
        double change = b.figure() - a.figure();
        return new ConfidenceInterval(
                change - Math.hypot(b.figure() - ofB.lower(), ofA.upper() - a.figure()),
                change + Math.hypot(ofB.upper() - b.figure(), a.figure() - ofA.lower()));
    }
}
