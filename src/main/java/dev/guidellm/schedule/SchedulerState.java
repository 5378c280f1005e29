package dev.guidellm.schedule;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where a benchmark stands, or stood at its end. All times are seconds on the run's clock; null where the moment has
/// not come.
///
/// @param startTime the strategy's start, from which its offsets count
/// @param endTime the last change
/// @param startRequestsTime the earliest start of a request
/// @param endRequestsTime the latest end, or counting, of a request
/// @param endQueuingTime when no more requests were to be made
/// @param endQueuingConstraints what first said so, by kind
/// @param endProcessingTime when requests in flight were to be given up, or all were done
/// @param endProcessingConstraints what first said so, by kind
/// @param schedulerConstraints the latest word of every constraint, by kind
/// @param progress the least that is left by all constraints' accounts
public record SchedulerState(
        double startTime,
        @Nullable Double endTime,
        @Nullable Double startRequestsTime,
        @Nullable Double endRequestsTime,
        @Nullable Double endQueuingTime,
        Map<String, ConstraintAction> endQueuingConstraints,
        @Nullable Double endProcessingTime,
        Map<String, ConstraintAction> endProcessingConstraints,
        Map<String, ConstraintAction> schedulerConstraints,
        SchedulerProgress progress,
        SchedulerCounts counts) {
    public SchedulerState {
        endQueuingConstraints = Collections.unmodifiableMap(new LinkedHashMap<>(endQueuingConstraints));
        endProcessingConstraints = Collections.unmodifiableMap(new LinkedHashMap<>(endProcessingConstraints));
        schedulerConstraints = Collections.unmodifiableMap(new LinkedHashMap<>(schedulerConstraints));
    }

    /// Whether a constraint that reaches beyond this benchmark stopped it. Both stops count: a constraint that comes
    /// second to stop the queue would be lost otherwise.
    public boolean stopsWholeRun() {
        return stops().anyMatch(stop -> stop.getValue().stoppingScope() == StoppingScope.ALL);
    }

    /// What stopped it, by kind: the queue first, then requests in flight. What stopped both comes twice.
    public Stream<Map.Entry<String, ConstraintAction>> stops() {
        return Stream.of(endQueuingConstraints, endProcessingConstraints)
                .flatMap(actions -> actions.entrySet().stream());
    }

    /// Whether the data ended before another constraint did.
    public boolean dataExhausted() {
        return schedulerConstraints.containsKey(Constraint.REQUESTS_EXHAUSTED);
    }
}
