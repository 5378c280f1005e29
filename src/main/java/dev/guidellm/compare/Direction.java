package dev.guidellm.compare;

/// Which change of a metric is an improvement.
public enum Direction {
    LOWER_IS_BETTER,
    HIGHER_IS_BETTER,
    /// Neither: the metric describes the load or the sample.
    NEITHER
}
