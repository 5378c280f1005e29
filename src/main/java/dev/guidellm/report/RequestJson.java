package dev.guidellm.report;

import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonTarget;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.RequestMetric;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestArguments;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.record.ToolCall;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One request as the document lists it. Moments that never came are NaN, which a [JsonTarget] takes for null.
final class RequestJson {
    private static final RequestMetric[] METRICS = RequestMetric.values();
    private static final UsageField[] USAGE = UsageField.values();

    private final double origin;
    private final double schedulerStart;

    /// @param origin wall-clock time of the run clock's origin
    /// @param schedulerStart start of the benchmark on the run's clock
    RequestJson(double origin, double schedulerStart) {
        this.origin = origin;
        this.schedulerStart = schedulerStart;
    }

    void write(MeasuredRequest measured, JsonTarget out) {
        out.beginObject();
        members(measured, out);
        out.endObject();
    }

    /// Adds the members to an object that has begun.
    void members(MeasuredRequest measured, JsonTarget out) {
        RequestRecord request = measured.request();
        GenerationResponse response = request.response();
        out.name("type_").text("generative_request_stats");
        out.name("request_id").text(request.requestId());
        out.name("response_id").text(response == null ? null : response.responseId());
        RequestArguments arguments = request.requestArguments();
        out.name("request_args").text(arguments == null ? null : arguments.json());
        out.name("output").text(response == null ? null : response.text());
        out.name("reasoning_output").text(response == null ? null : response.reasoningText());
        out.name("tool_calls");
        toolCalls(response, out);
        out.name("info");
        info(request, out);
        out.name("input_metrics");
        usage(measured.input(), out);
        out.name("response_metrics").tree(responseMetrics(response));
        out.name("output_metrics");
        usage(measured.output(), out);
        for (RequestMetric metric : METRICS) {
            out.name(metric.key());
            metric(metric, measured, out);
        }
        out.name(BenchmarkReport.EXTENSION_KEY);
        extension(measured, out);
    }

    RequestFigures figures(MeasuredRequest measured) {
        return RequestFigures.of(measured, origin);
    }

    private void metric(RequestMetric metric, MeasuredRequest measured, JsonTarget out) {
        double value = metric.of(measured);
        if (Double.isNaN(value) && metric == RequestMetric.REQUEST_END_TIME) {
            value = measured.timings().finalized(); // the format has no null here
        }
        if (metric.isWhole() && !Double.isNaN(value)) {
            out.whole(Math.round(value));
        } else {
            out.number(metric.isMoment() ? value + origin : value);
        }
    }

    private static void toolCalls(@Nullable GenerationResponse response, JsonTarget out) {
        if (response == null || response.toolCalls().isEmpty()) {
            out.nothing();
            return;
        }
        out.beginArray();
        for (ToolCall call : response.toolCalls()) {
            out.beginObject();
            out.name("id").text(call.id());
            out.name("type").text(call.type());
            out.name("function").beginObject();
            out.name("name").text(call.name());
            out.name("arguments").text(call.arguments());
            out.endObject();
            out.endObject();
        }
        out.endArray();
    }

    private static @Nullable JsonValue responseMetrics(@Nullable GenerationResponse response) {
        JsonValue metrics = response == null ? null : response.responseMetrics();
        return switch (metrics) {
            case null -> null;
            case JsonObject object -> object;
            case JsonNull none -> none;
            default -> JsonValue.object().put("value", metrics).build();
        };
    }

    private void info(RequestRecord request, JsonTarget out) {
        RequestTimings timings = request.timings();
        out.beginObject();
        out.name("request_id").text(request.requestId());
        out.name("conversation_id").text(request.conversationId());
        out.name("history_len").whole(request.historyLength());
        out.name("turn_index").whole(request.turnIndex());
        out.name("preceding_nodes").whole(request.precedingNodes());
        out.name("node_id").text(request.nodeId());
        out.name("agent_id").text(request.agentId());
        out.name("parent_node_ids").beginArray();
        for (String parent : request.parentNodeIds()) {
            out.text(parent);
        }
        out.endArray();
        out.name("status").text(status(request.outcome()));
        out.name("scheduler_node_id").whole(0);
        out.name("scheduler_process_id").whole(0);
        out.name("scheduler_start_time").number(schedulerStart + origin);
        out.name("timings");
        timings(timings, out);
        out.name("settings");
        settings(request.settings(), out);
        out.name("error").text(error(request.outcome()));
        out.name("traceback").nothing();
        out.name("started_at").number(timings.startedAt() + origin);
        out.name("completed_at").number(timings.completedAt() + origin);
        out.endObject();
    }

