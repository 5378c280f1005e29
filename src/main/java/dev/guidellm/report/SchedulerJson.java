package dev.guidellm.report;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.SchedulerAverage;
import dev.guidellm.metrics.SchedulerMetrics;
import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The `scheduler_state` and `scheduler_metrics` objects of a benchmark.
final class SchedulerJson {
    private SchedulerJson() {}

    static JsonObject state(SchedulerState state, double origin) {
        return JsonValue.object()
                .put("node_id", 0)
                .put("num_processes", 1)
                .put("start_time", moment(state.startTime(), origin))
                .put("end_time", moment(state.endTime(), origin))
                .put("start_requests_time", moment(state.startRequestsTime(), origin))
                .put("end_requests_time", moment(state.endRequestsTime(), origin))
                .put("end_queuing_time", moment(state.endQueuingTime(), origin))
                .put("end_queuing_constraints", actions(state.endQueuingConstraints(), origin))
                .put("end_processing_time", moment(state.endProcessingTime(), origin))
                .put("end_processing_constraints", actions(state.endProcessingConstraints(), origin))
                .put("scheduler_constraints", actions(state.schedulerConstraints(), origin))
                .put("progress", progress(state.progress(), origin))
                .put("created_requests", state.counts().created())
                .put("queued_requests", state.counts().queued())
                .put("pending_requests", state.counts().pending())
                .put("processing_requests", state.counts().processing())
                .put("processed_requests", state.counts().processed())
                .put("successful_requests", state.counts().successful())
                .put("errored_requests", state.counts().errored())
                .put("cancelled_requests", state.counts().cancelled())
                .build();
    }

    private static JsonObject actions(Map<String, ConstraintAction> actions, double origin) {
        JsonValue.ObjectBuilder out = JsonValue.object();
        actions.forEach((kind, action) -> out.put(
                kind,
                JsonValue.object()
                        .put("request_queuing", action.requestQueuing().key())
                        .put("request_processing", action.requestProcessing().key())
                        .put("stopping_scope", action.stoppingScope().key())
                        .put("metadata", action.metadata().atWallClock(origin))
                        .put("progress", progress(action.progress(), origin))
                        .build()));
        return out.build();
    }

    private static JsonObject progress(SchedulerProgress progress, double origin) {
        return JsonValue.object()
                .put("remaining_requests", progress.remainingRequests())
                .put("total_requests", progress.totalRequests())
                .put("remaining_duration", progress.remainingDuration())
                .put("total_duration", progress.totalDuration())
                .put("stop_time", moment(progress.stopTime(), origin))
                .build();
    }

    /// The format has no null here: what is unknown is -1.
    static JsonObject metrics(SchedulerMetrics metrics, double origin) {
        JsonValue.ObjectBuilder out = JsonValue.object()
                .put("start_time", orMinusOne(moment(metrics.startTime(), origin)))
                .put("request_start_time", orMinusOne(moment(metrics.requestStartTime(), origin)))
                .put("measure_start_time", orMinusOne(moment(metrics.measureStartTime(), origin)))
                .put("measure_end_time", orMinusOne(moment(metrics.measureEndTime(), origin)))
                .put("request_end_time", orMinusOne(moment(metrics.requestEndTime(), origin)))
                .put("end_time", orMinusOne(moment(metrics.endTime(), origin)))
                .put("requests_made", DistributionJson.write(metrics.requestsMade()))
                .put("generation_delay", DistributionJson.write(metrics.generationDelay()));
        for (SchedulerAverage average : SchedulerAverage.values()) {
            out.put(average.key(), orMinusOne(average.of(metrics)));
        }
        return out.put("dataset_incomplete", metrics.datasetIncomplete())
                .put("strategy_type", metrics.strategyType())
                .build();
    }

    /// A moment on the run's clock as seconds since 1970.
    static @Nullable Double moment(@Nullable Double seconds, double origin) {
        return seconds == null ? null : seconds + origin;
    }

    private static Double orMinusOne(@Nullable Double value) {
        return value == null ? -1.0 : value;
    }
}
