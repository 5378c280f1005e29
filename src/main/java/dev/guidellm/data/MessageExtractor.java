package dev.guidellm.data;

import dev.guidellm.conversation.Columns;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `tool_calling_message_extractor`: a text cell that holds messages becomes the text that the user said, what the
/// system said becomes a prefix, and each tool's answer a tool response.
///
/// Takes OpenAI messages (`role`, `content`) and ShareGPT ones (`from`, `value`). What the assistant said is left
/// out.
final class MessageExtractor implements Preprocessor {

    @Override
    public List<Map<String, List<JsonValue>>> apply(List<Map<String, List<JsonValue>>> turns) {
        List<Map<String, List<JsonValue>>> result = new ArrayList<>();
        for (Map<String, List<JsonValue>> turn : turns) {
            result.add(extract(turn));
        }
        return result;
    }

    private static Map<String, List<JsonValue>> extract(Map<String, List<JsonValue>> turn) {
        List<JsonValue> texts = turn.get(Columns.TEXT);
        if (texts == null || texts.stream().noneMatch(JsonArray.class::isInstance)) {
            return turn;
        }
        Map<String, List<JsonValue>> result = new LinkedHashMap<>(turn);
        List<JsonValue> user = new ArrayList<>();
        for (JsonValue text : texts) {
            if (!(text instanceof JsonArray(List<JsonValue> messages))) {
                user.add(text);
                continue;
            }
            List<String> said = contents(messages, "user", "human");
            if (!said.isEmpty()) {
                user.add(JsonValue.of(String.join(" ", said)));
            }
            List<String> system = contents(messages, "system");
            if (!system.isEmpty()) {
                append(result, Columns.PREFIX, String.join(" ", system));
            }
            for (String answer : contents(messages, "tool")) {
                append(result, Columns.TOOL_RESPONSE, answer);
            }
        }
        result.put(Columns.TEXT, user);
        return result;
    }

    private static List<String> contents(List<JsonValue> messages, String... roles) {
        List<String> contents = new ArrayList<>();
        for (JsonValue message : messages) {
            if (message instanceof JsonObject object
                    && List.of(roles).contains(text(object, "role", "from"))
                    && !text(object, "content", "value").isEmpty()) {
                contents.add(text(object, "content", "value"));
            }
        }
        return contents;
    }

    private static String text(JsonObject message, String key, String otherKey) {
        JsonValue value = message.get(key) == null ? message.get(otherKey) : message.get(key);
        return value instanceof JsonString(String text) ? text : "";
    }

    private static void append(Map<String, List<JsonValue>> turn, String column, String text) {
        List<JsonValue> values = new ArrayList<>(turn.getOrDefault(column, List.of()));
        values.add(JsonValue.of(text));
        turn.put(column, values);
    }
}
