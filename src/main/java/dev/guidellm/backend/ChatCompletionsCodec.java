package dev.guidellm.backend;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonWriter;
import java.util.List;

/// `/v1/chat/completions`: a list of messages, with tools where the turn has them.
final class ChatCompletionsCodec implements FormatCodec {
    private static final String LENGTH = "max_completion_tokens";
    private static final String ONE_MESSAGE = "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":";
    private static final String ONE_MESSAGE_END = "}]}]";

    private final AnswerParser answers = new ChatAnswers();

    @Override
    public byte[] body(BodyFrame frame, GenerationRequest request, List<HistoryTurn> history)
            throws RequestFormatException {
        JsonValue only = history.isEmpty() ? ChatMessages.onlyText(frame.dialect(), request) : null;
        if (only != null && frame.isFreeOf("messages", "tools", "tool_choice")) {
            return frame.filled(request, LENGTH, "messages", ONE_MESSAGE, only, ONE_MESSAGE_END);
        }
        JsonArray messages = new JsonArray(new ChatMessages(frame.dialect()).of(request, history));
        if (!messages.items().isEmpty()
                && request.column(Columns.TOOLS).isEmpty()
                && frame.isFreeOf("messages", "tools", "tool_choice")) {
            return frame.filled(request, LENGTH, "messages", "", messages, "");
        }
        RequestBody body = frame.body(request, LENGTH);
        body.put("messages", messages);
        ChatTools.offer(request, body);
        body.require(
                "/v1/chat/completions",
                "messages",
                "raw_messages_column, text_column, prefix_column, or media columns",
                request);
        return JsonWriter.toBytes(body.build());
    }

    @Override
    public AnswerParser answers() {
        return answers;
    }
}
