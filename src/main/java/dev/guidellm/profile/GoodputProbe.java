package dev.guidellm.profile;

import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.StoppingScope;
import dev.guidellm.search.AttainmentReading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One benchmark of a goodput search.
///
/// @param index number of the benchmark within the run, from 0
/// @param level streams, or requests per second
/// @param attainments one per group of objectives
/// @param overall all objectives together
/// @param readings what a test during the benchmark has counted, one per group; empty without one
/// @param goodputPerSecond requests that kept all objectives, per second; null when none had a verdict
/// @param offPace whether its streams opened at another pace than the one at which it was then seen to finish
///     requests
/// @param overSaturated whether the server fell behind, so that what was measured flatters it
/// @param climbing whether the test might end it as soon as it leaned to passing
/// @param endedEarly whether the test ended it
/// @param counts requests of the whole benchmark
/// @param wholeRunStoppedBy constraints that stopped the whole run
record GoodputProbe(
        int index,
        double level,
        List<ObjectiveAttainment> attainments,
        ObjectiveAttainment overall,
        List<AttainmentReading> readings,
        @Nullable Double goodputPerSecond,
        boolean offPace,
        boolean overSaturated,
        boolean climbing,
        boolean endedEarly,
        SchedulerCounts counts,
        List<String> wholeRunStoppedBy) {
    /// @param offPace whether its streams opened at another pace than the one that it then showed
    /// @param climbing whether the test might end it as soon as it leaned to passing
    /// @param saturationFails whether a server that falls behind has failed
    static GoodputProbe of(
            int index,
            double level,
            BenchmarkOutcome outcome,
            boolean offPace,
            boolean climbing,
            boolean saturationFails) {
        ObjectiveAttainment overall = outcome.overall();
        if (overall == null) {
            throw new IllegalArgumentException("a search needs objectives");
        }
        boolean saturated = saturationFails
                && outcome.state().stops().anyMatch(stop -> stop.getKey().equals(Constraint.OVER_SATURATION));
        return new GoodputProbe(
                index,
                level,
                outcome.attainments(),
                overall,
                outcome.readings(),
                outcome.goodputPerSecond(),
                offPace,
                saturated,
                climbing,
                outcome.state().endProcessingConstraints().containsKey(ProbeTarget.CONSTRAINT),
                outcome.state().counts(),
                outcome.state()
                        .stops()
                        .filter(stop -> stop.getValue().stoppingScope() == StoppingScope.ALL)
                        .map(stop -> stop.getKey())
                        .distinct()
                        .toList());
    }

    /// Whether no request has a verdict.
    boolean nothingMeasured() {
        return overall.determined() == 0;
    }

    /// Whether more than half of the misses were failed requests, not slow answers.
    boolean failedByErrors() {
        return counts.errored() > 0 && counts.errored() * 2 > overall.determined() - overall.conforming();
    }

    /// Whether requests were sent and none of them was answered.
    boolean unanswered() {
        return counts.errored() > 0 && counts.successful() == 0;
    }
}
