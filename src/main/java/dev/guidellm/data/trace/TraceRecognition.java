package dev.guidellm.data.trace;

import dev.guidellm.config.FileData;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.data.file.FileSources;
import dev.guidellm.data.file.RowTable;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Tells the format of a trace by the columns of its first rows.
public final class TraceRecognition {
    private static final int FIRST_ROWS = 20;

    private TraceRecognition() {}

    /// The kind of a file.
    ///
    /// @throws DataException when it cannot be read, or is of no format that is known
    public static String kind(FileData file) {
        RowTable table = FileSources.table(file);
        Set<String> seen = new TreeSet<>();
        try (RowCursor rows = table.rows()) {
            for (int i = 0; i < FIRST_ROWS; i++) {
                Row row = next(rows);
                if (row == null) {
                    break;
                }
                String kind = kind(row.cells());
                if (!kind.isEmpty()) {
                    return kind;
                }
                seen.addAll(row.cells().keySet());
            }
        }
        throw new DataException(
                table.name(),
                null,
                "is of no trace format that is known (its keys: " + seen + "); say which with --format");
    }

    /// The next row that is one; null after the last.
    private static @Nullable Row next(RowCursor rows) {
        while (true) {
            try {
                return rows.next();
            } catch (RowException e) {
                // What is wrong with it is not asked here.
            }
        }
    }

    private static String kind(Map<String, JsonValue> cells) {
        if (cells.containsKey("resourceSpans")
                || cells.containsKey("resource_spans")
                || cells.containsKey("spans")
                || has(cells, "trace_id", "attributes")
                || has(cells, "traceId", "attributes")) {
            return "otel";
        }
        if (has(cells, "session_id", "turns") || has(cells, "session_id", "orchestrator")) {
            return "aiperf_dag";
        }
        if (cells.get("conversations") instanceof JsonArray) {
            return "sharegpt";
        }
        if (has(cells, "chat_id", "hash_ids")) {
            return "bailian";
        }
        if (has(cells, "TIMESTAMP", "ContextTokens", "GeneratedTokens")) {
            return "azure";
        }
        if (has(cells, "Timestamp", "Request tokens", "Response tokens")) {
            return "burstgpt";
        }
        if (has(cells, "timestamp", "input_length", "output_length")) {
            return cells.containsKey("hash_ids") ? "mooncake" : "trace_synthetic";
        }
        boolean hasCalls =
                JsonPath.items(cells.get("requests")).stream().anyMatch(call -> JsonPath.number(call, "t") != null);
        return hasCalls ? "weka" : "";
    }

    private static boolean has(Map<String, JsonValue> cells, String... keys) {
        return cells.keySet().containsAll(List.of(keys));
    }
}
