package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// How the run itself went: moments on the run's clock, and mean seconds that requests spent in each stage,
/// over all requests of the run that were started. Null where nothing was measured (a report writes −1.0
/// there).
///
/// @param startTime start of the scheduler
/// @param requestStartTime start of the first request
/// @param measureStartTime start of the measurement window
/// @param measureEndTime end of the measurement window
/// @param requestEndTime end of the last request
/// @param endTime end of the scheduler
/// @param requestsMade the requests of the three lists, not limited to the window
/// @param generationDelay seconds by which the making of each conversation held a request back; 0 when it was in time
/// @param datasetIncomplete whether the data was not read to its end
/// @param strategyType kind of the strategy
public record SchedulerMetrics(
        @Nullable Double startTime,
        @Nullable Double requestStartTime,
        @Nullable Double measureStartTime,
        @Nullable Double measureEndTime,
        @Nullable Double requestEndTime,
        @Nullable Double endTime,
        RequestTotals requestsMade,
        DistributionSummary generationDelay,
        @Nullable Double queuedTimeAvg,
        @Nullable Double resolveStartDelayAvg,
        @Nullable Double resolveTargetedStartDelayAvg,
        @Nullable Double requestStartDelayAvg,
        @Nullable Double requestTargetedStartDelayAvg,
        @Nullable Double requestTimeAvg,
        @Nullable Double resolveEndDelayAvg,
        @Nullable Double resolveTimeAvg,
        @Nullable Double finalizedDelayAvg,
        @Nullable Double processedDelayAvg,
        boolean datasetIncomplete,
        String strategyType) {}
