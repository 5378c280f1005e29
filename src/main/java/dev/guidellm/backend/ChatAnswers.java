package dev.guidellm.backend;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads answers of `/v1/chat/completions`.
final class ChatAnswers implements AnswerParser {

    @Override
    public TokenKind event(JsonObject event, AnswerBuilder answer) throws AnswerException {
        JsonObject choice = AnswerEnvelope.open(event, answer);
        JsonValue delta = choice == null ? null : choice.get("delta");
        if (delta == null) {
            return TokenKind.NONE;
        }
        if (!(delta instanceof JsonObject object)) {
            throw AnswerException.malformed("\"delta\" of the answer is not an object");
        }
        boolean reasoned = addReasoning(object, answer);
        boolean spoke = addContent(object, answer);
        boolean called = false;
        for (JsonValue entry : toolCalls(object)) {
            JsonObject call = call(entry);
            Long index = JsonParts.count(call.get("index"));
            if (index == null) {
                throw AnswerException.malformed("a piece of a tool call has no \"index\"");
            }
            addCall(index, call, answer);
            called = true;
        }
        return spoke || called ? TokenKind.OUTPUT : reasoned ? TokenKind.REASONING : TokenKind.NONE;
    }

    @Override
    public void whole(JsonObject body, AnswerBuilder answer) throws AnswerException {
        JsonObject choice = AnswerEnvelope.open(body, answer);
        JsonValue message = choice == null ? null : choice.get("message");
        if (JsonParts.isAbsent(message)) {
            return;
        }
        if (!(message instanceof JsonObject object)) {
            throw AnswerException.malformed("\"message\" of the answer is not an object");
        }
        addReasoning(object, answer);
        addContent(object, answer);
        long index = 0;
        for (JsonValue entry : toolCalls(object)) {
            addCall(index++, call(entry), answer);
        }
    }

    @Override
    public EventGlance.Shape streamShape() {
        return EventGlance.Shape.CHAT;
    }

    @Override
    public EventGlance.Shape wholeShape() {
        return EventGlance.Shape.CHAT_WHOLE;
    }

    /// `reasoning`, or else `reasoning_content`, the older name of the same.
    private static boolean addReasoning(JsonObject part, AnswerBuilder answer) throws AnswerException {
        String reasoning = JsonParts.textMember(part, "reasoning");
        if (reasoning == null) {
            reasoning = JsonParts.textMember(part, "reasoning_content");
        }
        if (reasoning != null) {
            answer.addReasoning(reasoning);
        }
        return reasoning != null;
    }

    private static boolean addContent(JsonObject part, AnswerBuilder answer) throws AnswerException {
        String content = JsonParts.textMember(part, "content");
        if (content != null) {
            answer.addText(content);
        }
        return content != null;
    }

    private static List<JsonValue> toolCalls(JsonObject part) throws AnswerException {
        JsonValue calls = part.get("tool_calls");
        if (calls instanceof JsonArray array) {
            return array.items();
        }
        if (JsonParts.isTruthy(calls)) {
            throw AnswerException.malformed("\"tool_calls\" of the answer is not a list");
        }
        return List.of();
    }

    private static JsonObject call(@Nullable JsonValue entry) throws AnswerException {
        if (entry instanceof JsonObject call) {
            return call;
        }
        throw AnswerException.malformed("a tool call of the answer is not an object");
    }

    private static void addCall(long index, JsonObject call, AnswerBuilder answer) throws AnswerException {
        JsonValue function = call.get("function");
        if (function != null && !(function instanceof JsonObject)) {
            throw AnswerException.malformed("\"function\" of a tool call is not an object");
        }
        JsonObject named = function instanceof JsonObject object ? object : null;
        answer.addToolCall(
                index,
                JsonParts.textMember(call, "id"),
                JsonParts.textMember(call, "type"),
                named == null ? null : JsonParts.textMember(named, "name"),
                named == null ? null : JsonParts.textMember(named, "arguments"));
    }
}
