package dev.guidellm.data.file;

import dev.guidellm.config.InMemoryData;
import dev.guidellm.config.InMemoryData.Scalar;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Rows that stand in the configuration itself.
final class InMemoryRows {
    private InMemoryRows() {}

    static RowTable open(InMemoryData config) {
        return switch (config) {
            case InMemoryData.Columns(JsonObject loadKwargs, Map<String, JsonArray> data) ->
                table("in_memory_dict", loadKwargs, rowsOfColumns(data));
            case InMemoryData.Rows(JsonObject loadKwargs, List<JsonObject> data) ->
                table("in_memory_dict_list", loadKwargs, rows(data));
            case InMemoryData.Items(JsonObject loadKwargs, List<Scalar> data, String column) ->
                table("in_memory_item_list", loadKwargs, items(data, column));
        };
    }

    private static RowTable table(String kind, JsonObject loadKwargs, List<Map<String, JsonValue>> cells) {
        ReaderOptions options = new ReaderOptions(kind, loadKwargs);
        SplitSlice slice = options.split();
        options.end();
        List<Row> rows = new ArrayList<>();
        for (Map<String, JsonValue> row : cells) {
            rows.add(new Row(rows.size() + 1L, row));
        }
        return new RowTable(kind, kind, "row", slice, () -> new ScannedRows.ListCursor(rows));
    }

    private static List<Map<String, JsonValue>> rowsOfColumns(Map<String, JsonArray> data) {
        if (data.isEmpty()) {
            throw unsupported("in_memory_dict", "InMemoryDictDatasetDeserializer, expected dict[str, list], got {}");
        }
        int length = data.values().iterator().next().items().size();
        if (data.values().stream().anyMatch(column -> column.items().size() != length)) {
            throw new DataException(
                    "in_memory_dict",
                    null,
                    "All lists in the data dictionary must have the same length, expected " + length + " for all keys "
                            + quoted(data.keySet(), "[", "]"));
        }
        List<Map<String, JsonValue>> rows = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Map<String, JsonValue> cells = new LinkedHashMap<>();
            for (Map.Entry<String, JsonArray> column : data.entrySet()) {
                cells.put(column.getKey(), column.getValue().items().get(i));
            }
            rows.add(cells);
        }
        return rows;
    }

    private static List<Map<String, JsonValue>> rows(List<JsonObject> data) {
        if (data.isEmpty()) {
            throw unsupported(
                    "in_memory_dict_list", "InMemoryDictListDatasetDeserializer, expected list of dicts, got []");
        }
        Set<String> keys = data.getFirst().members().keySet();
        for (int i = 1; i < data.size(); i++) {
            Set<String> others = data.get(i).members().keySet();
            if (!others.equals(keys)) {
                throw new DataException(
                        "in_memory_dict_list",
                        null,
                        "All dictionaries must have the same keys. Expected keys: " + quoted(keys, "{", "}")
                                + ", got keys at index " + i + ": " + quoted(others, "{", "}"));
            }
        }
        return data.stream().map(JsonObject::members).toList();
    }

    private static List<Map<String, JsonValue>> items(List<Scalar> data, String column) {
        if (data.isEmpty()) {
            throw unsupported(
                    "in_memory_item_list",
                    "InMemoryItemListDatasetDeserializer, expected list of primitive items, got []");
        }
        return data.stream().map(item -> Map.of(column, item.value())).toList();
    }

    private static DataException unsupported(String kind, String problem) {
        return new DataException(kind, null, "Unsupported data for " + problem);
    }

    private static String quoted(Set<String> names, String open, String close) {
        return names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", ", open, close));
    }
}
