package dev.guidellm.data;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.data.TurnDraft.Parent;
import dev.guidellm.json.FixedMap;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A row as turns that know their parents: a plain row becomes a chain, a `conversation_turns` cell says its own
/// graph.
///
/// @param graphId the row's own name for the conversation; null for none
record GraphPayload(@Nullable String graphId, List<TurnDraft> turns) {

    /// @throws RowException when the row does not make a conversation
    static GraphPayload of(List<Map<String, List<JsonValue>>> row) throws RowException {
        for (int i = 0; i < row.size(); i++) {
            List<JsonValue> graphs = row.get(i).get(Columns.CONVERSATION_TURNS);
            if (graphs != null && !graphs.isEmpty()) {
                return recorded(graphs.getFirst(), row, i);
            }
        }
        return chain(row);
    }

    private static GraphPayload chain(List<Map<String, List<JsonValue>>> row) throws RowException {
        List<TurnDraft> turns = new ArrayList<>();
        for (Map<String, List<JsonValue>> columns : row) {
            String previous = "turn_" + (turns.size() - 1);
            List<Parent> parents = turns.isEmpty() ? List.of() : List.of(new Parent(previous, HistoryContext.FULL));
            turns.add(draft("turn_" + turns.size(), "default", parents, columns, null));
        }
        return new GraphPayload(null, turns);
    }

    private static TurnDraft draft(
            String id,
            String agent,
            List<Parent> parents,
            Map<String, List<JsonValue>> columns,
            @Nullable NodeSettings given)
            throws RowException {
        NodeSettings settings = given == null ? Scheduling.of(columns) : given;
        return new TurnDraft(id, agent, parents, withoutScheduling(columns), settings);
    }

    private static Map<String, List<JsonValue>> withoutScheduling(Map<String, List<JsonValue>> columns) {
        for (String name : Scheduling.COLUMNS) {
            if (columns.containsKey(name)) {
                Map<String, List<JsonValue>> content = new LinkedHashMap<>(columns);
                content.keySet().removeAll(Scheduling.COLUMNS);
                return content;
            }
        }
        return columns;
    }

    private static GraphPayload recorded(JsonValue cell, List<Map<String, List<JsonValue>>> row, int index)
            throws RowException {
        JsonObject graph = object(cell);
        List<JsonValue> items = list(graph, "turns");
        List<TurnDraft> turns = new ArrayList<>(items.size());
        for (JsonValue item : items) {
            turns.add(node(item));
        }
        if (turns.size() > 1 && turns.stream().map(TurnDraft::nodeId).distinct().count() < turns.size()) {
            throw new RowException("ConversationGraphData turn node_id values must be unique");
        }
        if (turns.isEmpty()) {
            throw new RowException("ConversationGraphData.turns must not be empty");
        }
        addSiblings(turns, row, index);
        String id = text(graph, "graph_id", "");
        return new GraphPayload(id.isEmpty() ? null : id, turns);
    }

