package dev.guidellm.metrics;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Interval of a mean by the bootstrap-t: how the t value of resampled values is distributed takes the place of
/// Student's distribution, so that skewed values get an interval that reaches further on the side of their tail.
///
/// Efron, "The jackknife, the bootstrap and other resampling plans" (1982), 10.10; Hall, "Theoretical comparison of
/// bootstrap confidence intervals", Ann. Statist. 16 (1988), 927–953.
final class BootstrapT {
    /// With more values Student's t is as good, and resampling would take seconds.
    static final int MOST_VALUES = 5_000;

    private static final int RESAMPLES = 999;
    /// With fewer different resamples the interval would be one of Student's at best.
    private static final int FEWEST_USABLE = RESAMPLES / 2;

    private BootstrapT() {}

    /// The interval; null where the values are too few, too many, or too alike for one.
    static @Nullable ConfidenceInterval interval(double[] values, double confidence, long seed) {
        int n = values.length;
        if (n < 3 || n > MOST_VALUES) {
            return null;
        }
        double mean = Arrays.stream(values).sum() / n;
        double error = standardError(values, mean);
        double[] ratios = new double[RESAMPLES];
        double[] resample = new double[n];
        SplittableRandom random = new SplittableRandom(seed);
        int usable = 0;
        for (int i = 0; i < RESAMPLES; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                resample[j] = values[random.nextInt(n)];
                sum += resample[j];
            }
            double ratio = (sum / n - mean) / standardError(resample, sum / n);
            if (Double.isFinite(ratio)) {
                ratios[usable++] = ratio;
            }
        }
        if (usable < FEWEST_USABLE) {
            return null;
        }
        Arrays.sort(ratios, 0, usable);
        int rank = (int) Math.max(1, Math.floor((usable + 1) * (1 - confidence) / 2));
        return new ConfidenceInterval(mean - ratios[usable - rank] * error, mean - ratios[rank - 1] * error);
    }

    private static double standardError(double[] values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        int n = values.length;
        return Math.sqrt(squares / (n - 1) / n);
    }
}
