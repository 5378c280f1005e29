package dev.guidellm.data.trace;

import dev.guidellm.config.TraceSettings;
import dev.guidellm.data.DataException;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The columns that every row of a trace needs, and whether any row had them.
final class RequiredColumns {
    private final List<String> required;
    private final Set<String> seen = new HashSet<>();

    /// @param hashIds null where prompts have no blocks
    RequiredColumns(TraceSettings settings, @Nullable String hashIds) {
        required = new ArrayList<>(
                List.of(settings.timestampColumn(), settings.promptTokensColumn(), settings.outputTokensColumn()));
        if (hashIds != null) {
            required.add(hashIds);
        }
    }

    /// Looks at a row.
    ///
    /// @throws RowException naming the columns that it lacks
    void check(Map<String, JsonValue> cells) throws RowException {
        seen.addAll(cells.keySet());
        Cells.require(cells, required);
    }

    /// After the last row of a file without a good one.
    ///
    /// @throws DataException naming the columns that no row had, where there are any
    void refuseAbsent(String file) {
        List<String> absent =
                required.stream().filter(column -> !seen.contains(column)).toList();
        if (!absent.isEmpty()) {
            throw Cells.missingColumns(file, absent);
        }
    }
}
