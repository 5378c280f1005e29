package dev.guidellm.data;

import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Map;

/// A turn on its way to a node of the conversation.
///
/// @param columns values by column type, without the scheduling columns
record TurnDraft(
        String nodeId,
        String agentId,
        List<Parent> parents,
        Map<String, List<JsonValue>> columns,
        NodeSettings settings) {

    /// A turn that must be over before.
    record Parent(String nodeId, HistoryContext context) {}

    TurnDraft with(List<Parent> otherParents) {
        return new TurnDraft(nodeId, agentId, otherParents, columns, settings);
    }

    TurnDraft with(Map<String, List<JsonValue>> otherColumns, NodeSettings otherSettings) {
        return new TurnDraft(nodeId, agentId, parents, otherColumns, otherSettings);
    }
}
