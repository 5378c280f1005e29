package dev.guidellm.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON (or YAML 1.1) value, immutable. Integers and floating-point numbers are kept apart, since a user may
/// write `8` or `8.0` and the two are validated differently.
public sealed interface JsonValue {

    /// `null`.
    JsonNull NULL = new JsonNull();
    /// `true`.
    JsonBoolean TRUE = new JsonBoolean(true);
    /// `false`.
    JsonBoolean FALSE = new JsonBoolean(false);

    /// The null value.
    record JsonNull() implements JsonValue {}

    /// A truth value.
    record JsonBoolean(boolean value) implements JsonValue {}

    /// Text.
    record JsonString(String value) implements JsonValue {}

    /// A whole number of any size.
    record JsonInteger(BigInteger value) implements JsonValue {
        /// The value as a `long`; throws [ArithmeticException] when it does not fit.
        public long longValue() {
            return value.longValueExact();
        }
    }

    /// A floating-point number; may be infinite or not a number when it came from YAML.
    record JsonDouble(double value) implements JsonValue {}

    /// A YAML 1.1 time stamp in ISO-8601 form: a date when `dateOnly`, else a date and time.
    record JsonTimestamp(String iso, boolean dateOnly) implements JsonValue {}

    /// An ordered list.
    record JsonArray(List<JsonValue> items) implements JsonValue {
        public JsonArray {
            items = items instanceof WholeNumbers ? items : List.copyOf(items);
        }

        /// The items as numbers when all are whole and fit, else null. Costs no object per item.
        public long @Nullable [] longs() {
            if (items instanceof WholeNumbers numbers) {
                return numbers.toLongs();
            }
            long[] longs = new long[items.size()];
            for (int i = 0; i < longs.length; i++) {
                if (!(items.get(i) instanceof JsonInteger(BigInteger value)) || value.bitLength() > 63) {
                    return null;
                }
                longs[i] = value.longValue();
            }
            return longs;
        }
    }

    /// A mapping that keeps the order of its keys.
    record JsonObject(Map<String, JsonValue> members) implements JsonValue {
        public JsonObject {
            members = members instanceof FixedMap<String, JsonValue>
                    ? members
                    : Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        /// The member named `key`, or null when there is none.
        public @Nullable JsonValue get(String key) {
            return members.get(key);
        }
    }

    /// `value` as JSON text, null as [#NULL].
    static JsonValue of(@Nullable String value) {
        return value == null ? NULL : new JsonString(value);
    }

    /// `value` as a whole number.
    static JsonValue of(long value) {
        return new JsonInteger(BigInteger.valueOf(value));
    }

    /// `value` as a floating-point number.
    static JsonValue of(double value) {
        return new JsonDouble(value);
    }

    /// `value` as a truth value.
    static JsonValue of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /// A number, null as [#NULL]: floating point for `Double` and `Float`, else whole.
    static JsonValue ofNumber(@Nullable Number value) {
        return switch (value) {
            case null -> NULL;
            case Double d -> new JsonDouble(d);
            case Float f -> new JsonDouble(f);
            case BigInteger b -> new JsonInteger(b);
            default -> new JsonInteger(BigInteger.valueOf(value.longValue()));
        };
    }

    /// A list of texts.
    static JsonArray ofStrings(Iterable<String> values) {
        List<JsonValue> items = new ArrayList<>();
        for (String value : values) {
            items.add(new JsonString(value));
        }
        return new JsonArray(items);
    }

    /// Starts an object whose members keep the order in which they are put.
    static ObjectBuilder object() {
        return new ObjectBuilder();
    }

    /// Collects the members of a [JsonObject] in order.
    final class ObjectBuilder {
        private final Map<String, JsonValue> members = new LinkedHashMap<>();

        private ObjectBuilder() {}

        /// Sets `key`; null is stored as [#NULL].
        public ObjectBuilder put(String key, @Nullable JsonValue value) {
            members.put(key, value == null ? NULL : value);
            return this;
        }

        /// Sets `key` to text or [#NULL].
        public ObjectBuilder put(String key, @Nullable String value) {
            return put(key, JsonValue.of(value));
        }

        /// Sets `key` to a number or [#NULL].
        public ObjectBuilder put(String key, @Nullable Number value) {
            return put(key, JsonValue.ofNumber(value));
        }

        /// Sets `key` to a truth value.
        public ObjectBuilder put(String key, boolean value) {
            return put(key, JsonValue.of(value));
        }

        /// Adds all members of `other`.
        public ObjectBuilder putAll(JsonObject other) {
            members.putAll(other.members());
            return this;
        }

        /// The object so far.
        public JsonObject build() {
            return new JsonObject(members);
        }
    }
}
