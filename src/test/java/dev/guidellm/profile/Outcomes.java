package dev.guidellm.profile;

import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.SloConfig;
import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.ConstraintMetadata;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Benchmark results made up for the tests of profiles.
final class Outcomes {
    /// Metrics without objectives.
    static final MetricsConfig METRICS = metrics(null);

    private Outcomes() {}

    /// Metrics with these objectives.
    static MetricsConfig metrics(@Nullable SloConfig objectives) {
        return new MetricsConfig.Generative(
                List.of(), null, true, 0.95, objectives, false, MetricsConfig.MeanInterval.STUDENT);
    }

    /// A benchmark of which only its requests' verdicts are known, one entry per group of objectives.
    static BenchmarkOutcome judged(
            SchedulingStrategy strategy, SchedulerState state, List<ObjectiveAttainment> groups, double seconds) {
        ObjectiveAttainment overall = groups.getFirst();
        return new BenchmarkOutcome(
                strategy,
                state,
                overall.determined() / seconds,
                null,
                null,
                groups,
                overall,
                List.of(),
                overall.determined() == 0 ? null : (Double) (overall.conforming() / seconds));
    }

    /// Nothing measured but a rate of requests.
    static BenchmarkOutcome of(SchedulingStrategy strategy, SchedulerState state, double requestsPerSecond) {
        return new BenchmarkOutcome(strategy, state, requestsPerSecond, null, null, List.of(), null, List.of(), null);
    }

    /// Books that say no more than which constraints ended the queue and the requests in flight.
    static SchedulerState stateStoppedBy(
            Map<String, ConstraintAction> queuing, Map<String, ConstraintAction> processing) {
        return stateStoppedBy(queuing, processing, SchedulerCounts.NONE);
    }

    /// The same with counts of requests.
    static SchedulerState stateStoppedBy(
            Map<String, ConstraintAction> queuing, Map<String, ConstraintAction> processing, SchedulerCounts counts) {
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
                counts);
    }

    /// Counts of requests that have all ended.
    static SchedulerCounts ended(long successful, long errored) {
        long all = successful + errored;
        return new SchedulerCounts(all, 0, 0, 0, all, successful, errored, 0);
    }

    /// A constraint's last word: stop.
    static ConstraintAction stop(StoppingScope scope) {
        return new ConstraintAction(
                ConstraintAction.Queuing.STOP,
                ConstraintAction.Processing.STOP_ALL,
                scope,
                ConstraintMetadata.NONE,
                SchedulerProgress.NONE);
    }
}