    /// Columns of other sources join the root turn: a picture for the first prompt, for instance.
    private static void addSiblings(List<TurnDraft> turns, List<Map<String, List<JsonValue>>> row, int index)
            throws RowException {
        for (int i = 0; i < row.size(); i++) {
            if (i != index) {
                throw new RowException("Cannot combine a dataset that emits its own conversation_turns_column"
                        + " (e.g. kind=synthetic_text) with sibling dataset columns ("
                        + String.join(", ", new TreeSet<>(row.get(i).keySet())) + ") mapped to a different turn index ("
                        + i + ") than the one carrying conversation_turns_column(" + index
                        + "). Provide sibling modality/content data at the same turn index as the packed conversation,"
                        + " or use a dataset without its own conversation_turns_column.");
            }
        }
        if (row.get(index).size() == 1) {
            return;
        }
        Map<String, List<JsonValue>> siblings = new LinkedHashMap<>(row.get(index));
        siblings.remove(Columns.CONVERSATION_TURNS);
        List<Integer> roots = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            if (turns.get(i).parents().isEmpty()) {
                roots.add(i);
            }
        }
        if (roots.size() != 1) {
            throw new RowException("Cannot attach sibling dataset columns ("
                    + String.join(", ", new TreeSet<>(siblings.keySet()))
                    + ") to a conversation_turns_column payload with " + roots.size()
                    + " root turns; branched/subagentconversations are ambiguous for shared sibling data."
                    + " Fold the modality/content data into the source dataset's own conversation_turns payload"
                    + " instead of a sibling --data source.");
        }
        TurnDraft root = turns.get(roots.getFirst());
        NodeSettings settings = root.settings().equals(NodeSettings.NONE) ? Scheduling.of(siblings) : root.settings();
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>(root.columns());
        siblings.keySet().removeAll(Scheduling.COLUMNS);
        siblings.forEach((name, values) -> {
            List<JsonValue> all = new ArrayList<>(columns.getOrDefault(name, List.of()));
            all.addAll(values);
            columns.put(name, all);
        });
        turns.set(roots.getFirst(), root.with(columns, settings));
    }

    private static JsonObject object(JsonValue cell) throws RowException {
        try {
            JsonValue value = cell instanceof JsonString(String text) ? JsonReader.read(text) : cell;
            if (value instanceof JsonObject object) {
                return object;
            }
        } catch (JsonSyntaxException e) {
            throw new RowException("conversation_turns is no valid JSON: " + e.getMessage());
        }
        throw new RowException("conversation_turns must be an object with 'turns'");
    }

    private static TurnDraft node(JsonValue item) throws RowException {
        if (!(item instanceof JsonObject node)) {
            throw new RowException("conversation_turns: every turn must be an object");
        }
        String id = text(node, "node_id", "");
        if (id.isEmpty()) {
            throw new RowException("conversation_turns: every turn needs a node_id");
        }
        List<JsonValue> given = list(node, "parents");
        List<Parent> parents = new ArrayList<>(given.size());
        for (JsonValue parent : given) {
            parents.add(parent(id, parent));
        }
        FixedMap.Builder<String, List<JsonValue>> columns = FixedMap.builder();
        if (node.get("columns") instanceof JsonObject cells) {
            for (Map.Entry<String, JsonValue> column : cells.members().entrySet()) {
                columns.put(column.getKey(), list(column.getKey(), column.getValue()));
            }
        }
        NodeSettings settings = node.get("settings") instanceof JsonObject times ? Scheduling.of(times) : null;
        return draft(id, text(node, "agent_id", "default"), parents, columns.build(), settings);
    }

    private static Parent parent(String of, JsonValue item) throws RowException {
        String id = item instanceof JsonObject object ? text(object, "parent_node_id", "") : "";
        if (id.isEmpty()) {
            throw new RowException("conversation_turns: a parent of '" + of + "' has no parent_node_id");
        }
        String context = text((JsonObject) item, "history_context", HistoryContext.FULL.key());
        for (HistoryContext known : HistoryContext.values()) {
            if (known.key().equals(context)) {
                return new Parent(id, known);
            }
        }
        throw new RowException(
                "history_context of '" + of + "' Input should be 'full', 'last' or 'new', got '" + context + "'");
    }

    private static List<JsonValue> list(JsonObject object, String key) throws RowException {
        return list(key, object.get(key));
    }

    private static List<JsonValue> list(String key, @Nullable JsonValue value) throws RowException {
        return switch (value) {
            case null -> List.of();
            case JsonNull() -> List.of();
            case JsonArray(List<JsonValue> items) -> items;
            default -> throw new RowException("conversation_turns: '" + key + "' must be a list");
        };
    }

    private static String text(JsonObject object, String key, String otherwise) {
        return object.get(key) instanceof JsonString(String text) ? text : otherwise;
    }
}
