package dev.guidellm.conversation;

import dev.guidellm.json.FixedMap;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What one turn asks of the server, before a backend has put it into its dialect.
///
/// @param columns values by column type (`text_column`, `prefix_column`, …, see [Columns]), in file order
/// @param inputMetrics counts known of the prompt beforehand
/// @param outputMetrics counts asked of the answer (the wanted output tokens as text tokens)
/// @param completion adds what is made only when it is needed, see [#complete()]; null when nothing is missing
public record GenerationRequest(
        TurnType turnType,
        Map<String, List<JsonValue>> columns,
        UsageMetrics inputMetrics,
        UsageMetrics outputMetrics,
        @Nullable UnaryOperator<GenerationRequest> completion) {
    public GenerationRequest {
        columns = FixedMap.copyOf(columns, List::copyOf);
    }

    /// A request that is complete.
    public GenerationRequest(
            TurnType turnType,
            Map<String, List<JsonValue>> columns,
            UsageMetrics inputMetrics,
            UsageMetrics outputMetrics) {
        this(turnType, columns, inputMetrics, outputMetrics, null);
    }

    /// The values of a column type; empty when the turn has none.
    public List<JsonValue> column(String name) {
        return columns.getOrDefault(name, List.of());
    }

    /// The request with all its content. A trace has more text than fits into memory: its prompts are made one by
    /// one, when each is about to be sent, and the same one each time.
    public GenerationRequest complete() {
        return completion == null ? this : completion.apply(this);
    }

    /// Characters of all texts in its columns.
    public long characters() {
        return columns.values().stream()
                .mapToLong(GenerationRequest::characters)
                .sum();
    }

    private static long characters(Collection<JsonValue> values) {
        long sum = 0;
        for (JsonValue value : values) {
            sum += switch (value) {
                case JsonString(String text) -> text.length();
                case JsonArray(var items) -> characters(items);
                case JsonObject(var members) -> characters(members.values());
                case JsonNull _, JsonBoolean _, JsonInteger _, JsonDouble _, JsonTimestamp _ -> 0;
            };
        }
        return sum;
    }
}