    private static String status(RequestOutcome outcome) {
        return switch (outcome) {
            case RequestOutcome.Completed _ -> "completed";
            case RequestOutcome.Failed _ -> "errored";
            case RequestOutcome.Cancelled _ -> "cancelled";
        };
    }

    private void timings(RequestTimings t, JsonTarget out) {
        MessageTimings messages = t.messages();
        out.beginObject();
        out.name("targeted_start").number(t.targetedStart() + origin);
        out.name("predecessor_completed").number(t.predecessorCompleted() + origin);
        out.name("queued").number(t.queued() + origin);
        out.name("dequeued").number(t.dequeued() + origin);
        out.name("scheduled_at").number(t.scheduledAt() + origin);
        out.name("resolve_start").number(t.resolveStart() + origin);
        out.name("request_start").number(t.requestStart() + origin);
        out.name("first_request_iteration").number(t.firstRequestIteration() + origin);
        out.name("first_token_iteration").number(t.firstTokenIteration() + origin);
        out.name("first_output_token_iteration").number(t.firstOutputTokenIteration() + origin);
        out.name("last_token_iteration").number(t.lastTokenIteration() + origin);
        out.name("last_request_iteration").number(t.lastRequestIteration() + origin);
        out.name("request_iterations").whole(t.requestIterations());
        out.name("token_iterations").whole(t.tokenIterations());
        out.name("last_request_sent").number(messages.lastSent() + origin);
        out.name("request_sent_sum").number(messages.sentSum() + messages.sentCount() * origin);
        out.name("request_sent_count").whole(messages.sentCount());
        out.name("token_received_sum").number(messages.tokenReceivedSum() + messages.tokenReceivedCount() * origin);
        out.name("token_received_count").whole(messages.tokenReceivedCount());
        out.name("request_end").number(t.requestEnd() + origin);
        out.name("resolve_end").number(t.resolveEnd() + origin);
        out.name("finalized").number(t.finalized() + origin);
        out.endObject();
    }

    private static void settings(NodeSettings settings, JsonTarget out) {
        out.beginObject();
        out.name("relative_timestamp").number(settings.relativeTimestampSeconds());
        out.name("requeue_delay").number(settings.requeueDelaySeconds());
        out.name("trace_duration").number(settings.traceDurationSeconds());
        out.endObject();
    }

    private static void usage(UsageMetrics usage, JsonTarget out) {
        out.beginObject();
        for (UsageField field : USAGE) {
            out.name(field.key());
            double count = usage.value(field);
            boolean seconds = field == UsageField.VIDEO_SECONDS || field == UsageField.AUDIO_SECONDS;
            if (Double.isNaN(count) || (seconds && !usage.isWhole(field))) {
                out.number(count);
            } else {
                out.whole((long) count);
            }
        }
        out.name("total_tokens");
        double total = usage.tokens();
        if (Double.isNaN(total)) {
            out.nothing();
        } else {
            out.whole((long) total);
        }
        out.endObject();
    }

    private static void extension(MeasuredRequest measured, JsonTarget out) {
        RequestRecord request = measured.request();
        GenerationResponse response = request.response();
        out.beginObject();
        out.name("turn_type").text(request.turnType().key());
        out.name("output_token_source").text(measured.outputTokenSource().key());
        out.name("finish_reason").text(response == null ? null : response.finishReason());
        if (request.outcome() instanceof RequestOutcome.Failed failed) {
            out.name("failure_kind").text(failed.kind().name().toLowerCase(Locale.ROOT));
            out.name("http_status").whole(failed.httpStatus());
            out.name("error_code").text(failed.errorCode());
            out.name("retry_after").text(failed.retryAfter());
        }
        if (request.http() != null) {
            out.name("http");
            WireFigures.http(request.http(), out);
        }
        if (request.tokenTimes() != null) {
            out.name("token_times_ms");
            WireFigures.tokenTimes(request.tokenTimes(), request.timings(), out);
        }
        out.endObject();
    }

    private static @Nullable String error(RequestOutcome outcome) {
        return switch (outcome) {
            case RequestOutcome.Completed _ -> null;
            case RequestOutcome.Failed failed -> failed.message();
            case RequestOutcome.Cancelled _ -> "Request was cancelled";
        };
    }
}
