package dev.guidellm.backend;

import static dev.guidellm.GoldenCases.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.RequestFormat;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestOutcome.Failed;
import dev.guidellm.record.ToolCall;
import dev.guidellm.transport.TransportFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// Answers of the golden file: sent through the backend, and the outcome in the file's own shape.
@NullMarked
final class GoldenAnswers {
    private static final Pattern SERVER_ERROR = Pattern.compile("Streaming response returned an error: (.*)'\\)");
    private static final Pattern HTTP_ERROR = Pattern.compile("HTTPStatusError.*'(\\d{3}) X'.*");

    private GoldenAnswers() {}

    /// Sends the case's request to a server that gives its answer.
    static BackendResult ask(JsonObject golden, BackendFixture.Listener listener) throws Exception {
        RequestFormat format = text(golden, "request_format").equals("/v1/completions")
                ? RequestFormat.COMPLETIONS
                : RequestFormat.CHAT_COMPLETIONS;
        boolean stream = JsonValue.TRUE.equals(golden.get("stream"));
        TurnType turnType = golden.get("turn_type") == null ? TurnType.STANDARD : TurnType.CLIENT_TOOL_CALL;
        return BackendFixture.ask(
                BackendFixture.Config.chat().format(format).stream(stream),
                BackendFixture.hello(turnType),
                answer(golden),
                listener);
    }

    private static RecordedExchange.Answer answer(JsonObject golden) {
        byte[] body = golden.get("body_base64") == null
                ? text(golden, "body").getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(text(golden, "body_base64"));
        String type = golden.get("content_type") == null ? "text/event-stream" : text(golden, "content_type");
        String transport = text(golden, "transport");
        boolean isBroken = transport.equals("chunked-abort") || transport.equals("content-length-short");
        return new RecordedExchange.Answer(
                (int) ((JsonInteger) Objects.requireNonNull(golden.get("http_status"))).longValue(),
                Map.of("content-type", type),
                body,
                isBroken ? new TransportFailure(TransportFailure.Kind.CLOSED_EARLY, "closed early") : null);
    }

    /// What became of a request in the shape of the golden file.
    static JsonObject shape(BackendResult result, BackendFixture.Listener listener) {
        return JsonValue.object()
                .put("status", result.outcome() instanceof RequestOutcome.Completed ? "completed" : "errored")
                .put("error", meaning(result.outcome()))
                .put("first_token_updates", listener.firstTokens.size())
                .put("request_iterations", result.requestIterations())
                .put("token_iterations", result.tokenIterations())
                .put("first_request_iteration_line", line(result.firstRequestIterationNanos()))
                .put("first_token_line", line(result.firstTokenNanos()))
                .put("first_output_token_line", line(result.firstOutputTokenNanos()))
                .put("last_token_line", line(result.lastTokenNanos()))
                .put("last_request_iteration_line", line(result.lastRequestIterationNanos()))
                .put("request_end_set", result.endNanos() > 0)
                .put("response", result.response() == null ? null : response(result.response()))
                .build();
    }

    private static @Nullable Long line(@Nullable Long nanos) {
        return nanos == null ? null : (Long) (nanos / RecordedExchange.STEP);
    }

    private static JsonObject response(GenerationResponse response) {
        List<JsonValue> calls = new ArrayList<>();
        for (ToolCall call : response.toolCalls()) {
            calls.add(JsonValue.object()
                    .put("id", call.id())
                    .put("type", call.type())
                    .put(
                            "function",
                            JsonValue.object()
                                    .put("name", call.name())
                                    .put("arguments", call.arguments())
                                    .build())
                    .build());
        }
        return JsonValue.object()
                .put("response_id", response.responseId())
                .put("text", response.text())
                .put("reasoning_text", response.reasoningText())
                .put("tool_calls", calls.isEmpty() ? null : new JsonArray(calls))
                .put("input_metrics", metrics(response.inputMetrics()))
                .put("output_metrics", metrics(response.outputMetrics()))
                .put("response_metrics", response.responseMetrics())
                .build();
    }

    private static JsonObject metrics(UsageMetrics metrics) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (UsageField field : UsageField.values()) {
            if (metrics.get(field) != null) {
                members.put(field.key(), JsonValue.ofNumber(metrics.get(field)));
            }
        }
        if (metrics.totalTokens() != null) {
            members.put("total_tokens", JsonValue.ofNumber(metrics.totalTokens()));
        }
        return new JsonObject(members);
    }

    /// The golden values with the class and wording of a Python exception replaced by what it means.
    static JsonObject meaning(@Nullable JsonValue golden) {
        JsonObject expected = (JsonObject) Objects.requireNonNull(golden);
        Map<String, JsonValue> members = new LinkedHashMap<>(expected.members());
        String error = JsonParts.text(expected.get("error"));
        members.put("error", JsonValue.of(error == null ? null : meaning(error)));
        return new JsonObject(members);
    }

    private static String meaning(String error) {
        Matcher serverError = SERVER_ERROR.matcher(error);
        Matcher httpError = HTTP_ERROR.matcher(error.replace("\n", " ").replace("\\n", " "));
        if (serverError.find()) {
            return "server says: " + serverError.group(1);
        } else if (httpError.find()) {
            return "HTTP " + httpError.group(1);
        } else if (error.contains("UNUSABLE_BACKEND_RESPONSE")) {
            return "empty answer";
        } else if (error.startsWith("RemoteProtocolError")) {
            return "broken off";
        } else if (error.contains("Expected tool call")) {
            return "no tool call";
        } else if (error.matches("(JSONDecode|Attribute|Type|Key)Error.*")) {
            return "not understood";
        }
        return error;
    }

    private static @Nullable String meaning(RequestOutcome outcome) {
        if (!(outcome instanceof Failed failed)) {
            return null;
        }
        String message = failed.message();
        return switch (failed.kind()) {
            case SERVER_ERROR -> "server says: " + message;
            case HTTP_STATUS -> {
                assertThat(message).startsWith("HTTP " + failed.httpStatus() + ": ");
                yield "HTTP " + failed.httpStatus();
            }
            case BROKEN_OFF -> "broken off";
            case BAD_RESPONSE ->
                message.startsWith("the answer is empty")
                        ? "empty answer"
                        : message.startsWith("Expected tool call") ? "no tool call" : "not understood";
            case CONNECT, TIMEOUT, BAD_REQUEST_DATA -> message;
        };
    }
}
