package dev.guidellm.output.html;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Times of day as the page shows them: in ISO 8601, UTC, so that they mean the same wherever the page is opened.
final class Moment {
    /// Later moments are no times of a benchmark.
    private static final double LATEST_SECONDS = 1e11;

    private Moment() {}

    /// @param unixSeconds null or below 0 when it is not known
    static String of(@Nullable Double unixSeconds) {
        if (unixSeconds == null || !(unixSeconds >= 0 && unixSeconds < LATEST_SECONDS)) {
            return Figure.NONE;
        }
        return Instant.ofEpochMilli(Math.round(unixSeconds * 1000))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }
}
