package dev.guidellm.config;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The conversions that [Prepare] names: shorthands that users may write for a few keys.
final class Preparation {
    private Preparation() {}

    /// The value in the shape that the component has. A broken rule is thrown with an empty path.
    ///
    /// @param key the key, for messages
    /// @param whole the object that the value stands in
    static JsonValue apply(Prepare.Step step, JsonValue value, String key, JsonObject whole) {
        return switch (step) {
            case NUMBER_LIST -> numbers(value, key, false);
            case STREAM_LIST -> numbers(value, key, true);
            case TURN_LIST -> turns(value, key);
            case PHASE -> phase(value);
            case TOOL_LIST -> tools(value, key);
            case ESCAPES -> value instanceof JsonString(String text) ? new JsonString(unescape(text)) : value;
            case TRACE_SOURCE -> source(value, whole);
        };
    }

    /// What an absent value is written as in another key: a trace's `path` stands for a source that reads this
    /// file.
    static @Nullable JsonObject standIn(Prepare.Step step, JsonObject whole) {
        if (step != Prepare.Step.TRACE_SOURCE || !(whole.get("path") instanceof JsonString(String path))) {
            return null;
        }
        String name = path.toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        int dot = plain.lastIndexOf('.');
        String kind = switch (dot < 0 ? "" : plain.substring(dot)) {
            case ".csv" -> "csv_file";
            case ".parquet" -> "parquet_file";
            case ".arrow" -> "arrow_file";
            case ".pb", ".binpb", ".otlp" -> "otlp_file";
            default -> "json_file";
        };
        return JsonValue.object().put("kind", kind).put("path", path).build();
    }

    private static JsonValue numbers(JsonValue given, String key, boolean cut) {
        JsonValue value = given instanceof JsonString(String text) ? parsedOr(text, given) : given;
        if (isFalsy(value)) {
            throw ConfigException.rule(key + " requires at least one value");
        }
        if (isNumber(value)) {
            return new JsonArray(List.of(cut ? cut(value) : value));
        }
        if (value instanceof JsonArray(List<JsonValue> items) && items.stream().allMatch(Preparation::isNumber)) {
            return cut ? new JsonArray(items.stream().map(Preparation::cut).toList()) : value;
        }
        throw ConfigException.rule(
                key + " must be a number or a list of numeric values, got " + PythonText.typeName(value));
    }

    private static boolean isNumber(JsonValue value) {
        return switch (value) {
            case JsonInteger _, JsonBoolean _ -> true;
            case JsonDouble(double number) -> Double.isFinite(number);
            default -> false;
        };
    }

