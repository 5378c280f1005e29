package dev.guidellm.backend;

import java.time.Duration;

/// Durations of the configuration.
final class Durations {
    private Durations() {}

    /// `seconds`, above 0, to the nanosecond; more than a century is as good as a century.
    static Duration ofSeconds(double seconds) {
        return Duration.ofNanos((long) Math.ceil(Math.min(seconds, 3.2e9) * 1e9));
    }
}
