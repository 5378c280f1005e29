package dev.guidellm.selftest;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// Requests that ask nothing in particular, for a server of this program's own.
public final class Drill {
    private Drill() {}

    /// Conversations of one turn without end.
    ///
    /// @param tokens of each answer
    public static Iterator<ConversationGraph> conversations(long tokens) {
        UsageMetrics counts = UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, tokens));
        GenerationRequest request = new GenerationRequest(
                TurnType.STANDARD,
                Map.of(Columns.TEXT, List.of(JsonValue.of("Say the words of the rehearsal, one after the other."))),
                counts,
                counts);
        ConversationNode node = new ConversationNode("turn_0", "default", request, NodeSettings.NONE);
        return LongStream.iterate(0, i -> i + 1)
                .mapToObj(i -> new ConversationGraph("rehearsal-" + i, List.of(node), List.of()))
                .iterator();
    }
}