    private static boolean isFalsy(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> true;
            case JsonBoolean(boolean b) -> !b;
            case JsonInteger(BigInteger number) -> number.signum() == 0;
            case JsonDouble(double number) -> number == 0.0;
            case JsonString(String text) -> text.isEmpty();
            case JsonArray(List<JsonValue> items) -> items.isEmpty();
            case JsonObject(Map<String, JsonValue> members) -> members.isEmpty();
            default -> false;
        };
    }

    private static JsonValue cut(JsonValue value) {
        return value instanceof JsonDouble(double number)
                ? new JsonInteger(new BigDecimal(number).toBigInteger())
                : new JsonInteger(Scalars.whole(value));
    }

    private static JsonValue turns(JsonValue given, String key) {
        JsonValue value = given;
        if (given instanceof JsonString(String text)) {
            value = parsedOr(text, given);
            if (!(value instanceof JsonInteger || value instanceof JsonArray)) {
                throw ConfigException.rule(key + " string must be a JSON int or list of ints, got '" + text + "'");
            }
        }
        return switch (value) {
            case JsonInteger _, JsonBoolean _ -> turnCount(Scalars.whole(value), key);
            case JsonArray(List<JsonValue> items) -> {
                if (new HashSet<>(items).size() != items.size()) {
                    throw ConfigException.rule(key + " list must not contain duplicates");
                }
                yield value;
            }
            default ->
                throw ConfigException.rule(
                        key + " must be int, list[int], or a JSON representation of either, got <class '"
                                + PythonText.typeName(value) + "'>");
        };
    }

    private static JsonValue turnCount(BigInteger count, String key) {
        if (count.equals(BigInteger.ONE.negate())) {
            return new JsonArray(List.of(JsonValue.of(-1)));
        }
        if (count.signum() < 0) {
            throw ConfigException.rule(key + " int must be >= 0 or -1 for all");
        }
        // A count beyond any sensible number of turns is out of range at its first index; no list is built for it.
        long turns = count.min(BigInteger.valueOf(100_000)).longValueExact();
        List<JsonValue> indices = new ArrayList<>();
        for (long i = 0; i < turns; i++) {
            indices.add(JsonValue.of(i));
        }
        return new JsonArray(indices);
    }

    private static JsonValue phase(JsonValue given) {
        JsonValue value = given instanceof JsonString(String text) ? parsedOr(text, given) : given;
        return switch (value) {
            case JsonNull _ -> new JsonObject(Map.of());
            case JsonInteger _, JsonDouble _ -> {
                String key = Scalars.real(value) < 1 ? "percent" : "value";
                yield new JsonObject(Map.of(key, value));
            }
            default -> value;
        };
    }

    private static JsonValue tools(JsonValue given, String key) {
        JsonValue value = given;
        if (given instanceof JsonString(String text)) {
            value = parsedOr(text, given);
            if (!(value instanceof JsonArray)) {
                throw ConfigException.rule(key + " string must be a JSON list of tool definitions, got '" + text + "'");
            }
        }
        if (value instanceof JsonNull) {
            return value;
        }
        if (!(value instanceof JsonArray(List<JsonValue> items))) {
            throw ConfigException.rule(
                    key + " must be a list of dicts, got <class '" + PythonText.typeName(value) + "'>");
        }
        if (!items.stream().allMatch(JsonObject.class::isInstance)) {
            throw ConfigException.rule(key + " must be a list of dicts");
        }
        return value;
    }

    private static JsonValue source(JsonValue value, JsonObject whole) {
        if (value instanceof JsonObject source && whole.get("load_kwargs") instanceof JsonObject own) {
            JsonValue merged =
                    source.get("load_kwargs") instanceof JsonObject theirs ? Merging.merge(theirs, own) : own;
            if (!own.members().isEmpty()) {
                return JsonValue.object()
                        .putAll(source)
                        .put("load_kwargs", merged)
                        .build();
            }
        }
        return value;
    }

    private static JsonValue parsedOr(String text, JsonValue otherwise) {
        try {
            return JsonReader.read(text);
        } catch (JsonSyntaxException e) {
            return otherwise;
        }
    }

    /// Python's escapes in a text that was written without quotes; an unknown one stays as it is.
    static String unescape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                out.append(c);
                continue;
            }
            char next = text.charAt(++i);
            int digits = switch (next) {
                case 'x' -> 2;
                case 'u' -> 4;
                case 'U' -> 8;
                default -> 0;
            };
            String simple = switch (next) {
                case 'n' -> "\n";
                case 't' -> "\t";
                case 'r' -> "\r";
                case 'a' -> "\u0007";
                case 'b' -> "\b";
                case 'f' -> "\f";
                case 'v' -> "\u000b";
                case '\\', '\'', '"' -> String.valueOf(next);
                default -> "\\" + next;
            };
            if (digits > 0 && isHex(text, i + 1, digits)) {
                out.appendCodePoint(Integer.parseUnsignedInt(text.substring(i + 1, i + 1 + digits), 16));
                i += digits;
            } else {
                out.append(simple);
            }
        }
        return out.toString();
    }

    private static boolean isHex(String text, int from, int count) {
        if (from + count > text.length()) {
            return false;
        }
        for (int i = from; i < from + count; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return count < 8 || Character.isValidCodePoint(Integer.parseUnsignedInt(text.substring(from, from + 8), 16));
    }
}
