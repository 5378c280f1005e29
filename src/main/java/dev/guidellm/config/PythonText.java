package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import dev.guidellm.json.NumberText;
import java.util.stream.Collectors;

/// Values and type names as Python writes them, which the specified messages show.
public final class PythonText {
    private PythonText() {}

    /// The value as Python's `repr` shows it.
    public static String repr(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> "None";
            case JsonBoolean(boolean b) -> b ? "True" : "False";
            case JsonString(String text) -> quote(text);
            case JsonInteger(var number) -> number.toString();
            case JsonDouble(double number) -> number(number);
            case JsonTimestamp(String iso, boolean _) -> iso;
            case JsonArray(var items) ->
                items.stream().map(PythonText::repr).collect(Collectors.joining(", ", "[", "]"));
            case JsonObject(var members) ->
                members.entrySet().stream()
                        .map(e -> quote(e.getKey()) + ": " + repr(e.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    /// The value as Python's `str` shows it.
    public static String str(JsonValue value) {
        return value instanceof JsonString(String text) ? text : repr(value);
    }

    /// The name of the value's type in Python.
    public static String typeName(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> "NoneType";
            case JsonBoolean _ -> "bool";
            case JsonString _ -> "str";
            case JsonInteger _ -> "int";
            case JsonDouble _ -> "float";
            case JsonTimestamp(String _, boolean dateOnly) -> dateOnly ? "date" : "datetime";
            case JsonArray _ -> "list";
            case JsonObject _ -> "dict";
        };
    }

    private static String number(double number) {
        if (Double.isNaN(number)) {
            return "nan";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        return NumberText.of(number);
    }

    private static String quote(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder out = new StringBuilder().append(quote);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == quote) {
                        out.append('\\').append(c);
                    } else if (c < 0x20 || c == 0x7f) {
                        out.append(String.format("\\x%02x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append(quote).toString();
    }
}
