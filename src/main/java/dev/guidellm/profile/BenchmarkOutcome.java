package dev.guidellm.profile;

import dev.guidellm.schedule.SchedulerState;

/// What a profile looks at after a benchmark.
///
/// @param successfulRequestsPerSecond mean rate of successful requests over the measured part, 0 when there were
/// none
/// @param state the scheduler's books at the end
public record BenchmarkOutcome(double successfulRequestsPerSecond, SchedulerState state) {}
