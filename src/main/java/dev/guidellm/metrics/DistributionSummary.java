package dev.guidellm.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A distribution in numbers. With a count of 0 every number is 0 and says nothing.
///
/// @param variance of the whole population, as is `stdDev`
/// @param mode the most frequent value, the smallest of several
/// @param count number of values, or the rounded sum of their weights
/// @param totalSum mean × count; without physical meaning for rates and concurrencies
/// @param percentiles one per [Percentile]: the smallest value with at least that share at or below it
/// @param meanInterval null when intervals are off, not defined for this metric, or for fewer than two values
/// @param percentileIntervals null as `meanInterval`; a percentile without an entry has too few values for one
public record DistributionSummary(
        double mean,
        double median,
        double mode,
        double variance,
        double stdDev,
        double min,
        double max,
        long count,
        double totalSum,
        Map<Percentile, Double> percentiles,
        @Nullable ConfidenceInterval meanInterval,
        @Nullable Map<Percentile, ConfidenceInterval> percentileIntervals) {
    /// No values.
    public static final DistributionSummary EMPTY =
            new DistributionSummary(0, 0, 0, 0, 0, 0, 0, 0, 0, zeroPercentiles(), null, null);

    public DistributionSummary {
        percentiles = Collections.unmodifiableMap(new EnumMap<>(percentiles));
        if (percentileIntervals != null) {
            Map<Percentile, ConfidenceInterval> copy = new EnumMap<>(Percentile.class);
            copy.putAll(percentileIntervals);
            percentileIntervals = Collections.unmodifiableMap(copy);
        }
    }

    /// Whether there are no values.
    public boolean isEmpty() {
        return count == 0;
    }

    /// One percentile.
    public double percentile(Percentile percentile) {
        Double value = percentiles.get(percentile);
        return value == null ? 0.0 : value;
    }

    /// The interval of one percentile; null when there is none.
    public @Nullable ConfidenceInterval percentileInterval(Percentile percentile) {
        return percentileIntervals == null ? null : percentileIntervals.get(percentile);
    }

    private static Map<Percentile, Double> zeroPercentiles() {
        Map<Percentile, Double> zeros = new EnumMap<>(Percentile.class);
        for (Percentile percentile : Percentile.values()) {
            zeros.put(percentile, 0.0);
        }
        return zeros;
    }
}
