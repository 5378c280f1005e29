package dev.guidellm.data.trace;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.tokenizer.Tokenizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the requests of a trace that holds its messages, but no token counts: the run's tokenizer counts them when
/// a request is about to be sent. What is counted are the texts of the messages, without what the server's chat
/// template puts around them. Safe for several threads.
final class CountedMessages implements TraceRequests {
    private final Tokenizer tokenizer;

    CountedMessages(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    @Override
    public GenerationRequest request(TraceTurn turn, Place place) {
        return new GenerationRequest(turn.type(), Map.of(), UsageMetrics.NONE, UsageMetrics.NONE, _ -> whole(turn));
    }

    /// The turn with its token counts, where it has none.
    TraceTurn counted(TraceTurn turn) {
        return switch (turn.content()) {
            case TraceContent.Chat chat -> turn.sized(tokens(chat.sent()), tokens(chat.answer()));
            case TraceContent.Messages messages
            when turn.promptTokens() == 0 ->
                turn.sized(tokens(JsonPath.items(messages.messages())), turn.outputTokens());
            case TraceContent.Messages _, TraceContent.Words _, TraceContent.Blocks _ -> turn;
        };
    }

    private GenerationRequest whole(TraceTurn turn) {
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>();
        TraceTurn counted = counted(turn);
        if (turn.content() instanceof TraceContent.Chat chat) {
            columns.put(Columns.RAW_MESSAGES, List.of(new JsonArray(chat.sent())));
        } else if (turn.content() instanceof TraceContent.Messages messages) {
            RecordedMessages.add(messages, columns);
        }
        columns.putAll(TraceRequests.counts(counted));
        return new GenerationRequest(
                turn.type(),
                columns,
                TraceRequests.metrics(counted.promptTokens()),
                TraceRequests.metrics(counted.outputTokens()));
    }

    private int tokens(List<JsonValue> messages) {
        int tokens = 0;
        for (JsonValue message : messages) {
            JsonValue content = JsonPath.get(message, "content");
            if (content instanceof JsonArray(List<JsonValue> parts)) {
                for (JsonValue part : parts) {
                    tokens += tokens(JsonPath.get(part, "text"));
                }
            } else {
                tokens += tokens(content);
            }
        }
        return tokens;
    }

    private int tokens(@Nullable JsonValue text) {
        return text instanceof JsonString(String value) ? tokenizer.count(value) : 0;
    }
}
