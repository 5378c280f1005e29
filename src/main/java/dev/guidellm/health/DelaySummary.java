package dev.guidellm.health;

/// Delays of one sort in milliseconds; percentiles are exact to 3 %, mean and maximum exactly.
///
/// @param count how many; with 0 the other figures mean nothing
public record DelaySummary(long count, double mean, double p50, double p90, double p99, double p999, double max) {
    /// No delay was recorded.
    public static final DelaySummary NONE = new DelaySummary(0, 0, 0, 0, 0, 0, 0);

    /// Whether there is nothing.
    public boolean isEmpty() {
        return count == 0;
    }
}
