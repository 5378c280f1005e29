package dev.guidellm.profile;

import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.search.AttainmentReading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a profile looks at after a benchmark. All figures are over the measured part.
///
/// @param strategy what was run
/// @param state the scheduler's books at the end
/// @param successfulRequestsPerSecond mean rate of successful requests, 0 when there were none
/// @param successfulLatencySeconds median latency of successful requests; null when there were none
/// @param successfulOutputTokensPerSecond mean rate of successful requests' output tokens; null when no successful
/// request had any
/// @param attainments how the requests fared against the objectives, one entry per group of
/// [dev.guidellm.config.SloConfig#groups]; empty without objectives
/// @param overall how they fared against all objectives together; null without objectives
/// @param readings what the test of [Profile#probeTarget] has counted, one entry per goal; empty without one, or when
/// no request entered it
/// @param goodputPerSecond requests that kept all objectives, per second; null when none had a verdict
public record BenchmarkOutcome(
        SchedulingStrategy strategy,
        SchedulerState state,
        double successfulRequestsPerSecond,
        @Nullable Double successfulLatencySeconds,
        @Nullable Double successfulOutputTokensPerSecond,
        List<ObjectiveAttainment> attainments,
        @Nullable ObjectiveAttainment overall,
        List<AttainmentReading> readings,
        @Nullable Double goodputPerSecond) {
    public BenchmarkOutcome {
        attainments = List.copyOf(attainments);
        readings = List.copyOf(readings);
    }
}
