package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the members of a request body as leniently as the original does (`"stream": "true"` counts) and notes what
/// does not fit.
final class RequestFields {
    private static final Set<String> YES = Set.of("true", "1", "yes", "on", "t", "y");
    private static final Set<String> NO = Set.of("false", "0", "no", "off", "f", "n");

    private final JsonObject body;
    private final ValidationReport report;

    /// @param subject what the body is called in the report of its faults
    RequestFields(JsonObject body, String subject) {
        this.body = body;
        this.report = new ValidationReport(subject);
    }

    ValidationReport report() {
        return report;
    }

    /// The member named `key`, or null when it is absent or null.
    @Nullable
    JsonValue get(String key) {
        JsonValue value = body.get(key);
        return value instanceof JsonNull ? null : value;
    }

    /// Whether there is a member named `key`, be it null.
    boolean has(String key) {
        return body.get(key) != null;
    }

    /// The member named `key`; noted and null when there is none.
    @Nullable
    JsonValue required(String key) {
        JsonValue value = body.get(key);
        if (value == null) {
            report.missing(key, body);
        }
        return value;
    }

    /// A text that must be there; empty when it is not, which is noted.
    String requiredText(String key) {
        JsonValue value = required(key);
        if (value instanceof JsonString(String text)) {
            return text;
        }
        if (value != null) {
            report.add(key, "Input should be a valid string", "string_type", value);
        }
        return "";
    }

    /// A list that must be there; empty when it is not, which is noted.
    List<JsonValue> requiredList(String key) {
        JsonValue value = required(key);
        if (value instanceof JsonArray(List<JsonValue> items)) {
            return items;
        }
        if (value != null) {
            report.add(key, "Input should be a valid list", "list_type", value);
        }
        return List.of();
    }

    /// A truth value; false when absent.
    boolean flag(String key) {
        JsonValue value = get(key);
        return value != null && flag(key, value);
    }

    /// The member `inner` of the object `outer` as a truth value; false when either is absent.
    boolean flag(String outer, String inner) {
        JsonValue value = get(outer);
        if (value == null) {
            return false;
        }
        if (!(value instanceof JsonObject object)) {
            report.add(
                    outer, "Input should be a valid dictionary or object to extract fields from", "model_type", value);
            return false;
        }
        JsonValue member = object.get(inner);
        return member != null && !(member instanceof JsonNull) && flag(outer + "." + inner, member);
    }

    /// The most tokens that the request allows; null when it sets no limit, for which 0 counts too.
    @Nullable
    Integer tokenLimit(String key) {
        JsonValue value = get(key);
        Long limit = value == null ? null : wholeNumber(key, value);
        if (limit == null || limit <= 0) {
            return null;
        }
        return (int) Math.min(limit, Integer.MAX_VALUE);
    }

    /// `value` as a whole number; noted and null when it is none.
    @Nullable
    Long wholeNumber(String place, JsonValue value) {
        return switch (value) {
            case JsonInteger(BigInteger number) -> number.bitLength() < Long.SIZE ? number.longValue() : Long.MAX_VALUE;
            case JsonBoolean(boolean set) -> set ? 1L : 0L;
            case JsonDouble(double number) -> {
                if (number == Math.rint(number) && !Double.isInfinite(number)) {
                    yield (long) number;
                }
                report.add(
                        place,
                        "Input should be a valid integer, got a number with a fractional part",
                        "int_from_float",
                        value);
                yield null;
            }
            case JsonString(String text) -> {
                try {
                    yield Long.valueOf(text.strip());
                } catch (NumberFormatException _) {
                    report.add(
                            place,
                            "Input should be a valid integer, unable to parse string as an integer",
                            "int_parsing",
                            value);
                    yield null;
                }
            }
            default -> {
                report.add(place, "Input should be a valid integer", "int_type", value);
                yield null;
            }
        };
    }

    private boolean flag(String place, JsonValue value) {
        String word = switch (value) {
            case JsonBoolean(boolean set) -> set ? "true" : "false";
            case JsonString(String text) -> text.toLowerCase(Locale.ROOT);
            case JsonInteger(BigInteger number) -> number.toString();
            case JsonDouble(double number) -> number == 1 ? "1" : number == 0 ? "0" : "?";
            default -> "";
        };
        if (word.isEmpty() && !(value instanceof JsonString)) {
            report.add(place, "Input should be a valid boolean", "bool_type", value);
        } else if (!YES.contains(word) && !NO.contains(word)) {
            report.add(place, "Input should be a valid boolean, unable to interpret input", "bool_parsing", value);
        }
        return YES.contains(word);
    }
}
