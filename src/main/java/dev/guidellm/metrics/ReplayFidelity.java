package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// How far a replay was what had been recorded.
///
/// @param firstTurnLagMillis first byte less the time at which a turn without parents was due
/// @param laterTurnLagMillis the same of turns that wait for others
/// @param behindRecordSeconds first byte less the recorded time, of turns that wait for others: what a slower
///     server and all lags before have made of it; below 0 where the replay is ahead
/// @param intended sessions at once, by the recorded times as the replay was configured
/// @param achieved sessions at once, from the first byte of each to its last end
/// @param sizes null when the server counted no prompt, or no size was recorded
/// @param cached null when the server said of no prompt how much of it was cached
public record ReplayFidelity(
        long turns,
        DistributionSummary firstTurnLagMillis,
        DistributionSummary laterTurnLagMillis,
        DistributionSummary behindRecordSeconds,
        SessionsInFlight intended,
        SessionsInFlight achieved,
        @Nullable PromptSizes sizes,
        TurnOrder order,
        @Nullable CachedTokens cached) {

    /// The server's counts of prompts against the recorded ones.
    ///
    /// @param turns with both counts
    /// @param deviating those whose counts differ by more than [#tolerance], what is common to all set aside
    /// @param commonExtraTokens what (nearly) every prompt has beyond its recorded size, at most
    ///     [#MOST_COMMON]: the server's chat template
    /// @param differenceTokens the server's count less the recorded one
    public record PromptSizes(
            long turns, long deviating, double commonExtraTokens, DistributionSummary differenceTokens) {
        /// More than this no chat template adds.
        static final double MOST_COMMON = 128;

        private static final double SMALLEST_TOLERANCE = 8;
        private static final double TOLERATED_SHARE = 0.01;

        /// How many tokens a prompt may differ from its record: what roles and tool results add varies a little.
        static double tolerance(double recorded) {
            return Math.max(SMALLEST_TOLERANCE, TOLERATED_SHARE * recorded);
        }
    }

    /// The order of turns within their sessions.
    ///
    /// @param turns that were sent
    /// @param deviating those sent before the end of a turn they wait for, or after one that the record has later
    /// @param beforeParents those of the first kind
    public record TurnOrder(long turns, long deviating, long beforeParents) {}

    /// What the server's prefix cache had.
    ///
    /// @param turns of which the server said it
    public record CachedTokens(long turns, double promptTokens, double cachedTokens) {}
}
