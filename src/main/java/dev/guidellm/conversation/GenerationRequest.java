package dev.guidellm.conversation;

import dev.guidellm.json.FixedMap;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Map;

/// What one turn asks of the server, before a backend has put it into its dialect.
///
/// @param columns values by column type (`text_column`, `prefix_column`, …, see [Columns]), in file order
/// @param inputMetrics counts known of the prompt beforehand
/// @param outputMetrics counts asked of the answer (the wanted output tokens as text tokens)
public record GenerationRequest(
        TurnType turnType,
        Map<String, List<JsonValue>> columns,
        UsageMetrics inputMetrics,
        UsageMetrics outputMetrics) {
    public GenerationRequest {
        columns = FixedMap.copyOf(columns, List::copyOf);
    }

    /// The values of a column type; empty when the turn has none.
    public List<JsonValue> column(String name) {
        return columns.getOrDefault(name, List.of());
    }
}
