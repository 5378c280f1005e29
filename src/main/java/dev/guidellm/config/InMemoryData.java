package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import java.util.Map;

/// Rows written into the configuration itself.
public sealed interface InMemoryData extends DataConfig {

    /// Columns of equal length.
    @Kind("in_memory_dict")
    record Columns(@Default("{}") JsonObject loadKwargs, Map<String, JsonArray> data) implements InMemoryData {
        public Columns {
            data = OrderedMaps.copyOf(data);
        }
    }

    /// One object per row.
    @Kind("in_memory_dict_list")
    record Rows(@Default("{}") JsonObject loadKwargs, List<JsonObject> data) implements InMemoryData {
        public Rows {
            data = List.copyOf(data);
        }
    }

    /// One scalar per row.
    ///
    /// @param columnName name of the only column
    @Kind("in_memory_item_list")
    record Items(
            @Default("{}") JsonObject loadKwargs,
            List<Scalar> data,
            @Default("data") String columnName) implements InMemoryData {
        public Items {
            data = List.copyOf(data);
        }
    }

    /// A text, number, truth value or null.
    record Scalar(JsonValue value) {}
}
