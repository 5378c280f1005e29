package dev.guidellm.metrics;

import dev.guidellm.config.MetricsConfig.MeanInterval;

/// How the confidence intervals of a distribution are computed.
///
/// @param confidence of each of them, above 0 and below 1
/// @param seed of what is drawn for them: the same values and seed have the same interval
record Intervals(double confidence, MeanInterval mean, long seed) {

    /// As the original computes them.
    static Intervals student(double confidence) {
        return new Intervals(confidence, MeanInterval.STUDENT, 0);
    }
}
