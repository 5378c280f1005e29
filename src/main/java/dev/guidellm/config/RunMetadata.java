package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import java.util.Map;

/// What a run is called. Nothing in it changes the run.
///
/// @param labels the user's own `key=value` pairs
/// @param others any other keys, such as `name` and `description`
public record RunMetadata(
        @Default("{}") Map<String, String> labels, @Others JsonObject others) {
    public RunMetadata {
        labels = OrderedMaps.copyOf(labels);
    }
}
