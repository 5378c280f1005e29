package dev.guidellm.data;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.TurnDraft.Parent;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Splits turns whose tools the client runs into the call and the turn that brings the results back.
///
/// The second node, `<id>_injection`, carries the tool responses, the output token count and the turn's timing;
/// whatever followed the turn follows it.
final class ToolTurns {
    private final boolean toolsRunOnClient;

    ToolTurns(boolean toolsRunOnClient) {
        this.toolsRunOnClient = toolsRunOnClient;
    }

    List<TurnDraft> expand(List<TurnDraft> turns) throws RowException {
        if (!anyCallsClientTool(turns)) {
            return turns;
        }
        Set<String> ids = new HashSet<>();
        turns.forEach(turn -> ids.add(turn.nodeId()));
        List<TurnDraft> result = new ArrayList<>();
        Map<String, String> movedTo = new HashMap<>();
        for (TurnDraft turn : turns) {
            String injection = turn.nodeId() + "_injection";
            if (ids.contains(injection) || !callsClientTool(turn)) {
                result.add(turn);
                continue;
            }
            result.add(call(turn));
            result.add(injection(turn, injection));
            movedTo.put(turn.nodeId(), injection);
        }
        if (movedTo.isEmpty()) {
            return turns;
        }
        return result.stream().map(turn -> reattached(turn, movedTo)).toList();
    }

    private boolean anyCallsClientTool(List<TurnDraft> turns) throws RowException {
        for (TurnDraft turn : turns) {
            if (callsClientTool(turn)) {
                return true;
            }
        }
        return false;
    }

    private static TurnDraft reattached(TurnDraft turn, Map<String, String> movedTo) {
        List<Parent> parents = new ArrayList<>();
        for (Parent parent : turn.parents()) {
            String moved = movedTo.get(parent.nodeId());
            if (moved == null || moved.equals(turn.nodeId())) {
                parents.add(parent);
            } else {
                parents.add(new Parent(moved, parent.context()));
            }
        }
        return turn.with(parents);
    }

    private boolean callsClientTool(TurnDraft turn) throws RowException {
        TurnType explicit = explicitType(turn.columns());
        return switch (explicit) {
            case null -> toolsRunOnClient && turn.columns().containsKey(Columns.TOOLS);
            case CLIENT_TOOL_CALL -> turn.columns().containsKey(Columns.TOOL_RESPONSE);
            case STANDARD, SERVER_TOOL_CALL, TOOL_RESPONSE_INJECTION -> false;
        };
    }

    private static TurnDraft call(TurnDraft turn) {
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>(turn.columns());
        columns.remove(Columns.TOOL_RESPONSE);
        columns.remove(Columns.OUTPUT_TOKENS_COUNT);
        columns.put(Columns.TURN_TYPE, List.of(JsonValue.of(TurnType.CLIENT_TOOL_CALL.key())));
        return turn.with(columns, NodeSettings.NONE);
    }

    private static TurnDraft injection(TurnDraft turn, String id) {
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>();
        columns.put(Columns.TURN_TYPE, List.of(JsonValue.of(TurnType.TOOL_RESPONSE_INJECTION.key())));
        for (String carried : List.of(Columns.TOOL_RESPONSE, Columns.OUTPUT_TOKENS_COUNT)) {
            List<JsonValue> values = turn.columns().get(carried);
            if (values != null) {
                columns.put(carried, values);
            }
        }
        Parent call = new Parent(turn.nodeId(), HistoryContext.FULL);
        return new TurnDraft(id, turn.agentId(), List.of(call), columns, turn.settings());
    }

    /// The type that the data names; null when it names none.
    static @Nullable TurnType explicitType(Map<String, List<JsonValue>> columns) throws RowException {
        for (JsonValue value : columns.getOrDefault(Columns.TURN_TYPE, List.of())) {
            if (value instanceof JsonNull || (value instanceof JsonString(String text) && text.isEmpty())) {
                continue;
            }
            for (TurnType type : TurnType.values()) {
                if (value instanceof JsonString(String text) && type.key().equals(text)) {
                    return type;
                }
            }
            throw new RowException("turn_type_column holds no known turn type: "
                    + (value instanceof JsonString(String text) ? "'" + text + "'" : "not a text"));
        }
        return null;
    }
}
