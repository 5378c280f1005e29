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
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.ToolCall;
import dev.guidellm.redaction.Redaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The messages of a chat: the earlier turns with the model's own answers, then the turn at hand.
final class ChatMessages {
    private static final List<String> OTHER_CONTENT =
            List.of(Columns.RAW_MESSAGES, Columns.PREFIX, Columns.IMAGE, Columns.VIDEO, Columns.AUDIO, Columns.TOOLS);

    private final Dialect dialect;

    ChatMessages(Dialect dialect) {
        this.dialect = dialect;
    }

    /// All messages, oldest first; empty when there is nothing to send.
    List<JsonValue> of(GenerationRequest request, List<HistoryTurn> history) throws RequestFormatException {
        List<JsonValue> messages = new ArrayList<>();
        GenerationResponse previous = null;
        for (HistoryTurn turn : history) {
            addRequest(turn.request(), previous, messages);
            previous = turn.response();
            if (previous != null) {
                addAnswer(previous, messages);
            }
        }
        addRequest(request, previous, messages);
        return messages;
    }

    /// The text of a turn that is nothing but one text, as most are; null for any other.
    static @Nullable JsonValue onlyText(Dialect dialect, GenerationRequest request) {
        List<JsonValue> texts = request.column(Columns.TEXT);
        boolean only = request.turnType() == TurnType.STANDARD
                && texts.size() == 1
                && dialect.extras().content() == null;
        for (int i = 0; only && i < OTHER_CONTENT.size(); i++) {
            only = request.column(OTHER_CONTENT.get(i)).isEmpty();
        }
        return only && texts.getFirst() instanceof JsonString(String text) && !text.isEmpty() ? texts.getFirst() : null;
    }

    private void addRequest(GenerationRequest request, @Nullable GenerationResponse previous, List<JsonValue> messages)
            throws RequestFormatException {
        if (request.turnType() == TurnType.TOOL_RESPONSE_INJECTION && previous != null) {
            addToolResults(request, previous.toolCalls(), messages);
        }
        List<JsonValue> raw = request.column(Columns.RAW_MESSAGES);
        if (!raw.isEmpty() && !JsonParts.isAbsent(raw.getFirst())) {
            addRaw(raw, messages);
            return;
        }
        List<String> prefixes = RequestBody.texts(request, Columns.PREFIX);
        if (!prefixes.isEmpty()) {
            messages.add(message("system", JsonValue.of(String.join(" ", prefixes))));
        }
        List<JsonValue> parts = contentParts(request);
        if (!parts.isEmpty()) {
            messages.add(message("user", new JsonArray(parts)));
        }
    }

    /// Message objects that the data set holds ready: a list as the first value, the same as JSON text, or one
    /// object a value.
    private static void addRaw(List<JsonValue> raw, List<JsonValue> messages) throws RequestFormatException {
        JsonValue first = raw.getFirst();
        if (first instanceof JsonString(String text)) {
            try {
                first = JsonReader.read(text);
            } catch (JsonSyntaxException e) {
                throw new RequestFormatException(
                        "raw_messages_column needs a list of message objects, but its text is not JSON: "
                                + e.getMessage());
            }
        }
        List<JsonValue> list = first instanceof JsonArray(List<JsonValue> items) ? items : raw;
        for (JsonValue message : list) {
            if (!(message instanceof JsonObject)) {
                throw new RequestFormatException(
                        "raw_messages_column needs a list of message objects, but one entry is " + shown(message));
            }
        }
        messages.addAll(list);
    }

