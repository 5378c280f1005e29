package dev.guidellm.metrics;

import dev.guidellm.config.MetricsConfig.MeanInterval;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/// Two-sided confidence intervals. Levels outside 0.5 to 0.999 are computed at the nearer bound.
public final class ConfidenceIntervals {
    private static final double LOWEST_LEVEL = 0.5;
    private static final double HIGHEST_LEVEL = 0.999;
    private static final double NEARLY_INFINITE_FREEDOM = 1e9;

    private ConfidenceIntervals() {}

    /// Ranks, from 0, of two sorted values that enclose a percentile.
    record Ranks(int lower, int upper) {}

    /// Interval of a mean as asked for; null for fewer than two values.
    ///
    /// @param populationStdDev standard deviation of the values themselves
    static @Nullable ConfidenceInterval mean(
            WeightedValues values, double mean, double populationStdDev, Intervals asked) {
        ConfidenceInterval student = mean(values.size(), mean, populationStdDev, asked.confidence());
        if (asked.mean() == MeanInterval.STUDENT || values.size() > BootstrapT.MOST_VALUES) {
            return student;
        }
        double[] plain = new double[values.size()];
        Arrays.setAll(plain, values::value);
        ConfidenceInterval resampled = BootstrapT.interval(plain, level(asked.confidence()), asked.seed());
        return resampled == null ? student : resampled;
    }

    /// Interval of a mean by Student's t; null for fewer than two values.
    ///
    /// @param populationStdDev standard deviation of the values themselves
    static @Nullable ConfidenceInterval mean(int count, double mean, double populationStdDev, double confidence) {
        if (count < 2) {
            return null;
        }
        double sampleStdDev = populationStdDev * Math.sqrt(count / (count - 1.0));
        double t = Quantiles.student(0.5 + level(confidence) / 2, count - 1);
        double half = t * sampleStdDev / Math.sqrt(count);
        return new ConfidenceInterval(mean - half, mean + half);
    }

    /// Distribution-free intervals of all percentiles from sorted values; those with too few values are absent.
    static Map<Percentile, ConfidenceInterval> percentiles(WeightedValues sorted, double confidence) {
        Map<Percentile, ConfidenceInterval> intervals = new EnumMap<>(Percentile.class);
        for (Percentile percentile : Percentile.values()) {
            Ranks ranks = ranks(sorted.size(), percentile.quantile(), confidence);
            if (ranks != null) {
                intervals.put(
                        percentile, new ConfidenceInterval(sorted.value(ranks.lower()), sorted.value(ranks.upper())));
            }
        }
        return intervals;
    }

    /// Order statistics that enclose the quantile with at least the confidence: with B binomial (n, quantile)
    /// and α = 1 − confidence, the largest k with P(B ≤ k) ≤ α/2 and the smallest with P(B ≤ k) ≥ 1 − α/2.
    /// Null when either is not among the n values.
    static @Nullable Ranks ranks(int n, double quantile, double confidence) {
        double tail = (1 - level(confidence)) / 2;
        BinomialDistribution binomial = BinomialDistribution.of(n, quantile);
        int firstAboveTail = firstAtLeast(binomial, n, tail, true);
        int upper = firstAtLeast(binomial, n, 1 - tail, false);
        return firstAboveTail == 0 || upper == n ? null : new Ranks(firstAboveTail - 1, upper);
    }

    /// Fewest values for which a percentile has an interval.
    public static int minimumSamples(double quantile, double confidence) {
        double tail = (1 - level(confidence)) / 2;
        double extreme = Math.max(quantile, 1 - quantile);
        int n = Math.max(2, (int) Math.floor(Math.log(tail) / Math.log(extreme)));
        while (ranks(n, quantile, confidence) == null) {
            n++;
        }
        return n;
    }

    /// Wilson score interval of a share, within 0 and 1; everything is possible without trials.
    ///
    /// Trials need not be whole: alike ones count for less than one each. The normal quantile is the rational
    /// approximation that decides where a goodput search calls a level resolved.
    public static ConfidenceInterval proportion(double successes, double trials, double confidence) {
        if (!(trials > 0)) {
            return new ConfidenceInterval(0, 1);
        }
        double z = proportionQuantile(confidence);
        double p = Math.clamp(successes, 0, trials) / trials;
        double scale = 1 + z * z / trials;
        double centre = (p + z * z / (2 * trials)) / scale;
        double half = z * Math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials)) / scale;
        return new ConfidenceInterval(Math.max(0, centre - half), Math.min(1, centre + half));
    }

    /// The normal quantile in [#proportion], for one who computes the same elsewhere.
    public static double proportionQuantile(double confidence) {
        return Quantiles.approximateStudent(0.5 + level(confidence) / 2, NEARLY_INFINITE_FREEDOM);
    }

    private static double level(double confidence) {
        return Math.clamp(confidence, LOWEST_LEVEL, HIGHEST_LEVEL);
    }

    /// Smallest k in 0..n−1 with P(B ≤ k) ≥ `probability` (above it when `strictly`), n when there is none.
    private static int firstAtLeast(BinomialDistribution binomial, int n, double probability, boolean strictly) {
        int low = 0;
        int high = n;
        while (low < high) {
            int middle = (low + high) >>> 1;
            double cumulative = binomial.cumulativeProbability(middle);
            if (strictly ? cumulative > probability : cumulative >= probability) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
