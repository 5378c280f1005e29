package dev.guidellm.report;

import dev.guidellm.metrics.MeasuredRequest;

/// A request that is over, and the benchmark it belongs to. Moments are seconds.
///
/// @param benchmark number of the benchmark within the run, from 0
/// @param strategy the benchmark's strategy as a person writes it, such as `concurrent@4`
/// @param originEpochSeconds wall-clock time of the run clock's origin
/// @param benchmarkStart start of the benchmark on the run's clock
public record EndedRequest(
        int benchmark, String strategy, double originEpochSeconds, double benchmarkStart, MeasuredRequest request) {}
