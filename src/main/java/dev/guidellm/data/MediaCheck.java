package dev.guidellm.data;

import dev.guidellm.conversation.Columns;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `encode_media` for data that needs no encoding: empty cells are removed and media that is encoded already
/// passes.
///
/// Anything else ends the run: a benchmark that silently left its pictures out would measure something else.
final class MediaCheck implements Preprocessor {
    private static final Map<String, String> MEDIA =
            Map.of(Columns.IMAGE, "image", Columns.VIDEO, "video", Columns.AUDIO, "audio");
    private static final List<String> COLUMNS = List.copyOf(MEDIA.keySet());

    @Override
    public List<Map<String, List<JsonValue>>> apply(List<Map<String, List<JsonValue>>> turns) {
        for (int i = 0; i < turns.size(); i++) {
            Map<String, List<JsonValue>> turn = turns.get(i);
            for (String column : COLUMNS) {
                List<JsonValue> values = turn.get(column);
                if (values != null) {
                    turn = new LinkedHashMap<>(turn);
                    turn.put(column, encoded(MEDIA.getOrDefault(column, column), values));
                    turns.set(i, turn);
                }
            }
        }
        return turns;
    }

    private static List<JsonValue> encoded(String medium, List<JsonValue> values) {
        List<JsonValue> kept = new ArrayList<>();
        for (JsonValue value : values) {
            if (isEmpty(value)) {
                continue;
            }
            if (!(value instanceof JsonObject object) || object.get("type") == null || object.get(medium) == null) {
                throw new DataException(
                        "encode_media",
                        null,
                        "this version cannot encode " + medium + " data; give objects with 'type' and '" + medium
                                + "' that are encoded already, or map the column away with --data-column-mapper");
            }
            kept.add(value);
        }
        return kept;
    }

    private static boolean isEmpty(JsonValue value) {
        return switch (value) {
            case JsonNull() -> true;
            case JsonString(String text) -> text.isEmpty();
            case JsonArray(List<JsonValue> items) -> items.isEmpty();
            default -> false;
        };
    }
}
