package dev.guidellm.metrics;

import java.util.Arrays;

/// How long one phase of an HTTP exchange took, in seconds. Without a measurement every number but the count is NaN.
///
/// @param p50 the smallest value with at least half of all at or below it; the others likewise
public record PhaseSummary(long count, double mean, double p50, double p95, double p99) {
    /// Nothing was measured.
    public static final PhaseSummary EMPTY = new PhaseSummary(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /// Sums `seconds` up, which are sorted on the way.
    static PhaseSummary of(float[] seconds) {
        if (seconds.length == 0) {
            return EMPTY;
        }
        Arrays.sort(seconds);
        double sum = 0;
        for (float each : seconds) {
            sum += each;
        }
        return new PhaseSummary(
                seconds.length, sum / seconds.length, at(seconds, 0.5), at(seconds, 0.95), at(seconds, 0.99));
    }

    private static double at(float[] sorted, double share) {
        return sorted[Math.clamp((int) Math.ceil(share * sorted.length) - 1, 0, sorted.length - 1)];
    }
}
