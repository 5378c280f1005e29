package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// How the requests so far fared against the objectives.
///
/// @param conforming requests that met all of them
/// @param determined requests with a verdict; errored ones count as failed
/// @param interval of the share; null where no intervals are wanted
public record LiveAttainment(
        int conforming, int determined, @Nullable ConfidenceInterval interval) {

    /// Conforming of determined requests, 0 to 1.
    public double share() {
        return (double) conforming / determined;
    }
}
