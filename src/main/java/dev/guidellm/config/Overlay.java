package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes single values into a document, making the objects and lists on the way.
final class Overlay {
    private Overlay() {}

    /// The document with every path of `changes` set.
    static JsonObject apply(JsonObject document, JsonObject changes) {
        JsonValue changed = document;
        for (Map.Entry<String, JsonValue> change : changes.members().entrySet()) {
            changed = set(changed, KeyPath.parse(change.getKey()).steps(), change.getValue());
        }
        return (JsonObject) changed;
    }

    /// The value at `path`, or null where there is none.
    static @Nullable JsonValue get(JsonValue document, KeyPath path) {
        JsonValue at = document;
        for (KeyPath.Step step : path.steps()) {
            at = switch (step) {
                case KeyPath.Member(String key) -> at instanceof JsonObject object ? object.get(key) : null;
                case KeyPath.Item(int index) ->
                    at instanceof JsonArray(List<JsonValue> items) && index < items.size() ? items.get(index) : null;
            };
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    private static JsonValue set(@Nullable JsonValue at, List<KeyPath.Step> steps, JsonValue value) {
        if (steps.isEmpty()) {
            return value;
        }
        List<KeyPath.Step> rest = steps.subList(1, steps.size());
        return switch (steps.getFirst()) {
            case KeyPath.Member(String key) -> {
                Map<String, JsonValue> members =
                        at instanceof JsonObject object ? new LinkedHashMap<>(object.members()) : new LinkedHashMap<>();
                members.put(key, set(members.get(key), rest, value));
                yield new JsonObject(members);
            }
            case KeyPath.Item(int index) -> {
                List<JsonValue> items =
                        at instanceof JsonArray array ? new ArrayList<>(array.items()) : new ArrayList<>();
                while (items.size() <= index) {
                    items.add(JsonValue.NULL);
                }
                JsonValue old = items.get(index);
                items.set(index, set(old.equals(JsonValue.NULL) ? null : old, rest, value));
                yield new JsonArray(items);
            }
        };
    }
}
