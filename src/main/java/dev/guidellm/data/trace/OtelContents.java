package dev.guidellm.data.trace;

import dev.guidellm.data.RowException;
import dev.guidellm.data.synthetic.PlaceholderTool;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a span was asked and what it answered, from wherever the conventions of the past years put it:
/// `gen_ai.input.messages` on the span or on its `gen_ai.client.inference.operation.details` event, one event per
/// message (`gen_ai.user.message`, `gen_ai.choice`), the `gen_ai.content.prompt` event, or numbered attributes
/// (`gen_ai.prompt.0.content`). The first that is there counts.
final class OtelContents {
    private static final String DETAILS_EVENT = "gen_ai.client.inference.operation.details";
    private static final Pattern NUMBERED = Pattern.compile("(\\d+)\\.(.+)");
    private static final Pattern NUMBERED_CALL = Pattern.compile("tool_calls\\.(\\d+)\\.(.+)");
    private static final Set<String> CALL_REASONS = Set.of("tool_calls", "tool_call", "tool_use", "function_call");
    private static final Map<String, String> ROLE_EVENTS = Map.of(
            "gen_ai.system.message", "system",
            "gen_ai.user.message", "user",
            "gen_ai.assistant.message", "assistant",
            "gen_ai.tool.message", "tool");

    private OtelContents() {}

    /// The messages that were sent; null when the span does not hold them.
    static @Nullable List<JsonObject> input(OtelSpan span) throws RowException {
        List<JsonObject> messages = messages(span, "gen_ai.input.messages");
        if (messages == null) {
            messages = contentEvent(span, "gen_ai.content.prompt", "gen_ai.prompt");
        }
        if (messages == null) {
            messages = roleEvents(span);
        }
        if (messages == null) {
            messages = numbered(span, "gen_ai.prompt.");
        }
        return messages == null ? null : withInstructions(span, messages);
    }

    /// The messages of the answer; null when the span does not hold them.
    static @Nullable List<JsonObject> output(OtelSpan span) throws RowException {
        List<JsonObject> messages = messages(span, "gen_ai.output.messages");
        if (messages != null) {
            return messages;
        }
        if (span.attribute("gen_ai.output.text") instanceof JsonString(String text)) {
            return List.of(OtelMessages.text("assistant", text));
        }
        messages = contentEvent(span, "gen_ai.content.completion", "gen_ai.completion");
        if (messages == null) {
            messages = choices(span);
        }
        return messages == null ? numbered(span, "gen_ai.completion.") : messages;
    }

    /// Whether the answer calls tools.
    static boolean callsTools(OtelSpan span, @Nullable List<JsonObject> output) throws RowException {
        if (output != null && output.stream().anyMatch(message -> message.get("tool_calls") != null)) {
            return true;
        }
        JsonValue reasons = span.attribute("gen_ai.response.finish_reasons");
        if (reasons instanceof JsonString(String text) && !text.startsWith("[")) {
            return CALL_REASONS.contains(text);
        }
        if (reasons == null) {
            return false;
        }
        return JsonPath.items(OtelMessages.parsed(reasons, "gen_ai.response.finish_reasons is not valid JSON")).stream()
                .anyMatch(reason -> reason instanceof JsonString(String text) && CALL_REASONS.contains(text));
    }

    /// The tools that were offered, as JSON text.
    static String tools(OtelSpan span) throws RowException {
        JsonValue given = detail(span, "gen_ai.tool.definitions");
        if (given != null) {
            JsonValue parsed = OtelMessages.parsed(given, "gen_ai.tool.definitions is not valid JSON");
            return JsonWriter.toString(new JsonArray(JsonPath.items(parsed).stream()
                    .map(OtelContents::definition)
                    .toList()));
        }
        List<JsonValue> numbered = new ArrayList<>();
        for (Map<String, JsonValue> function :
                grouped(span, "llm.request.functions.").values()) {
            numbered.add(definition(new JsonObject(function)));
        }
        return numbered.isEmpty() ? PlaceholderTool.DEFINITIONS : JsonWriter.toString(new JsonArray(numbered));
    }

    /// A tool in chat's form, whether its function stands in a member of its own or beside the type.
    private static JsonValue definition(JsonValue tool) {
        if (!(tool instanceof JsonObject object) || object.get("function") != null) {
            return tool;
        }
        JsonValue.ObjectBuilder function = JsonValue.object();
        object.members().forEach((key, value) -> {
            if (!key.equals("type")) {
                boolean schema = key.equals("parameters") && value instanceof JsonString;
                function.put(key, schema ? schema(value) : value);
            }
        });
        return JsonValue.object()
                .put("type", "function")
                .put("function", function.build())
                .build();
    }

    private static JsonValue schema(JsonValue text) {
        try {
            return OtelMessages.parsed(text, "");
        } catch (RowException e) {
            return text;
        }
    }

    private static @Nullable JsonValue detail(OtelSpan span, String name) {
        JsonValue value = span.attribute(name);
        if (value != null) {
            return value;
        }
        for (OtelSpan.Event event : span.events()) {
            if (event.name().equals(DETAILS_EVENT) && event.attributes().get(name) != null) {
                return event.attributes().get(name);
            }
        }
        return null;
    }

