package dev.guidellm.metrics;

import dev.guidellm.config.SloConfig;
import org.jspecify.annotations.Nullable;

/// How the requests of a benchmark fared against some objectives: successful ones with a verdict, and all errored
/// ones as missed.
///
/// @param objectives the limits that a request had to keep together
/// @param conforming requests that did
/// @param determined requests with a verdict
public record ObjectiveAttainment(SloConfig objectives, int conforming, int determined) {

    /// Conforming of determined requests, 0 to 1; null when none had a verdict.
    public @Nullable Double share() {
        return determined == 0 ? null : (Double) ((double) conforming / determined);
    }
}
