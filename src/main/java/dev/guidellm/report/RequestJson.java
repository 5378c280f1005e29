package dev.guidellm.report;

import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.RequestMetric;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.record.ToolCall;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One request as the document lists it.
final class RequestJson {
    private final double origin;
    private final double schedulerStart;

    /// @param origin wall-clock time of the run clock's origin
    /// @param schedulerStart start of the benchmark on the run's clock
    RequestJson(double origin, double schedulerStart) {
        this.origin = origin;
        this.schedulerStart = schedulerStart;
    }

    JsonObject write(MeasuredRequest measured) {
        RequestRecord request = measured.request();
        GenerationResponse response = request.response();
        JsonValue.ObjectBuilder out = JsonValue.object()
                .put("type_", "generative_request_stats")
                .put("request_id", request.requestId())
                .put("response_id", response == null ? null : response.responseId())
                .put("request_args", request.requestArguments())
                .put("output", response == null ? null : response.text())
                .put("reasoning_output", response == null ? null : response.reasoningText())
                .put("tool_calls", toolCalls(response))
                .put("info", info(request))
                .put("input_metrics", usage(measured.input()))
                .put("response_metrics", responseMetrics(response))
                .put("output_metrics", usage(measured.output()));
        for (RequestMetric metric : RequestMetric.values()) {
            out.put(metric.key(), value(metric, measured));
        }
        return out.put(BenchmarkReport.EXTENSION_KEY, extension(measured)).build();
    }

    private @Nullable Number value(RequestMetric metric, MeasuredRequest measured) {
        double value = metric.of(measured);
        if (Double.isNaN(value) && metric == RequestMetric.REQUEST_END_TIME) {
            value = measured.timings().finalized(); // the format has no null here
        }
        if (Double.isNaN(value)) {
            return null;
        }
        if (metric.isWhole()) {
            return Math.round(value);
        }
        return metric.isMoment() ? value + origin : value;
    }

    private static JsonValue toolCalls(@Nullable GenerationResponse response) {
        if (response == null || response.toolCalls().isEmpty()) {
            return JsonValue.NULL;
        }
        return new JsonArray(
                response.toolCalls().stream().map(RequestJson::toolCall).toList());
    }

    private static JsonValue toolCall(ToolCall call) {
        return JsonValue.object()
                .put("id", call.id())
                .put("type", call.type())
                .put(
                        "function",
                        JsonValue.object()
                                .put("name", call.name())
                                .put("arguments", call.arguments())
                                .build())
                .build();
    }

    private static JsonValue responseMetrics(@Nullable GenerationResponse response) {
        JsonValue metrics = response == null ? null : response.responseMetrics();
        return switch (metrics) {
            case null -> JsonValue.NULL;
            case JsonObject object -> object;
            case JsonNull none -> none;
            default -> JsonValue.object().put("value", metrics).build();
        };
    }

    private JsonObject info(RequestRecord request) {
        return JsonValue.object()
                .put("request_id", request.requestId())
                .put("conversation_id", request.conversationId())
                .put("history_len", request.historyLength())
                .put("turn_index", request.turnIndex())
                .put("preceding_nodes", request.precedingNodes())
                .put("node_id", request.nodeId())
                .put("agent_id", request.agentId())
                .put("parent_node_ids", JsonValue.ofStrings(request.parentNodeIds()))
                .put("status", status(request.outcome()))
                .put("scheduler_node_id", 0)
                .put("scheduler_process_id", 0)
                .put("scheduler_start_time", schedulerStart + origin)
                .put("timings", timings(request.timings()))
                .put("settings", settings(request.settings()))
                .put("error", error(request.outcome()))
                .put("traceback", JsonValue.NULL)
                .put("started_at", moment(request.timings().startedAt()))
                .put("completed_at", moment(request.timings().completedAt()))
                .build();
    }

    private static String status(RequestOutcome outcome) {
        return switch (outcome) {
            case RequestOutcome.Completed _ -> "completed";
            case RequestOutcome.Failed _ -> "errored";
            case RequestOutcome.Cancelled _ -> "cancelled";
        };
    }

    private JsonObject timings(RequestTimings t) {
        return JsonValue.object()
                .put("targeted_start", moment(t.targetedStart()))
                .put("predecessor_completed", moment(t.predecessorCompleted()))
                .put("queued", moment(t.queued()))
                .put("dequeued", moment(t.dequeued()))
                .put("scheduled_at", moment(t.scheduledAt()))
                .put("resolve_start", moment(t.resolveStart()))
                .put("request_start", moment(t.requestStart()))
                .put("first_request_iteration", moment(t.firstRequestIteration()))
                .put("first_token_iteration", moment(t.firstTokenIteration()))
                .put("first_output_token_iteration", moment(t.firstOutputTokenIteration()))
                .put("last_token_iteration", moment(t.lastTokenIteration()))
                .put("last_request_iteration", moment(t.lastRequestIteration()))
                .put("request_iterations", t.requestIterations())
                .put("token_iterations", t.tokenIterations())
                .put("last_request_sent", moment(t.messages().lastSent()))
                .put(
                        "request_sent_sum",
                        sumOfMoments(t.messages().sentSum(), t.messages().sentCount()))
                .put("request_sent_count", t.messages().sentCount())
                .put(
                        "token_received_sum",
                        sumOfMoments(
                                t.messages().tokenReceivedSum(), t.messages().tokenReceivedCount()))
                .put("token_received_count", t.messages().tokenReceivedCount())
                .put("request_end", moment(t.requestEnd()))
                .put("resolve_end", moment(t.resolveEnd()))
                .put("finalized", moment(t.finalized()))
                .build();
    }

    private double sumOfMoments(double sum, int count) {
        return sum + count * origin;
    }

    private static JsonObject settings(NodeSettings settings) {
        return JsonValue.object()
                .put("relative_timestamp", settings.relativeTimestampSeconds())
                .put("requeue_delay", settings.requeueDelaySeconds())
                .put("trace_duration", settings.traceDurationSeconds())
                .build();
    }

    private static JsonObject usage(UsageMetrics usage) {
        JsonValue.ObjectBuilder out = JsonValue.object();
        for (UsageField field : UsageField.values()) {
            Number count = usage.get(field);
            boolean seconds = field == UsageField.VIDEO_SECONDS || field == UsageField.AUDIO_SECONDS;
            out.put(field.key(), count == null || seconds ? count : Long.valueOf(count.longValue()));
        }
        return out.put("total_tokens", usage.totalTokens()).build();
    }

    private static JsonObject extension(MeasuredRequest measured) {
        RequestRecord request = measured.request();
        GenerationResponse response = request.response();
        JsonValue.ObjectBuilder out = JsonValue.object()
                .put("turn_type", request.turnType().key())
                .put("output_token_source", measured.outputTokenSource().key())
                .put("finish_reason", response == null ? null : response.finishReason());
        if (request.outcome() instanceof RequestOutcome.Failed failed) {
            out.put("failure_kind", failed.kind().name().toLowerCase(Locale.ROOT))
                    .put("http_status", failed.httpStatus())
                    .put("error_code", failed.errorCode())
                    .put("retry_after", failed.retryAfter());
        }
        return out.build();
    }

    private @Nullable Double moment(double seconds) {
        return RequestTimings.came(seconds) ? Double.valueOf(seconds + origin) : null;
    }

    private static @Nullable String error(RequestOutcome outcome) {
        return switch (outcome) {
            case RequestOutcome.Completed _ -> null;
            case RequestOutcome.Failed failed -> failed.message();
            case RequestOutcome.Cancelled _ -> "Request was cancelled";
        };
    }
}
