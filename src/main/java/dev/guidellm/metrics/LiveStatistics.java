package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// The running figures of one benchmark for a progress display, over the whole run so far. Means and rates are
/// over successful requests and null until there is a value.
///
/// @param totals ended requests
/// @param recentTimeToFirstTokenMs of the requests that ended last; null before the first
/// @param recentInterTokenLatencyMs the same of their mean gaps between tokens
/// @param attainment null without objectives or before the first verdict
public record LiveStatistics(
        RequestTotals totals,
        @Nullable Double requestsPerSecond,
        @Nullable Double outputTokensPerSecond,
        @Nullable Double meanTimeToFirstTokenMs,
        @Nullable Double meanInterTokenLatencyMs,
        @Nullable RecentPercentiles recentTimeToFirstTokenMs,
        @Nullable RecentPercentiles recentInterTokenLatencyMs,
        @Nullable LiveAttainment attainment) {
    /// Before the first request has ended.
    public static final LiveStatistics EMPTY =
            new LiveStatistics(RequestTotals.ZERO, null, null, null, null, null, null, null);
}
