package dev.guidellm.report;

import dev.guidellm.health.ClientHealth;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.metrics.ErrorSummary;
import dev.guidellm.record.FailureKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What we know of a benchmark and the original's format cannot say: its member `x_guidellm_java`.
///
/// @param partial whether the run was interrupted during this benchmark
/// @param errors failures by kind, status, code and message
/// @param notes sentences for a person, such as "the data ended after 3 of 8 requests"
/// @param client whether the client was the limit; null where nobody looked
/// @param figures any further figures, by name
public record BenchmarkExtension(
        boolean partial,
        ErrorSummary errors,
        List<String> notes,
        @Nullable ClientHealth client,
        JsonObject figures) {
    /// Nothing to say.
    public static final BenchmarkExtension NONE = new BenchmarkExtension(
            false, ErrorSummary.NONE, List.of(), null, JsonValue.object().build());

    public BenchmarkExtension {
        notes = List.copyOf(notes);
    }

    /// A group of failures in words, such as `HTTP 429 (rate_limited): try again later`.
    public static String describe(ErrorSummary.Group group) {
        String kind = group.httpStatus() != null
                ? "HTTP " + group.httpStatus()
                : group.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String code = group.errorCode() == null ? "" : " (" + group.errorCode() + ")";
        // The message may begin with the status too, since it must do without this line's beginning elsewhere.
        String message = group.message();
        return kind + code + ": " + (message.startsWith(kind + ": ") ? message.substring(kind.length() + 2) : message);
    }

    /// The member's value.
    JsonObject write() {
        List<JsonValue> groups = new ArrayList<>();
        for (ErrorSummary.Group group : errors.groups()) {
            groups.add(JsonValue.object()
                    .put("kind", group.kind().name().toLowerCase(Locale.ROOT))
                    .put("http_status", group.httpStatus())
                    .put("code", group.errorCode())
                    .put("message", group.message())
                    .put("count", group.count())
                    .put("example_request_id", group.exampleRequestId())
                    .build());
        }
        JsonValue.ObjectBuilder retryAfter = JsonValue.object();
        errors.retryAfter().forEach(retryAfter::put);
        return JsonValue.object()
                .put("partial", partial)
                .put("errors", new JsonArray(groups))
                .put("errors_not_grouped", errors.ungrouped())
                .put("throttled_requests", errors.throttled())
                .put("retry_after", retryAfter.build())
                .put("short_answers", errors.shortAnswers())
                .put("cancelled_before_start", errors.cancelledBeforeStart())
                .put("notes", JsonValue.ofStrings(notes))
                .put("client", client == null ? null : ClientJson.write(client))
                .put("figures", figures)
                .build();
    }

    static BenchmarkExtension read(@Nullable JsonValue value) {
        if (!(value instanceof JsonObject)) {
            return NONE;
        }
        Map<String, Integer> retryAfter = new LinkedHashMap<>();
        JsonPath.members(value, "retry_after").forEach((seconds, count) -> {
            if (count instanceof JsonInteger(BigInteger number)) {
                retryAfter.put(seconds, number.intValue());
            }
        });
        ErrorSummary errors = new ErrorSummary(
                JsonPath.items(value, "errors").stream()
                        .map(BenchmarkExtension::group)
                        .toList(),
                count(value, "errors_not_grouped"),
                count(value, "throttled_requests"),
                retryAfter,
                count(value, "short_answers"),
                count(value, "cancelled_before_start"));
        List<String> notes = new ArrayList<>();
        for (JsonValue note : JsonPath.items(value, "notes")) {
            if (note instanceof JsonString(String text)) {
                notes.add(text);
            }
        }
        return new BenchmarkExtension(
                Boolean.TRUE.equals(JsonPath.truth(value, "partial")),
                errors,
                notes,
                ClientJson.read(JsonPath.get(value, "client")),
                JsonPath.get(value, "figures") instanceof JsonObject object
                        ? object
                        : JsonValue.object().build());
    }

    private static ErrorSummary.Group group(JsonValue value) {
        String kind = JsonPath.text(value, "kind");
        Long status = JsonPath.whole(value, "http_status");
        String message = JsonPath.text(value, "message");
        String example = JsonPath.text(value, "example_request_id");
        return new ErrorSummary.Group(
                Arrays.stream(FailureKind.values())
                        .filter(k -> k.name().equalsIgnoreCase(kind))
                        .findFirst()
                        .orElse(FailureKind.BAD_RESPONSE),
                status == null ? null : status.intValue(),
                JsonPath.text(value, "code"),
                message == null ? "" : message,
                count(value, "count"),
                example == null ? "" : example);
    }

    private static int count(JsonValue value, String key) {
        Long count = JsonPath.whole(value, key);
        return count == null ? 0 : count.intValue();
    }
}
