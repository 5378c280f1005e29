package dev.guidellm.config;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The part of a run's configuration that comes from variables `GUIDELLM__SPEC__…`, `GUIDELLM__METADATA__…` and
/// `GUIDELLM__BENCHMARKS`: the lowest layer above the defaults.
public final class EnvironmentLayer {
    private static final List<String> ROOTS = List.of("metadata", "spec", "benchmarks");

    private EnvironmentLayer() {}

    /// The document that the variables describe.
    ///
    /// @throws ConfigException when a variable of an object or list is not JSON
    public static JsonObject read(Map<String, String> environment) {
        JsonObject layer = JsonValue.object().build();
        // Sorted, so that a whole object comes before the variables of its keys.
        Map<String, String> sorted = new TreeMap<>();
        environment.forEach((name, value) -> sorted.put(name.toLowerCase(Locale.ROOT), value));
        String prefix = Setting.PREFIX.toLowerCase(Locale.ROOT);
        for (Map.Entry<String, String> variable : sorted.entrySet()) {
            if (!variable.getKey().startsWith(prefix)) {
                continue;
            }
            List<String> path =
                    Arrays.asList(variable.getKey().substring(prefix.length()).split("__", -1));
            if (ROOTS.contains(path.getFirst())) {
                layer = Merging.merge(layer, nested(path, value(path, variable.getKey(), variable.getValue())));
            }
        }
        return layer;
    }

    private static JsonObject nested(List<String> path, JsonValue value) {
        JsonValue inner = value;
        for (String key : path.reversed()) {
            inner = JsonValue.object().put(key, inner).build();
        }
        return (JsonObject) inner;
    }

    private static JsonValue value(List<String> path, String name, String text) {
        // Everything down to the fields of `spec` is an object or a list.
        boolean structured =
                path.size() == 1 || (path.size() == 2 && !path.getFirst().equals("metadata"));
        boolean looksStructured = text.strip().startsWith("{") || text.strip().startsWith("[");
        if (!structured && !looksStructured) {
            return new JsonString(text);
        }
        try {
            return JsonReader.read(text);
        } catch (JsonSyntaxException e) {
            if (!structured) {
                return new JsonString(text);
            }
            throw new ConfigException(List.of(new ConfigProblem(
                            "",
                            "Value error, error parsing value for field \"" + path.getFirst()
                                    + "\" from source \"EnvSettingsSource\"")
                    .withHint("(" + name.toUpperCase(Locale.ROOT) + " is not JSON: " + e.getMessage() + ")")));
        }
    }

    /// The variables that belong to this program, sorted into those it knows and those it does not.
    ///
    /// @param recognised names that have a meaning for a run
    /// @param unknown names that look as if they should
    public record Names(List<String> recognised, List<String> unknown) {}

    /// Looks for variables whose names start with `GUIDELLM_`.
    public static Names names(Map<String, String> environment) {
        List<String> recognised = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (String name : new TreeMap<>(environment).keySet()) {
            if (name.startsWith("GUIDELLM_")) {
                (isKnown(name) ? recognised : unknown).add(name);
            }
        }
        return new Names(recognised, unknown);
    }

    private static boolean isKnown(String name) {
        for (Setting setting : Setting.values()) {
            if (setting.variable().equals(name)) {
                return true;
            }
        }
        for (String group : List.of("SPEC", "METADATA", "LOGGING", "DATASET", "BENCHMARKS")) {
            String whole = Setting.PREFIX + group;
            if (name.equals(whole) || (name.startsWith(whole + "__") && !group.equals("BENCHMARKS"))) {
                return true;
            }
        }
        return false;
    }
}
