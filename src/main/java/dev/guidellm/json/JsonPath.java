package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks into documents of other makers, where anything may be missing or of another type: whatever is not there,
/// null or of the wrong type is null here.
public final class JsonPath {
    private JsonPath() {}

    /// The value below `keys`; null when there is none or it is the null value.
    public static @Nullable JsonValue get(@Nullable JsonValue value, String... keys) {
        JsonValue at = value;
        for (String key : keys) {
            at = at instanceof JsonObject object ? object.get(key) : null;
        }
        return at instanceof JsonNull ? null : at;
    }

    /// The number below `keys`.
    public static @Nullable Double number(@Nullable JsonValue value, String... keys) {
        return switch (get(value, keys)) {
            case JsonDouble(double number) -> number;
            case JsonInteger(BigInteger number) -> number.doubleValue();
            case null, default -> null;
        };
    }

    /// The whole number below `keys`; also one that is written with a fraction of zero.
    public static @Nullable Long whole(@Nullable JsonValue value, String... keys) {
        Double number = number(value, keys);
        return number == null || number != Math.rint(number) || Math.abs(number) > 9e15 ? null : number.longValue();
    }

    /// The text below `keys`.
    public static @Nullable String text(@Nullable JsonValue value, String... keys) {
        return get(value, keys) instanceof JsonString(String text) ? text : null;
    }

    /// The truth value below `keys`.
    public static @Nullable Boolean truth(@Nullable JsonValue value, String... keys) {
        return get(value, keys) instanceof JsonBoolean(boolean truth) ? truth : null;
    }

    /// The items of the list below `keys`; empty when there is no list.
    public static List<JsonValue> items(@Nullable JsonValue value, String... keys) {
        return get(value, keys) instanceof JsonArray(List<JsonValue> items) ? items : List.of();
    }

    /// The members of the object below `keys`; empty when there is no object.
    public static Map<String, JsonValue> members(@Nullable JsonValue value, String... keys) {
        return get(value, keys) instanceof JsonObject(Map<String, JsonValue> members) ? members : Map.of();
    }
}
