package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/// How layers of a configuration are laid over each other.
public final class Merging {
    private Merging() {}

    /// `over` laid over `base`: objects are merged key by key, anything else is replaced whole.
    public static JsonObject merge(JsonObject base, JsonObject over) {
        Map<String, JsonValue> merged = new LinkedHashMap<>(base.members());
        over.members().forEach((key, value) -> {
            if (value instanceof JsonObject upper && merged.get(key) instanceof JsonObject lower) {
                merged.put(key, merge(lower, upper));
            } else {
                merged.put(key, value);
            }
        });
        return new JsonObject(merged);
    }
}