    /// Texts, images, videos and sounds in turn: the first of each, then the second of each, and so on.
    private List<JsonValue> contentParts(GenerationRequest request) throws RequestFormatException {
        List<JsonValue> texts = new ArrayList<>();
        for (String text : RequestBody.texts(request, Columns.TEXT)) {
            JsonValue.ObjectBuilder part =
                    JsonValue.object().put("type", "text").put("text", text);
            if (dialect.extras().content() != null) {
                part.putAll(dialect.extras().content());
            }
            texts.add(part.build());
        }
        List<List<JsonValue>> kinds = List.of(
                texts,
                linkParts(request, Columns.IMAGE, "image"),
                linkParts(request, Columns.VIDEO, "video"),
                audioParts(request));
        List<JsonValue> parts = new ArrayList<>();
        int longest = kinds.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (List<JsonValue> kind : kinds) {
                if (i < kind.size()) {
                    parts.add(kind.get(i));
                }
            }
        }
        return parts;
    }

    private static List<JsonValue> linkParts(GenerationRequest request, String column, String medium)
            throws RequestFormatException {
        List<JsonValue> parts = new ArrayList<>();
        for (JsonValue value : request.column(column)) {
            if (JsonParts.isAbsent(value)) {
                continue;
            }
            String url = JsonParts.text(value instanceof JsonObject object ? object.get(medium) : value);
            if (url == null) {
                throw new RequestFormatException(column + " needs an address, but holds " + shown(value));
            }
            String type = medium + "_url";
            parts.add(JsonValue.object()
                    .put("type", type)
                    .put(type, JsonValue.object().put("url", url).build())
                    .build());
        }
        return parts;
    }

    /// Sound as Base64 text, plain or in a member `base64`.
    private static List<JsonValue> audioParts(GenerationRequest request) throws RequestFormatException {
        List<JsonValue> parts = new ArrayList<>();
        for (JsonValue value : request.column(Columns.AUDIO)) {
            if (JsonParts.isAbsent(value)) {
                continue;
            }
            JsonValue audio = value instanceof JsonObject object ? object.get("audio") : null;
            String base64 = JsonParts.text(audio instanceof JsonObject bytes ? bytes.get("base64") : audio);
            if (base64 == null || !(value instanceof JsonObject object)) {
                throw new RequestFormatException(Columns.AUDIO + " needs encoded audio, but holds " + shown(value));
            }
            parts.add(JsonValue.object()
                    .put("type", "input_audio")
                    .put(
                            "input_audio",
                            JsonValue.object()
                                    .put("data", base64)
                                    .put("format", object.get("format"))
                                    .build())
                    .build());
        }
        return parts;
    }

    private void addToolResults(GenerationRequest request, List<ToolCall> calls, List<JsonValue> messages) {
        List<JsonValue> results = request.column(Columns.TOOL_RESPONSE);
        for (int i = 0; i < calls.size(); i++) {
            JsonValue result = i < results.size() ? results.get(i) : null;
            String content = JsonParts.isAbsent(result) || result == null
                    ? dialect.defaultToolResponse()
                    : JsonParts.asText(result);
            messages.add(JsonValue.object()
                    .put("role", "tool")
                    .put("tool_call_id", calls.get(i).id())
                    .put("content", content)
                    .build());
        }
    }

    private void addAnswer(GenerationResponse response, List<JsonValue> messages) {
        String text = response.text();
        String reasoning = response.reasoningText();
        if (dialect.multiturnReasoning().enabled() && reasoning != null) {
            text = dialect.multiturnReasoning().render(reasoning) + (text == null ? "" : text);
        }
        if (!response.toolCalls().isEmpty()) {
            List<JsonValue> calls = new ArrayList<>();
            response.toolCalls().forEach(call -> calls.add(toolCall(call)));
            messages.add(JsonValue.object()
                    .putAll(message("assistant", JsonValue.of(text)))
                    .put("tool_calls", new JsonArray(calls))
                    .build());
        } else if (text != null) {
            messages.add(message("assistant", JsonValue.of(text)));
        }
    }

    private static JsonValue toolCall(ToolCall call) {
        return JsonValue.object()
                .put("id", call.id())
                .put("type", call.type())
                .put(
                        "function",
                        JsonValue.object()
                                .put("name", call.name())
                                .put("arguments", call.arguments())
                                .build())
                .build();
    }

    private static JsonObject message(String role, JsonValue content) {
        return JsonValue.object().put("role", role).put("content", content).build();
    }

    private static String shown(JsonValue value) {
        String text = Redaction.text(JsonParts.asText(value));
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }
}
