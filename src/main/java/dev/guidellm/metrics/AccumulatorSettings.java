package dev.guidellm.metrics;

import dev.guidellm.config.MetricsConfig;

/// How one benchmark is measured.
///
/// @param hasArrivalSchedule whether the strategy says beforehand when each request should start, so that
///     delays against it mean something
/// @param seed of the sample of requests that the report lists
/// @param outputTokenCounter counts answers that the server did not count
public record AccumulatorSettings(
        MetricsConfig.Generative metrics,
        boolean hasArrivalSchedule,
        long seed,
        OutputTokenCounter outputTokenCounter) {}
