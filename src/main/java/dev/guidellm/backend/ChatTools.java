package dev.guidellm.backend;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tools that a turn offers, and how much the model is pressed to use them.
final class ChatTools {
    private static final List<String> FUNCTION_KEYS = List.of("name", "description", "parameters", "strict");

    private ChatTools() {}

    /// Sets `tools` and `tool_choice` as the turn's type wants them.
    static void offer(GenerationRequest request, RequestBody body) throws RequestFormatException {
        List<JsonValue> column = request.column(Columns.TOOLS);
        JsonValue own = column.isEmpty() ? null : column.getFirst();
        boolean hasOwn = JsonParts.isTruthy(own);
        if (hasOwn && own != null) {
            body.put("tools", new JsonArray(chatTools(own)));
        }
        if (!JsonParts.isTruthy(body.get("tools"))) {
            body.remove("tool_choice");
            return;
        }
        TurnType type = request.turnType();
        if (type == TurnType.STANDARD || (type == TurnType.TOOL_RESPONSE_INJECTION && !hasOwn)) {
            body.put("tool_choice", JsonValue.of("none"));
            return;
        }
        if (!JsonParts.isTruthy(body.get("tool_choice"))) {
            body.put("tool_choice", JsonValue.of(choice(request)));
        }
        if (type != TurnType.SERVER_TOOL_CALL) {
            body.freeLength();
        }
    }

    private static String choice(GenerationRequest request) throws RequestFormatException {
        List<JsonValue> column = request.column(Columns.TOOL_CHOICE);
        JsonValue value = column.isEmpty() ? null : column.getFirst();
        if (value == null || JsonParts.isAbsent(value)) {
            return "required";
        }
        String choice = JsonParts.asText(value);
        if (!choice.equals("required") && !choice.equals("auto")) {
            throw new RequestFormatException(
                    "Unsupported tool_choice_column value '" + choice + "'; expected 'required' or 'auto'.");
        }
        return choice;
    }

    /// The tools in chat's form. Both usual forms are taken: the function in a member of its own (chat), or its
    /// keys beside `type` (responses).
    private static List<JsonValue> chatTools(JsonValue column) throws RequestFormatException {
        JsonValue list = column;
        if (column instanceof JsonString(String text)) {
            try {
                list = JsonReader.read(text);
            } catch (JsonSyntaxException e) {
                throw new RequestFormatException("tools_column is not JSON: " + e.getMessage());
            }
        }
        if (!(list instanceof JsonArray(List<JsonValue> items))) {
            throw new RequestFormatException("tools_column needs a list of tools");
        }
        List<JsonValue> tools = new ArrayList<>();
        for (JsonValue item : items) {
            if (!(item instanceof JsonObject tool)) {
                throw new RequestFormatException("tools_column needs a list of tool objects");
            }
            tools.add(chatTool(tool));
        }
        return tools;
    }

    private static JsonValue chatTool(JsonObject tool) {
        JsonObject source = tool.get("function") instanceof JsonObject function ? function : tool;
        JsonValue.ObjectBuilder function = JsonValue.object();
        for (String key : FUNCTION_KEYS) {
            @Nullable JsonValue value = source.get(key);
            if (value != null) {
                function.put(key, value);
            }
        }
        return JsonValue.object()
                .put("type", "function")
                .put("function", function.build())
                .build();
    }
}
