package dev.guidellm.data.trace;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.data.trace.TraceContent.Messages;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Map;

/// Makes the requests of a trace that holds its messages.
final class RecordedMessages implements TraceRequests {

    @Override
    public GenerationRequest request(TraceTurn turn, Place place) {
        Map<String, List<JsonValue>> columns = TraceRequests.counts(turn);
        if (turn.content() instanceof Messages messages) {
            add(messages, columns);
        }
        return new GenerationRequest(
                turn.type(),
                columns,
                TraceRequests.metrics(turn.promptTokens()),
                TraceRequests.metrics(turn.outputTokens()));
    }

    /// Puts what was recorded into the columns of a request.
    static void add(Messages messages, Map<String, List<JsonValue>> columns) {
        if (messages.messages() != null) {
            columns.put(Columns.RAW_MESSAGES, List.of(messages.messages()));
        }
        if (messages.tools() != null) {
            columns.put(Columns.TOOLS, List.of(messages.tools()));
        }
        if (messages.toolChoice() != null) {
            columns.put(Columns.TOOL_CHOICE, List.of(JsonValue.of(messages.toolChoice())));
        }
        if (!messages.results().isEmpty()) {
            columns.put(
                    Columns.TOOL_RESPONSE,
                    messages.results().stream().map(JsonValue::of).toList());
        }
    }
}
