package dev.guidellm.profile;

import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.List;
import java.util.Map;

/// Benchmark results made up for the tests of profiles.
final class Outcomes {
    private Outcomes() {}

    /// Nothing measured but a rate of requests.
    static BenchmarkOutcome of(SchedulingStrategy strategy, SchedulerState state, double requestsPerSecond) {
        return new BenchmarkOutcome(strategy, state, requestsPerSecond, null, List.of(), null, null);
    }

    /// Books that say no more than which constraints ended the queue and the requests in flight.
    static SchedulerState stateStoppedBy(
            Map<String, ConstraintAction> queuing, Map<String, ConstraintAction> processing) {
        return new SchedulerState(
                0,
                null,
                null,
                null,
                queuing.isEmpty() ? null : (Double) 1.0,
                queuing,
                processing.isEmpty() ? null : (Double) 2.0,
                processing,
                Map.of(),
                SchedulerProgress.NONE,
                SchedulerCounts.NONE);
    }
}
