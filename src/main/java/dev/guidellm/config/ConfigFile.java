package dev.guidellm.config;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.LocatedDocument;
import dev.guidellm.json.YamlReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What `--config` names: a configuration file, a report (whose `config` is taken), or a built-in scenario.
///
/// @param name as the user wrote it
/// @param document the top level of the configuration
/// @param lines lines of its values, by path
public record ConfigFile(String name, JsonObject document, Map<String, Integer> lines) {
    private static final String OPTION = "'--config' / '--scenario' / '-c'";

    /// Reads the file or scenario; a file wins over a scenario of the same name.
    ///
    /// @throws UsageException when there is no such thing or it cannot be read
    public static ConfigFile load(String name, Path workingDirectory) {
        Path path = workingDirectory.resolve(name);
        if (Files.isDirectory(path)) {
            throw notFound("File '" + name + "' is a directory.", name);
        }
        if (Files.exists(path)) {
            return of(name, read(path, name));
        }
        if (Scenarios.NAMES.contains(name)) {
            return of(name, Scenarios.load(name));
        }
        throw notFound("File '" + name + "' does not exist.", name);
    }

    /// The line of the value at `path`; empty when the file does not hold it.
    ///
    /// @param missing whether the value is missing, so that the object which should hold it is meant
    OptionalInt lineOf(String path, boolean missing) {
        Integer line = lines.get(path);
        if (line == null && missing) {
            int cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
            line = cut < 0 ? null : lines.get(path.substring(0, cut));
        }
        return line == null ? OptionalInt.empty() : OptionalInt.of(line);
    }

    private static UsageException notFound(String problem, String name) {
        String known = Scenarios.NAMES.stream().map(n -> "'" + n + "'").collect(Collectors.joining(", "));
        String meant = NearestName.of(name, Scenarios.NAMES)
                .map(n -> " Did you mean '" + n + "'?")
                .orElse("");
        return UsageException.invalidValue(OPTION, problem + "; '" + name + "' is not one of " + known + "." + meant);
    }

    private static LocatedDocument read(Path path, String name) {
        String text;
        try {
            text = Files.readString(path);
        } catch (MalformedInputException e) {
            throw UsageException.invalidValue(OPTION, "File '" + name + "' is not UTF-8 text.");
        } catch (IOException e) {
            throw UsageException.invalidValue(OPTION, "File '" + name + "' is not readable.");
        }
        try {
            if (name.endsWith(".json")) {
                return JsonReader.readLocated(text);
            }
            if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                return YamlReader.readLocated(text);
            }
        } catch (JsonSyntaxException e) {
            throw UsageException.invalidValue(OPTION, "File '" + name + "', " + e.getMessage());
        }
        String file = String.valueOf(path.getFileName());
        int dot = file.lastIndexOf('.');
        throw UsageException.invalidValue(
                OPTION,
                "Unsupported scenario file format: " + (dot <= 0 ? "" : file.substring(dot)) + " ('" + name
                        + "' needs to end in .json, .yaml or .yml)");
    }

    private static ConfigFile of(String name, LocatedDocument located) {
        if (located.value() instanceof JsonNull) {
            throw UsageException.invalidValue(OPTION, "File '" + name + "' is empty.");
        }
        if (!(located.value() instanceof JsonObject top)) {
            throw UsageException.invalidValue(
                    OPTION,
                    "File '" + name + "' holds a " + PythonText.typeName(located.value())
                            + " where an object with the keys metadata, spec and benchmarks belongs.");
        }
        String below = "";
        JsonObject document = top;
        if (top.get("config") instanceof JsonObject config) {
            document = config;
            below = "config.";
        }
        Map<String, Integer> lines = new TreeMap<>();
        for (Map.Entry<String, Integer> line : located.lines().entrySet()) {
            if (line.getKey().startsWith(below)) {
                lines.put(plainPath(line.getKey().substring(below.length())), line.getValue());
            }
        }
        return new ConfigFile(name, plainKeys(document), lines);
    }

    /// The document with the hyphens in the names of `spec`'s own fields made underscores.
    private static JsonObject plainKeys(JsonObject document) {
        if (!(document.get("spec") instanceof JsonObject spec)) {
            return document;
        }
        JsonValue.ObjectBuilder plain = JsonValue.object();
        spec.members().forEach((key, value) -> plain.put(plainField(key), value));
        return JsonValue.object().putAll(document).put("spec", plain.build()).build();
    }

    private static String plainField(String key) {
        String plain = key.replace('-', '_');
        return RecordShape.of(RunSpec.class).keys("").contains(plain) ? plain : key;
    }

    private static String plainPath(String path) {
        if (!path.startsWith("spec.")) {
            return path;
        }
        int end = 5;
        while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
            end++;
        }
        return "spec." + plainField(path.substring(5, end)) + path.substring(end);
    }
}
