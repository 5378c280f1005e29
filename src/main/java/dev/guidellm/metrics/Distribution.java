package dev.guidellm.metrics;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A discrete distribution: distinct values in ascending order with their weights.
///
/// Pinned by `cases/metrics/statistics-cases.json`. Percentiles are not interpolated: the smallest value whose
/// cumulative share reaches the quantile, compared with a tolerance so that the share's rounding cannot shift
/// a rank.
final class Distribution {
    /// Far above the rounding of a sum of shares, far below one share of any sample that fits in memory.
    private static final double SHARE_TOLERANCE = 1e-9;
    /// Below this sum the weights say nothing, and every value counts the same.
    private static final double SMALLEST_WEIGHT_SUM = 1e-6;

    private final double[] values;
    private final double[] weights;
    private final double weightSum;
    private final long count;

    private Distribution(double[] values, double[] weights, double weightSum, long count) {
        this.values = values;
        this.weights = weights;
        this.weightSum = weightSum;
        this.count = count;
    }

    /// The distribution of `pairs`, which are sorted in place. Values without a positive weight are left out.
    static Distribution of(WeightedValues pairs) {
        return of(pairs, (long) Math.rint(pairs.weightSum()));
    }

    /// The same with a count that is not the sum of the weights, as with values weighted by time.
    static Distribution of(WeightedValues pairs, long count) {
        pairs.sort();
        double[] values = new double[pairs.size()];
        double[] weights = new double[pairs.size()];
        int kept = 0;
        for (int from = 0; from < pairs.size(); ) {
            double value = pairs.value(from);
            double weight = 0;
            int to = from;
            while (to < pairs.size() && pairs.value(to) == value) {
                weight += pairs.weight(to++);
            }
            if (weight > 0) {
                values[kept] = value;
                weights[kept] = weight;
                kept++;
            }
            from = to;
        }
        values = Arrays.copyOf(values, kept);
        weights = Arrays.copyOf(weights, kept);
        double sum = Arrays.stream(weights).sum();
        if (sum <= SMALLEST_WEIGHT_SUM) {
            Arrays.fill(weights, 1.0);
            sum = kept;
        }
        return new Distribution(values, weights, sum, kept == 0 ? 0 : count);
    }

    /// The summary of `pairs`, which are sorted in place; with intervals where they are asked for and
    /// every weight is 1.
    static DistributionSummary summarize(WeightedValues pairs, @Nullable Intervals intervals) {
        return summarize(pairs, of(pairs), intervals);
    }

    /// The same of a distribution of these pairs with its own count.
    static DistributionSummary summarize(
            WeightedValues pairs, Distribution distribution, @Nullable Intervals intervals) {
        boolean defined = pairs.size() >= 2 && pairs.allWeightsAreOne();
        return distribution.summary(defined ? intervals : null, pairs);
    }

    /// The summary without intervals.
    DistributionSummary summary() {
        return summary(null, null);
    }

    /// All (value, probability) pairs, or about `limit` of them at evenly spaced ranks.
    double[][] density(int limit) {
        int points = Math.min(limit, values.length);
        double[][] density = new double[points][];
        for (int i = 0; i < points; i++) {
            int index = points == values.length ? i : (int) ((values.length - 1.0) * i / (points - 1));
            density[i] = new double[] {values[index], weights[index] / weightSum};
        }
        return density;
    }

    private DistributionSummary summary(@Nullable Intervals intervals, @Nullable WeightedValues sorted) {
        if (values.length == 0) {
            return DistributionSummary.EMPTY;
        }
        double mean = 0;
        int mode = 0;
        for (int i = 0; i < values.length; i++) {
            mean += values[i] * (weights[i] / weightSum);
            if (weights[i] / weightSum > weights[mode] / weightSum) {
                mode = i;
            }
        }
        double variance = 0;
        for (int i = 0; i < values.length; i++) {
            variance += (values[i] - mean) * (values[i] - mean) * (weights[i] / weightSum);
        }
        double stdDev = Math.sqrt(variance);
        Map<Percentile, Double> percentiles = percentiles();
        ConfidenceInterval meanInterval = null;
        Map<Percentile, ConfidenceInterval> percentileIntervals = null;
        if (intervals != null && sorted != null) {
            meanInterval = ConfidenceIntervals.mean(sorted, mean, stdDev, intervals);
            percentileIntervals = ConfidenceIntervals.percentiles(sorted, intervals.confidence());
        }
        return new DistributionSummary(
                mean,
                value(percentiles, Percentile.P50),
                values[mode],
                variance,
                stdDev,
                values[0],
                values[values.length - 1],
                count,
                mean * count,
                percentiles,
                meanInterval,
                percentileIntervals);
    }

    private Map<Percentile, Double> percentiles() {
        Map<Percentile, Double> percentiles = new EnumMap<>(Percentile.class);
        int index = 0;
        double cumulative = weights[0];
        for (Percentile percentile : Percentile.values()) { // ascending
            double needed = (percentile.quantile() - SHARE_TOLERANCE) * weightSum;
            while (cumulative < needed && index < values.length - 1) {
                cumulative += weights[++index];
            }
            percentiles.put(percentile, values[index]);
        }
        return percentiles;
    }

    private static double value(Map<Percentile, Double> percentiles, Percentile percentile) {
        Double value = percentiles.get(percentile);
        return value == null ? 0.0 : value;
    }
}
