package dev.guidellm.report;

import dev.guidellm.metrics.BenchmarkMetrics;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.SchedulerMetrics;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.List;
import java.util.Map;

/// Everything that a run knows of one of its benchmarks. All moments are seconds on the run's clock.
///
/// @param id unique in the world
/// @param index number within the run, from 0
/// @param requestLimit most requests that could be in flight
/// @param requests the requests that the report lists
/// @param extension what the format cannot say
public record FinishedBenchmark(
        String id,
        int index,
        SchedulingStrategy strategy,
        int requestLimit,
        SchedulerState state,
        SchedulerMetrics schedulerMetrics,
        BenchmarkMetrics metrics,
        MeasurementWindow window,
        Map<RequestStatus, List<MeasuredRequest>> requests,
        List<BenchmarkWarning> warnings,
        BenchmarkExtension extension) {
    public FinishedBenchmark {
        requests = Map.copyOf(requests);
        warnings = List.copyOf(warnings);
    }
}
