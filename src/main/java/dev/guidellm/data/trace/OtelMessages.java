package dev.guidellm.data.trace;

import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Brings the messages of a span into the form of chat completions: those with parts (semantic conventions 1.37 and
/// later) and those of that form already.
final class OtelMessages {
    private OtelMessages() {}

    /// The messages of an attribute: a list, or the JSON text of one.
    static List<JsonObject> of(JsonValue attribute) throws RowException {
        JsonValue list = parsed(attribute, "gen_ai messages are not valid JSON: '" + shown(attribute) + "'");
        if (!(list instanceof JsonArray(List<JsonValue> items))) {
            throw new RowException("OTEL format: gen_ai messages must be a list, got " + pythonType(list));
        }
        List<JsonObject> messages = new ArrayList<>(items.size());
        for (JsonValue item : items) {
            if (!(item instanceof JsonObject message)) {
                throw new RowException("OTEL format: message must be an object, got " + pythonType(item));
            }
            if (message.get("parts") instanceof JsonArray(List<JsonValue> parts)) {
                addParts(message, parts, messages);
            } else {
                messages.add(plain(message));
            }
        }
        return messages;
    }

    /// The value that a text holds as JSON; any other value as it is.
    static JsonValue parsed(JsonValue value, String problem) throws RowException {
        if (!(value instanceof JsonString(String text))) {
            return value;
        }
        try {
            return JsonReader.read(text);
        } catch (JsonSyntaxException e) {
            throw new RowException("OTEL format: " + problem);
        }
    }

    /// A message of one text.
    static JsonObject text(String role, String content) {
        return JsonValue.object().put("role", role).put("content", content).build();
    }

    /// The texts among the parts, one after the other.
    static String texts(List<JsonValue> parts) {
        StringBuilder text = new StringBuilder();
        for (JsonValue part : parts) {
            String type = JsonPath.text(part, "type");
            if (type == null || type.equals("text")) {
                String content = JsonPath.text(part, "content");
                String other = content == null ? JsonPath.text(part, "text") : content;
                text.append(other == null ? "" : other);
            }
        }
        return text.toString();
    }

    private static void addParts(JsonObject message, List<JsonValue> parts, List<JsonObject> messages) {
        List<JsonValue> calls = new ArrayList<>();
        boolean anyText = false;
        boolean anyResult = false;
        for (JsonValue part : parts) {
            switch (String.valueOf(JsonPath.text(part, "type"))) {
                case "text" -> anyText = true;
                case "tool_call" -> calls.add(call((JsonObject) part));
                case "tool_call_response" -> {
                    anyResult = true;
                    messages.add(result((JsonObject) part));
                }
                default -> {}
            }
        }
        if (anyResult && !anyText && calls.isEmpty()) {
            return;
        }
        String role = JsonPath.text(message, "role");
        JsonValue.ObjectBuilder own =
                JsonValue.object().put("role", role == null ? calls.isEmpty() ? "user" : "assistant" : role);
        own.put("content", anyText || calls.isEmpty() ? JsonValue.of(texts(parts)) : JsonValue.NULL);
        if (!calls.isEmpty()) {
            own.put("tool_calls", new JsonArray(calls));
        }
        messages.add(own.build());
    }

    private static JsonObject result(JsonObject part) {
        JsonValue content = JsonValue.NULL;
        for (String name : List.of("result", "response", "content")) {
            JsonValue value = part.get(name);
            if (value != null && !(value instanceof JsonNull)) {
                content = value;
                break;
            }
        }
        return JsonValue.object()
                .put("role", "tool")
                .put("tool_call_id", id(part))
                .put("content", content instanceof JsonNull ? "" : asText(content))
                .build();
    }

    private static JsonObject plain(JsonObject message) {
        String role = JsonPath.text(message, "role");
        JsonValue content = message.get("content");
        JsonValue.ObjectBuilder plain = JsonValue.object().put("role", role == null ? "user" : role);
        if ("tool".equals(role)) {
            String name = JsonPath.text(message, "name");
            JsonValue result = JsonPath.get(message, "content") == null ? message.get("result") : content;
            plain.put("tool_call_id", id(message));
            if (name != null) {
                plain.put("name", name);
            }
            return plain.put("content", result == null || result instanceof JsonNull ? "" : asText(result))
                    .build();
        }
        plain.put("content", content == null ? JsonValue.NULL : content);
        List<JsonValue> calls = new ArrayList<>();
        for (JsonValue call : JsonPath.items(message, "tool_calls")) {
            if (call instanceof JsonObject object) {
                calls.add(call(object));
            }
        }
        if (!calls.isEmpty()) {
            plain.put("tool_calls", new JsonArray(calls));
        }
        return plain.build();
    }

    private static JsonObject call(JsonObject call) {
        JsonObject function = call.get("function") instanceof JsonObject inner ? inner : call;
        String name = JsonPath.text(function, "name");
        JsonValue arguments = JsonPath.get(function, "arguments");
        return JsonValue.object()
                .put("id", id(call))
                .put("type", "function")
                .put(
                        "function",
                        JsonValue.object()
                                .put("name", name == null ? "" : name)
                                .put("arguments", arguments == null ? "{}" : asText(arguments))
                                .build())
                .build();
    }

    private static String id(JsonObject part) {
        String id = JsonPath.text(part, "id");
        String other = id == null ? JsonPath.text(part, "tool_call_id") : id;
        return other == null ? "" : other;
    }

    /// A text as it is, any other value as compact JSON.
    static String asText(JsonValue value) {
        return value instanceof JsonString(String text) ? text : JsonWriter.toString(value);
    }

    private static String shown(JsonValue value) {
        String text = asText(value);
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }

    private static String pythonType(@Nullable JsonValue value) {
        return switch (value) {
            case JsonString _ -> "str";
            case JsonObject(Map<String, JsonValue> _) -> "dict";
            case JsonArray _ -> "list";
            case JsonValue.JsonInteger _ -> "int";
            case JsonValue.JsonDouble _ -> "float";
            case JsonValue.JsonBoolean _ -> "bool";
            case null, default -> "NoneType";
        };
    }
}
