package dev.guidellm.backend;

import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;

/// `/v1/chat/completions`: a list of messages, with tools where the turn has them.
final class ChatCompletionsCodec implements FormatCodec {
    private final AnswerParser answers = new ChatAnswers();

    @Override
    public JsonObject body(Dialect dialect, JsonObject extraBody, GenerationRequest request, List<HistoryTurn> history)
            throws RequestFormatException {
        RequestBody body = new RequestBody(dialect, extraBody, request, "max_completion_tokens");
        body.put("messages", new JsonArray(new ChatMessages(dialect).of(request, history)));
        ChatTools.offer(request, body);
        body.require(
                "/v1/chat/completions",
                "messages",
                "raw_messages_column, text_column, prefix_column, or media columns",
                request);
        return body.build();
    }

    @Override
    public AnswerParser answers() {
        return answers;
    }
}
