package dev.guidellm.data;

import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.FinalizerConfig.ToolCallMode;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.InvalidGraphException;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.TurnDraft.Parent;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonNull;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Makes the conversation of a row: normalises its turns, splits tool turns, counts what is known, checks the
/// graph.
final class Finalizer {
    private static final Set<String> CONTENT = Set.of(
            Columns.RAW_MESSAGES,
            Columns.IMAGE,
            Columns.VIDEO,
            Columns.AUDIO,
            Columns.POOLING,
            Columns.TOOL_RESPONSE,
            Columns.CONVERSATION_TURNS);

    private static final List<String> NULL_IS_NOTHING =
            List.of(Columns.TOOLS, Columns.TEXT, Columns.PREFIX, Columns.TOOL_RESPONSE);

    private final ToolTurns toolTurns;
    private final boolean toolsRunOnClient;

    Finalizer(FinalizerConfig config) {
        this.toolsRunOnClient = switch (config) {
            case FinalizerConfig.Generative(ToolCallMode mode) -> mode == ToolCallMode.CLIENT;
        };
        this.toolTurns = new ToolTurns(toolsRunOnClient);
    }

    /// A conversation whose name the caller may still change.
    ///
    /// @param graphId the row's own name for it; null for none
    record Conversation(@Nullable String graphId, List<ConversationNode> nodes, List<ConversationEdge> edges) {
        ConversationGraph named(String name) throws RowException {
            try {
                return new ConversationGraph(name, nodes, edges);
            } catch (InvalidGraphException e) {
                throw new RowException(String.valueOf(e.getMessage()));
            }
        }
    }

    /// @return null when the row has no turns
    /// @throws RowException when the row does not make a conversation
    @Nullable
    Conversation conversation(List<Map<String, List<JsonValue>>> row) throws RowException {
        List<Map<String, List<JsonValue>>> turns = new ArrayList<>(row.size());
        for (Map<String, List<JsonValue>> columns : row) {
            Map<String, List<JsonValue>> filled = withoutNulls(columns);
            if (filled != null) {
                turns.add(filled);
            }
        }
        if (turns.isEmpty()) {
            if (row.isEmpty()) {
                return null;
            }
            throw new RowException("the prompt is null");
        }
        GraphPayload payload = GraphPayload.of(turns);
        List<TurnDraft> drafts = new ArrayList<>(payload.turns().size());
        for (TurnDraft draft : payload.turns()) {
            Map<String, List<JsonValue>> filled = withoutNulls(draft.columns());
            if (filled == null) {
                throw new RowException("the prompt of node '" + draft.nodeId() + "' is null");
            }
            drafts.add(draft.with(filled, draft.settings()));
        }
        return graph(payload.graphId(), toolTurns.expand(drafts));
    }

    private Conversation graph(@Nullable String graphId, List<TurnDraft> drafts) throws RowException {
        Set<String> ids = drafts.size() == 1
                ? Set.of(drafts.getFirst().nodeId())
                : drafts.stream().map(TurnDraft::nodeId).collect(Collectors.toSet());
        List<ConversationNode> nodes = new ArrayList<>(drafts.size());
        List<ConversationEdge> edges = new ArrayList<>();
        for (TurnDraft draft : drafts) {
            for (Parent parent : draft.parents()) {
                if (!ids.contains(parent.nodeId())) {
                    throw new RowException("Parent node_id '" + parent.nodeId() + "' for '" + draft.nodeId()
                            + "' is not in the node map");
                }
                edges.add(new ConversationEdge(parent.nodeId(), draft.nodeId(), parent.context()));
            }
            nodes.add(
                    new ConversationNode(draft.nodeId(), draft.agentId(), request(draft.columns()), draft.settings()));
        }
        return new Conversation(graphId, nodes, edges);
    }

    private GenerationRequest request(Map<String, List<JsonValue>> columns) throws RowException {
        TurnType type = type(columns);
        Map<String, List<JsonValue>> kept = columns;
        if (type == TurnType.SERVER_TOOL_CALL) {
            kept = new LinkedHashMap<>(columns);
            kept.remove(Columns.TOOLS);
            kept.remove(Columns.TOOL_RESPONSE);
        }
        return RequestCounts.of(kept).request(type);
    }

    private TurnType type(Map<String, List<JsonValue>> columns) throws RowException {
        TurnType explicit = ToolTurns.explicitType(columns);
        if (explicit != null) {
            return explicit;
        }
        if (!columns.containsKey(Columns.TOOLS)) {
            return TurnType.STANDARD;
        }
        return toolsRunOnClient ? TurnType.CLIENT_TOOL_CALL : TurnType.SERVER_TOOL_CALL;
    }

    /// The columns without null cells where null means "nothing here": tools, prompts, prefixes, tool responses.
    /// Null when a prompt was promised and the turn holds nothing: a conversation shorter than the table is wide.
    private static @Nullable Map<String, List<JsonValue>> withoutNulls(Map<String, List<JsonValue>> columns) {
        if (!holdsNull(columns)) {
            return columns;
        }
        Map<String, List<JsonValue>> filled = new LinkedHashMap<>(columns);
        for (String name : NULL_IS_NOTHING) {
            List<JsonValue> values = filled.get(name);
            if (values == null || !values.contains(JsonValue.NULL)) {
                continue;
            }
            List<JsonValue> left = values.stream()
                    .filter(value -> !(value instanceof JsonNull))
                    .toList();
            if (left.isEmpty()) {
                filled.remove(name);
            } else {
                filled.put(name, left);
            }
        }
        boolean promised = columns.containsKey(Columns.TEXT) && !filled.containsKey(Columns.TEXT);
        return promised && CONTENT.stream().noneMatch(filled::containsKey) ? null : filled;
    }

    private static boolean holdsNull(Map<String, List<JsonValue>> columns) {
        for (String name : NULL_IS_NOTHING) {
            List<JsonValue> values = columns.get(name);
            if (values != null && values.contains(JsonValue.NULL)) {
                return true;
            }
        }
        return false;
    }
}
