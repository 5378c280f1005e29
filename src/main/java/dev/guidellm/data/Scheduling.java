package dev.guidellm.data;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads when a turn is due, from its columns or from a recorded graph.
final class Scheduling {
    /// The columns that say when, not what.
    static final Set<String> COLUMNS =
            Set.of(Columns.RELATIVE_TIMESTAMP, Columns.REQUEUE_DELAY, Columns.REQUEST_DURATION);

    private Scheduling() {}

    /// The first value of each scheduling column.
    static NodeSettings of(Map<String, List<JsonValue>> columns) throws RowException {
        return settings(
                first(columns, Columns.RELATIVE_TIMESTAMP),
                first(columns, Columns.REQUEUE_DELAY),
                first(columns, Columns.REQUEST_DURATION));
    }

    /// The `settings` of a node of a recorded graph.
    static NodeSettings of(JsonObject settings) throws RowException {
        return settings(
                settings.get("relative_timestamp"), settings.get("requeue_delay"), settings.get("trace_duration"));
    }

    private static NodeSettings settings(
            @Nullable JsonValue timestamp, @Nullable JsonValue delay, @Nullable JsonValue duration)
            throws RowException {
        Double start = number("relative_timestamp", timestamp);
        if (start != null && start < 0) {
            throw new RowException("relative_timestamp Input should be greater than or equal to 0");
        }
        Double wait = number("requeue_delay", delay);
        if (wait != null && wait < 0) {
            throw new RowException("requeue_delay Input should be greater than 0");
        }
        Double took = number("trace_duration", duration);
        if (took != null && took < 0) {
            throw new RowException("trace_duration Input should be greater than or equal to 0");
        }
        Double pause = wait == null || wait == 0 ? null : wait;
        return start == null && pause == null && took == null
                ? NodeSettings.NONE
                : new NodeSettings(start, pause, took);
    }

    private static @Nullable Double number(String name, @Nullable JsonValue value) throws RowException {
        double number = switch (value) {
            case null -> Double.NaN;
            case JsonNull() -> Double.NaN;
            case JsonInteger(BigInteger whole) -> whole.doubleValue();
            case JsonDouble(double real) when Double.isFinite(real) -> real;
            default -> throw new RowException(name + " Input should be a valid number");
        };
        return Double.isNaN(number) ? null : Double.valueOf(number);
    }

    private static @Nullable JsonValue first(Map<String, List<JsonValue>> columns, String name) {
        List<JsonValue> values = columns.getOrDefault(name, List.of());
        return values.isEmpty() ? null : values.getFirst();
    }
}
