package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// The averages among the scheduler's metrics, in seconds, in the order of the report.
public enum SchedulerAverage {
    QUEUED_TIME("queued_time_avg"),
    RESOLVE_START_DELAY("resolve_start_delay_avg"),
    RESOLVE_TARGETED_START_DELAY("resolve_targeted_start_delay_avg"),
    REQUEST_START_DELAY("request_start_delay_avg"),
    REQUEST_TARGETED_START_DELAY("request_targeted_start_delay_avg"),
    REQUEST_TIME("request_time_avg"),
    RESOLVE_END_DELAY("resolve_end_delay_avg"),
    RESOLVE_TIME("resolve_time_avg"),
    FINALIZED_DELAY("finalized_delay_avg"),
    PROCESSED_DELAY("processed_delay_avg");

    private final String key;

    SchedulerAverage(String key) {
        this.key = key;
    }

    /// The name in the report.
    public String key() {
        return key;
    }

    /// Its value; null when nothing was measured.
    public @Nullable Double of(SchedulerMetrics metrics) {
        return switch (this) {
            case QUEUED_TIME -> metrics.queuedTimeAvg();
            case RESOLVE_START_DELAY -> metrics.resolveStartDelayAvg();
            case RESOLVE_TARGETED_START_DELAY -> metrics.resolveTargetedStartDelayAvg();
            case REQUEST_START_DELAY -> metrics.requestStartDelayAvg();
            case REQUEST_TARGETED_START_DELAY -> metrics.requestTargetedStartDelayAvg();
            case REQUEST_TIME -> metrics.requestTimeAvg();
            case RESOLVE_END_DELAY -> metrics.resolveEndDelayAvg();
            case RESOLVE_TIME -> metrics.resolveTimeAvg();
            case FINALIZED_DELAY -> metrics.finalizedDelayAvg();
            case PROCESSED_DELAY -> metrics.processedDelayAvg();
        };
    }
}
