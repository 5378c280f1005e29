package dev.guidellm.compare;

import dev.guidellm.metrics.ConfidenceInterval;
import org.jspecify.annotations.Nullable;

/// What an expression gives for one benchmark.
///
/// @param value null when it was not measured
/// @param interval confidence interval at the report's level; null when the report has none
/// @param absence why there is no value, in words; empty when there is one
public record Figure(@Nullable Double value, @Nullable ConfidenceInterval interval, String absence) {

    static Figure of(double value) {
        return of(value, null);
    }

    static Figure of(double value, @Nullable ConfidenceInterval interval) {
        return new Figure(value, interval, "");
    }

    static Figure absent(String why) {
        return new Figure(null, null, why);
    }
}
