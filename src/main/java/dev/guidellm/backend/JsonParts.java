package dev.guidellm.backend;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import dev.guidellm.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/// Reading members of a server's JSON, which may be absent, null or of another type than expected.
final class JsonParts {
    private JsonParts() {}

    /// False for what Python takes for false: absent, null, false, 0, and empty texts, lists and objects.
    static boolean isTruthy(@Nullable JsonValue value) {
        return switch (value) {
            case null -> false;
            case JsonNull() -> false;
            case JsonBoolean(boolean truth) -> truth;
            case JsonInteger(var number) -> number.signum() != 0;
            case JsonDouble(double number) -> number != 0;
            case JsonString(String text) -> !text.isEmpty();
            case JsonArray array -> !array.items().isEmpty();
            case JsonObject object -> !object.members().isEmpty();
            case JsonTimestamp _ -> true;
        };
    }

    /// Whether a member is absent or null.
    static boolean isAbsent(@Nullable JsonValue value) {
        return value == null || value instanceof JsonNull;
    }

    /// The text of a text value, else null.
    static @Nullable String text(@Nullable JsonValue value) {
        return value instanceof JsonString(String text) ? text : null;
    }

    /// The truth of a truth value, else null.
    static @Nullable Boolean truth(@Nullable JsonValue value) {
        return value instanceof JsonBoolean(boolean truth) ? truth : null;
    }

    /// The text of a text, or the JSON of anything else.
    static String asText(JsonValue value) {
        return value instanceof JsonString(String text) ? text : JsonWriter.toString(value);
    }

    /// A member that must be text where it has a value; empty and absent alike give null.
    static @Nullable String textMember(JsonObject object, String key) throws AnswerException {
        JsonValue value = object.get(key);
        if (value instanceof JsonString(String text)) {
            return text.isEmpty() ? null : text;
        }
        if (isTruthy(value)) {
            throw AnswerException.malformed("\"" + key + "\" of the answer is not text");
        }
        return null;
    }

    /// A count: a whole number of at least 0, else null.
    static @Nullable Long count(@Nullable JsonValue value) {
        return switch (value) {
            case JsonInteger(var number) when number.signum() >= 0 && number.bitLength() < 63 -> number.longValue();
            case JsonDouble(double number)
            when number >= 0 && number < 1e15 && number == Math.rint(number) -> (long) number;
            case null, default -> null;
        };
    }

    /// A duration in seconds, else null.
    static @Nullable Double seconds(@Nullable JsonValue value) {
        return switch (value) {
            case JsonInteger(var number) when number.signum() >= 0 -> number.doubleValue();
            case JsonDouble(double number) when number >= 0 && Double.isFinite(number) -> number;
            case null, default -> null;
        };
    }
}
