package dev.guidellm.metrics;

/// A stretch of a benchmark whose requests are looked at apart.
///
/// @param from seconds on the run's clock, exclusive: a stage's first request is due one gap after its beginning
/// @param to inclusive
public record LoadSpan(double from, double to) {
    /// All the time.
    public static final LoadSpan ALL = new LoadSpan(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
}
