package dev.guidellm.data.trace;

import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads spans in the forms in which they are written down: plain objects, and OTLP as JSON (or protobuf, brought
/// into that form), with its attribute lists and nanoseconds.
final class OtelSpanReader {
    private static final Set<String> FAILED = Set.of("2", "error", "status_code_error");

    private final String traceIdField;
    private final String timestampField;
    private final String durationField;

    OtelSpanReader(String traceIdField, String timestampField, String durationField) {
        this.traceIdField = traceIdField;
        this.timestampField = timestampField;
        this.durationField = durationField;
    }

    /// The spans of an OTLP document: resources, scopes, spans.
    static List<JsonObject> ofDocument(JsonValue resourceSpans) {
        List<JsonObject> spans = new ArrayList<>();
        for (JsonValue resource : JsonPath.items(resourceSpans)) {
            for (JsonValue scope : either(resource, "scopeSpans", "scope_spans")) {
                for (JsonValue span : JsonPath.items(scope, "spans")) {
                    if (span instanceof JsonObject object) {
                        spans.add(object);
                    }
                }
            }
        }
        return spans;
    }

    private static List<JsonValue> either(JsonValue value, String one, String other) {
        List<JsonValue> items = JsonPath.items(value, one);
        return items.isEmpty() ? JsonPath.items(value, other) : items;
    }

    OtelSpan read(JsonObject span) throws RowException {
        long start = time(first(span, timestampField, "startTimeUnixNano", "start_time_unix_nano"));
        JsonValue recordedEnd = first(span, "end_time", "endTimeUnixNano", "end_time_unix_nano");
        long end = OtelSpan.UNKNOWN;
        Double duration = JsonPath.number(span, durationField);
        if (duration != null && duration >= 0) {
            end = start + Math.round(duration * 1e9);
        } else if (recordedEnd != null) {
            end = time(recordedEnd);
        }
        Map<String, JsonValue> attributes = attributes(span.get("attributes"));
        boolean failed = isFailed(span.get("status")) || attributes.get("error.type") instanceof JsonString;
        return new OtelSpan(
                text(first(span, traceIdField, "traceId")),
                text(first(span, "span_id", "spanId")),
                text(first(span, "parent_span_id", "parentSpanId")),
                start,
                end,
                failed,
                attributes,
                events(span));
    }

    private static @Nullable JsonValue first(JsonObject span, String... names) {
        for (String name : names) {
            JsonValue value = span.get(name);
            if (value != null && !(value instanceof JsonNull)) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable String text(@Nullable JsonValue value) {
        return value instanceof JsonString(String text) && !text.isEmpty() ? text : null;
    }

    private static boolean isFailed(@Nullable JsonValue status) {
        JsonValue code = status instanceof JsonObject object ? object.get("code") : status;
        return switch (code) {
            case JsonInteger(BigInteger number) -> number.equals(BigInteger.TWO);
            case JsonString(String text) -> FAILED.contains(text.toLowerCase(Locale.ROOT));
            case null, default -> false;
        };
    }

    /// A moment in nanoseconds since 1970: ISO-8601 (without a zone it is UTC), or a number of seconds,
    /// milliseconds, microseconds or nanoseconds, told apart by its size.
    private long time(@Nullable JsonValue value) throws RowException {
        try {
            return switch (value) {
                case JsonTimestamp(String iso, boolean _) -> iso(iso);
                case JsonString(String text)
                when text.strip().matches("\\d+(\\.\\d+)?") -> number(new BigDecimal(text.strip()));
                case JsonString(String text) -> iso(text.strip());
                case JsonInteger(BigInteger number) -> number(new BigDecimal(number));
                case JsonDouble(double number) when Double.isFinite(number) -> number(BigDecimal.valueOf(number));
                case null -> throw new RowException(Cells.missingColumns(List.of(timestampField)));
                default -> throw new RowException("OTEL format: unsupported timestamp " + Cells.shown(value));
            };
        } catch (DateTimeException | ArithmeticException e) {
            String shown = value instanceof JsonString(String text) ? "string '" + text + "'" : Cells.shown(value);
            throw new RowException("OTEL format: unsupported timestamp " + shown);
        }
    }

    private static long number(BigDecimal number) {
        int digits = number.precision() - number.scale();
        int toNanos = digits <= 11 ? 9 : digits <= 14 ? 6 : digits <= 17 ? 3 : 0;
        return number.movePointRight(toNanos)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
    }

    private static long iso(String text) {
        Instant instant = WallClock.instant(text);
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    private static List<OtelSpan.Event> events(JsonObject span) {
        List<OtelSpan.Event> events = new ArrayList<>();
        for (JsonValue event : JsonPath.items(span, "events")) {
            String name = JsonPath.text(event, "name");
            if (event instanceof JsonObject object && name != null) {
                Map<String, JsonValue> attributes = new LinkedHashMap<>(attributes(object.get("attributes")));
                attributes.putAll(JsonPath.members(object.get("body")));
                events.add(new OtelSpan.Event(name, attributes));
            }
        }
        return events;
    }

    /// Attributes as an object, or as OTLP's list of keys and values.
    private static Map<String, JsonValue> attributes(@Nullable JsonValue attributes) {
        return switch (attributes) {
            case JsonObject(Map<String, JsonValue> members) -> members;
            case JsonArray(List<JsonValue> items) -> keyValues(items);
            case null, default -> Map.of();
        };
    }

    private static Map<String, JsonValue> keyValues(List<JsonValue> items) {
        Map<String, JsonValue> read = new LinkedHashMap<>();
        for (JsonValue item : items) {
            String key = JsonPath.text(item, "key");
            JsonValue value = JsonPath.get(item, "value");
            if (key != null && value != null) {
                read.put(key, anyValue(value));
            }
        }
        return read;
    }

    private static JsonValue anyValue(JsonValue value) {
        if (!(value instanceof JsonObject object) || object.members().isEmpty()) {
            return value;
        }
        Map.Entry<String, JsonValue> typed =
                object.members().entrySet().iterator().next();
        return switch (typed.getKey()) {
            case "intValue", "int_value" ->
                typed.getValue() instanceof JsonString(String digits) && digits.matches("-?\\d{1,18}")
                        ? JsonValue.of(Long.parseLong(digits))
                        : typed.getValue();
            case "arrayValue", "array_value" ->
                new JsonArray(JsonPath.items(typed.getValue(), "values").stream()
                        .map(OtelSpanReader::anyValue)
                        .toList());
            case "kvlistValue", "kvlist_value" -> new JsonObject(keyValues(JsonPath.items(typed.getValue(), "values")));
            default -> typed.getValue();
        };
    }
}
