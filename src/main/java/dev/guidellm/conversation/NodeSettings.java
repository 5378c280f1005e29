package dev.guidellm.conversation;

import org.jspecify.annotations.Nullable;

/// When a turn is due, as far as its data says.
///
/// @param relativeTimestampSeconds recorded start after the trace's origin, at least 0; null when not from a trace
/// @param requeueDelaySeconds think time after this turn before its children may start, above 0; null for none
/// @param traceDurationSeconds recorded run time, at least 0; null when unknown
public record NodeSettings(
        @Nullable Double relativeTimestampSeconds,
        @Nullable Double requeueDelaySeconds,
        @Nullable Double traceDurationSeconds) {
    /// Nothing known: due as soon as its parents are done.
    public static final NodeSettings NONE = new NodeSettings(null, null, null);
}
