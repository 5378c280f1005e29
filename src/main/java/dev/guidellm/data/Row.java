package dev.guidellm.data;

import dev.guidellm.json.JsonValue;
import java.util.Map;

/// One record of a data source.
///
/// @param number its line or row number in the source, from 1
/// @param cells values by column name, in the source's order; a column may be missing
public record Row(long number, Map<String, JsonValue> cells) {

    /// The cell of a column; null where the row has none.
    public JsonValue cell(String column) {
        return cells.getOrDefault(column, JsonValue.NULL);
    }
}
