package dev.guidellm.data.trace;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes the request of a recorded turn.
interface TraceRequests {

    /// Where a turn stands in a trace.
    ///
    /// @param session unique among the sessions of a copy
    record Place(int copy, int session, int turn) {}

    GenerationRequest request(TraceTurn turn, Place place);

    /// The columns with the turn's token counts, to which others may be added.
    static Map<String, List<JsonValue>> counts(TraceTurn turn) {
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>();
        if (turn.promptTokens() > 0) {
            columns.put(Columns.PROMPT_TOKENS_COUNT, List.of(JsonValue.of((long) turn.promptTokens())));
        }
        if (turn.outputTokens() > 0) {
            columns.put(Columns.OUTPUT_TOKENS_COUNT, List.of(JsonValue.of((long) turn.outputTokens())));
        }
        return columns;
    }

    /// A token count; nothing for none.
    static UsageMetrics metrics(int tokens) {
        return tokens == 0 ? UsageMetrics.NONE : UsageMetrics.NONE.with(UsageField.TEXT_TOKENS, (long) tokens);
    }
}
