package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// Reading golden cases, and writing values as they do: numbers with nine decimals.
@NullMarked
final class GoldenJson {
    private GoldenJson() {}

    static @Nullable Number number(@Nullable JsonValue value) {
        return switch (value) {
            case null -> null;
            case JsonNull _ -> null;
            case JsonInteger(BigInteger whole) -> (Number) whole.longValueExact();
            case JsonDouble(double fraction) -> (Number) fraction;
            default -> throw new IllegalArgumentException("not a number: " + value);
        };
    }

    static double real(JsonObject object, String key) {
        Number number = number(object.get(key));
        return number == null ? Double.NaN : number.doubleValue();
    }

    static @Nullable Integer wholeOrNull(JsonObject object, String key) {
        Number number = number(object.get(key));
        return number == null ? null : (Integer) number.intValue();
    }

    static String text(JsonObject object, String key) {
        return ((JsonString) Objects.requireNonNull(object.get(key))).value();
    }

    static JsonObject object(JsonObject object, String key) {
        return (JsonObject) Objects.requireNonNull(object.get(key));
    }

    static List<JsonValue> items(JsonObject object, String key) {
        return ((JsonArray) Objects.requireNonNull(object.get(key))).items();
    }

    static List<String> texts(JsonObject object, String key) {
        return items(object, key).stream()
                .map(item -> ((JsonString) item).value())
                .toList();
    }

    static JsonValue rounded(JsonValue value) {
        return switch (value) {
            case JsonDouble(double number)
            when Double.isFinite(number) ->
                JsonValue.of(BigDecimal.valueOf(number)
                        .setScale(9, RoundingMode.HALF_EVEN)
                        .doubleValue());
            case JsonArray(List<JsonValue> items) ->
                new JsonArray(items.stream().map(GoldenJson::rounded).toList());
            case JsonObject object -> {
                JsonValue.ObjectBuilder copy = JsonValue.object();
                object.members().forEach((key, member) -> copy.put(key, rounded(member)));
                yield copy.build();
            }
            default -> value;
        };
    }

    static JsonObject without(JsonObject object, String... keys) {
        JsonValue.ObjectBuilder copy = JsonValue.object();
        List<String> left = List.of(keys);
        object.members().forEach((key, member) -> {
            if (!left.contains(key)) {
                copy.put(key, member);
            }
        });
        return copy.build();
    }

    static JsonArray numbers(Iterable<Double> values) {
        List<JsonValue> items = new ArrayList<>();
        for (double value : values) {
            items.add(JsonValue.of(value));
        }
        return new JsonArray(items);
    }
}
