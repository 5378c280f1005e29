package dev.guidellm.mockserver;

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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Collects what is wrong with a request body and says it in the lines that clients of the original know.
final class ValidationReport {
    private static final int SHOWN_CHARACTERS = 50;

    private final String subject;
    private final List<String> problems = new ArrayList<>();

    /// @param subject name of the thing that was checked
    ValidationReport(String subject) {
        this.subject = subject;
    }

    /// Notes that `input` at `place` is wrong.
    void add(String place, String message, String type, JsonValue input) {
        problems.add(place + "\n  " + message + " [type=" + type + ", input_value=" + shortened(literal(input))
                + ", input_type=" + typeName(input) + "]\n    For further information visit"
                + " https://errors.pydantic.dev/2.14/v/" + type);
    }

    /// Notes that a member of `owner` is not there.
    void missing(String place, JsonObject owner) {
        add(place, "Field required", "missing", owner);
    }

    /// Refuses the request if anything was noted.
    void check() throws RequestRefused {
        if (!problems.isEmpty()) {
            throw RequestRefused.invalid(problems.size() + " validation error" + (problems.size() == 1 ? "" : "s")
                    + " for " + subject + "\n" + String.join("\n", problems));
        }
    }

    private static String shortened(String text) {
        int length = text.length();
        return length <= SHOWN_CHARACTERS ? text : text.substring(0, 25) + "..." + text.substring(length - 24);
    }

    private static String typeName(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> "NoneType";
            case JsonBoolean _ -> "bool";
            case JsonString _ -> "str";
            case JsonInteger _ -> "int";
            case JsonDouble _ -> "float";
            case JsonTimestamp _ -> "datetime";
            case JsonArray _ -> "list";
            case JsonObject _ -> "dict";
        };
    }

    /// `value` as a Python literal.
    static String literal(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> "None";
            case JsonBoolean(boolean b) -> b ? "True" : "False";
            case JsonString(String s) -> quoted(s);
            case JsonInteger(var i) -> i.toString();
            case JsonDouble(double d) -> NumberText.of(d);
            case JsonTimestamp(String iso, boolean _) -> quoted(iso);
            case JsonArray(List<JsonValue> items) ->
                items.stream().map(ValidationReport::literal).collect(Collectors.joining(", ", "[", "]"));
            case JsonObject(var members) ->
                members.entrySet().stream()
                        .map(e -> quoted(e.getKey()) + ": " + literal(e.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    private static String quoted(String text) {
        char mark = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder out = new StringBuilder().append(mark);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c == mark) {
                        out.append('\\').append(c);
                    } else if (c < 0x20 || c == 0x7f) {
                        out.append(String.format("\\x%02x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append(mark).toString();
    }
}
