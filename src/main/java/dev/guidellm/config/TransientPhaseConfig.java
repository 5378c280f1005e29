package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// The part of a benchmark at its start or end that is not measured.
///
/// @param percent share of the limit, 0 up to below 1
/// @param value seconds or requests
/// @param mode what `percent` and `value` count
@IgnoreUnknown
public record TransientPhaseConfig(
        @Range(atLeast = 0, below = 1) @Nullable Double percent,
        @Range(atLeast = 0) @Nullable Number value,
        @Default("prefer_duration") Mode mode) {

    /// No such part.
    public static final TransientPhaseConfig NONE = new TransientPhaseConfig(null, null, Mode.PREFER_DURATION);

    /// What a phase is counted in.
    public enum Mode implements Choice {
        /// Seconds only.
        DURATION,
        /// Requests only.
        REQUESTS,
        /// Seconds where the run has a duration, else requests.
        PREFER_DURATION,
        /// Requests where the run has a count, else seconds.
        PREFER_REQUESTS,
        /// Whichever is reached later.
        BOTH
    }
}
