package dev.guidellm.health;

import org.jspecify.annotations.Nullable;

/// What the client's delays are compared with: how long the server took, as measured. Medians over good answers; null
/// where there is none.
///
/// @param firstTokenMillis time to first token
/// @param latencyMillis whole request
public record Measured(
        @Nullable Double firstTokenMillis, @Nullable Double latencyMillis) {
    /// No good answer.
    public static final Measured NOTHING = new Measured(null, null);

    /// The shortest time that is reported for a request; null when none is.
    @Nullable
    Double shortestMillis() {
        return firstTokenMillis != null ? firstTokenMillis : latencyMillis;
    }
}
