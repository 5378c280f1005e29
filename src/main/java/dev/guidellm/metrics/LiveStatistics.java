package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// The running figures of one benchmark for a progress display, over the whole run so far. Means and rates are
/// over successful requests and null until there is a value.
///
/// @param totals ended requests
/// @param elapsedSeconds from the first request's start to the last one's end so far
/// @param meanConcurrency request seconds per second, ended requests only
/// @param recentTimeToFirstTokenMs of the requests that ended last; null before the first
/// @param recentInterTokenLatencyMs the same of their mean gaps between tokens
/// @param attainment null without objectives or before the first verdict
/// @param throttled requests refused with HTTP status 429, or with a Retry-After header
public record LiveStatistics(
        RequestTotals totals,
        int throttled,
        double elapsedSeconds,
        @Nullable Double requestsPerSecond,
        @Nullable Double outputTokensPerSecond,
        @Nullable Double totalTokensPerSecond,
        @Nullable Double meanConcurrency,
        @Nullable Double meanLatencySeconds,
        @Nullable Double meanTimeToFirstTokenMs,
        @Nullable Double meanInterTokenLatencyMs,
        @Nullable Double meanPromptTokens,
        @Nullable Double meanOutputTokens,
        @Nullable RecentPercentiles recentTimeToFirstTokenMs,
        @Nullable RecentPercentiles recentInterTokenLatencyMs,
        @Nullable LiveAttainment attainment) {
    /// Before the first request has ended.
    public static final LiveStatistics EMPTY = new LiveStatistics(
            RequestTotals.ZERO, 0, 0, null, null, null, null, null, null, null, null, null, null, null, null);
}
