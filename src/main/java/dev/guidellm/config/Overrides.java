package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of `--override PATH VALUES`, as a `benchmarks` list: the i-th value of every override belongs to the
/// i-th benchmark.
public final class Overrides {
    private final List<JsonValue.ObjectBuilder> benchmarks = new ArrayList<>();

    /// Adds one use of the option; the same path again wins index by index.
    public void add(String path, String values) throws OptionValueException {
        List<@Nullable JsonValue> parsed = OptionValueParser.parseList(values);
        for (int i = 0; i < parsed.size(); i++) {
            if (benchmarks.size() <= i) {
                benchmarks.add(JsonValue.object());
            }
            JsonValue value = parsed.get(i);
            if (value != null) {
                benchmarks.get(i).put(path, value);
            }
        }
    }

    /// Whether nothing was overridden.
    public boolean isEmpty() {
        return benchmarks.isEmpty();
    }

    /// One object per benchmark.
    public JsonArray toBenchmarks() {
        List<JsonValue> built = new ArrayList<>();
        for (JsonValue.ObjectBuilder benchmark : benchmarks) {
            JsonObject object = benchmark.build();
            built.add(object);
        }
        return new JsonArray(built);
    }
}