    private static @Nullable List<JsonObject> messages(OtelSpan span, String name) throws RowException {
        JsonValue value = detail(span, name);
        return value == null ? null : OtelMessages.of(value);
    }

    /// The messages behind the system instructions that the conventions keep apart from them.
    private static List<JsonObject> withInstructions(OtelSpan span, List<JsonObject> messages) throws RowException {
        JsonValue given = detail(span, "gen_ai.system_instructions");
        if (given == null || messages.stream().anyMatch(m -> "system".equals(JsonPath.text(m, "role")))) {
            return messages;
        }
        JsonValue parts =
                given instanceof JsonString(String text) && !text.stripLeading().startsWith("[")
                        ? new JsonArray(List.of(OtelMessages.text("system", text)))
                        : OtelMessages.parsed(given, "gen_ai.system_instructions is not valid JSON");
        String text = OtelMessages.texts(JsonPath.items(parts));
        if (text.isEmpty()) {
            return messages;
        }
        List<JsonObject> all = new ArrayList<>(List.of(OtelMessages.text("system", text)));
        all.addAll(messages);
        return all;
    }

    private static @Nullable List<JsonObject> contentEvent(OtelSpan span, String name, String attribute)
            throws RowException {
        for (OtelSpan.Event event : span.events()) {
            JsonValue content = event.attributes().get(attribute);
            if (event.name().equals(name) && content != null) {
                boolean list = !(content instanceof JsonString(String text))
                        || text.stripLeading().startsWith("[");
                String role = name.endsWith("prompt") ? "user" : "assistant";
                return list ? OtelMessages.of(content) : List.of(OtelMessages.text(role, OtelMessages.asText(content)));
            }
        }
        return null;
    }

    private static @Nullable List<JsonObject> roleEvents(OtelSpan span) throws RowException {
        List<JsonValue> messages = new ArrayList<>();
        for (OtelSpan.Event event : span.events()) {
            String role = ROLE_EVENTS.get(event.name());
            if (role != null) {
                messages.add(eventMessage(event.attributes(), role));
            }
        }
        return messages.isEmpty() ? null : OtelMessages.of(new JsonArray(messages));
    }

    private static @Nullable List<JsonObject> choices(OtelSpan span) throws RowException {
        for (OtelSpan.Event event : span.events()) {
            if (event.name().equals("gen_ai.choice")) {
                Map<String, JsonValue> attributes = event.attributes();
                JsonValue message = attributes.get("message");
                JsonValue parsed = message == null
                        ? new JsonObject(attributes)
                        : OtelMessages.parsed(message, "gen_ai.choice is not valid JSON");
                return OtelMessages.of(new JsonArray(List.of(eventMessage(JsonPath.members(parsed), "assistant"))));
            }
        }
        return null;
    }

    private static JsonObject eventMessage(Map<String, JsonValue> attributes, String role) throws RowException {
        JsonValue.ObjectBuilder message = JsonValue.object();
        message.put("role", role);
        for (Map.Entry<String, JsonValue> attribute : attributes.entrySet()) {
            String name = attribute.getKey();
            if (name.equals("tool_calls")) {
                message.put(name, OtelMessages.parsed(attribute.getValue(), "tool_calls are not valid JSON"));
            } else if (!name.equals("role")) {
                message.put(name, attribute.getValue());
            }
        }
        return message.build();
    }

    /// Messages in attributes such as `gen_ai.prompt.0.role` and `gen_ai.prompt.0.tool_calls.0.name`.
    private static @Nullable List<JsonObject> numbered(OtelSpan span, String prefix) throws RowException {
        List<JsonValue> messages = new ArrayList<>();
        for (Map<String, JsonValue> fields : grouped(span, prefix).values()) {
            JsonValue.ObjectBuilder message = JsonValue.object();
            message.put("role", prefix.contains("completion") ? "assistant" : "user");
            Map<Integer, JsonValue.ObjectBuilder> calls = new TreeMap<>();
            fields.forEach((name, value) -> {
                Matcher call = NUMBERED_CALL.matcher(name);
                if (call.matches()) {
                    calls.computeIfAbsent(Integer.valueOf(call.group(1)), _ -> JsonValue.object())
                            .put(call.group(2), value);
                } else if (!name.equals("finish_reason")) {
                    message.put(name, value);
                }
            });
            if (!calls.isEmpty()) {
                message.put(
                        "tool_calls",
                        new JsonArray(calls.values().stream()
                                .<JsonValue>map(JsonValue.ObjectBuilder::build)
                                .toList()));
            }
            messages.add(message.build());
        }
        return messages.isEmpty() ? null : OtelMessages.of(new JsonArray(messages));
    }

    /// The attributes behind a prefix by their number.
    private static Map<Integer, Map<String, JsonValue>> grouped(OtelSpan span, String prefix) {
        Map<Integer, Map<String, JsonValue>> groups = new TreeMap<>();
        span.attributes().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                Matcher matcher = NUMBERED.matcher(name.substring(prefix.length()));
                if (matcher.matches() && matcher.group(1).length() < 7) {
                    groups.computeIfAbsent(Integer.valueOf(matcher.group(1)), _ -> new TreeMap<>())
                            .put(matcher.group(2), value);
                }
            }
        });
        return groups;
    }
}
