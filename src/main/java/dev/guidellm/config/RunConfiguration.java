package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts the layers of a run's configuration together: defaults, environment, file, options, then the entries of
/// `benchmarks`. Later layers win; objects are merged key by key, lists and scalars are replaced whole.
public final class RunConfiguration {
    private static final Set<String> TOP_LEVEL = Set.of("metadata", "spec", "benchmarks");

    private final Settings settings;
    private final JsonObject environment;
    private final @Nullable ConfigFile file;
    private final JsonObject options;

    /// The layers, lowest first.
    ///
    /// @param environment see [EnvironmentLayer]
    /// @param file what `--config` names, null for nothing
    /// @param options what the command line says, as a document
    public RunConfiguration(Settings settings, JsonObject environment, @Nullable ConfigFile file, JsonObject options) {
        this.settings = settings;
        this.environment = environment;
        this.file = file;
        this.options = options;
    }

    /// The whole configuration, validated.
    ///
    /// @throws ConfigException with all problems; those of the file name its line
    public BenchmarkSpec resolve() {
        JsonObject document = file == null ? environment : Merging.merge(environment, file.document());
        document = Merging.merge(document, options);
        List<ConfigProblem> problems = new ArrayList<>();
        ConfigReader reader = new ConfigReader(settings);
        RunMetadata metadata = metadata(document, reader, problems);
        List<JsonValue> benchmarks = benchmarks(document, problems);
        List<RunSpec> specs = specs(document, benchmarks, reader, problems);
        for (String key : document.members().keySet()) {
            if (!TOP_LEVEL.contains(key)) {
                ConfigProblem problem = new ConfigProblem(key, "Extra inputs are not permitted");
                problems.add(NearestName.of(key, TOP_LEVEL)
                        .map(name -> problem.withHint("Did you mean '" + name + "'?"))
                        .orElse(problem));
            }
        }
        if (!problems.isEmpty() || metadata == null) {
            throw new ConfigException(problems.stream().map(this::located).toList());
        }
        return new BenchmarkSpec(
                metadata, specs.getFirst(), benchmarks, Folding.fold(specs), Folding.listWarnings(specs));
    }

    private static @Nullable RunMetadata metadata(
            JsonObject document, ConfigReader reader, List<ConfigProblem> problems) {
        JsonValue given = document.get("metadata");
        JsonValue metadata = given == null ? new JsonObject(Map.of()) : given;
        return (RunMetadata) reader.object(RunMetadata.class, metadata, new Place("metadata", "metadata"), problems);
    }

    private static List<JsonValue> benchmarks(JsonObject document, List<ConfigProblem> problems) {
        JsonValue given = document.get("benchmarks");
        if (given == null || given.equals(new JsonArray(List.of()))) {
            return List.of(JsonValue.NULL);
        }
        Place at = new Place("benchmarks", "benchmarks");
        if (!(given instanceof JsonArray(List<JsonValue> entries))) {
            problems.add(at.problem("Input should be a valid list"));
            return List.of(JsonValue.NULL);
        }
        for (int i = 0; i < entries.size(); i++) {
            if (!(entries.get(i) instanceof JsonObject || entries.get(i) instanceof JsonNull)) {
                problems.add(at.index(i).problem("Input should be a valid dictionary"));
            }
        }
        return entries;
    }

    private List<RunSpec> specs(
            JsonObject document, List<JsonValue> benchmarks, ConfigReader reader, List<ConfigProblem> problems) {
        JsonValue given = document.get("spec");
        Place at = new Place("spec", "spec");
        if (given != null && !(given instanceof JsonObject)) {
            problems.add(at.problem("Input should be a valid dictionary or object to extract fields from"));
            return List.of();
        }
        JsonObject base = given instanceof JsonObject object ? object : new JsonObject(Map.of());
        base = overlay(base, benchmarks.getFirst(), 0, problems);
        List<RunSpec> specs = new ArrayList<>();
        for (int i = 0; i < benchmarks.size(); i++) {
            JsonObject spec = i == 0 ? base : overlay(base, benchmarks.get(i), i, problems);
            List<ConfigProblem> found = new ArrayList<>();
            Object read = reader.object(RunSpec.class, spec, at, found);
            for (ConfigProblem problem : found) {
                ConfigProblem shown = withoutSpec(problem);
                problems.add(i == 0 ? shown : shown.withHint("in benchmarks[" + i + "]"));
            }
            if (read == null) {
                // What is wrong in the first is wrong in all.
                return List.of();
            }
            specs.add((RunSpec) read);
        }
        return specs;
    }

    private static JsonObject overlay(JsonObject base, JsonValue entry, int index, List<ConfigProblem> problems) {
        if (!(entry instanceof JsonObject changes)) {
            return base;
        }
        try {
            return Overlay.apply(base, changes);
        } catch (IllegalArgumentException e) {
            problems.add(new ConfigProblem("benchmarks[" + index + "]", String.valueOf(e.getMessage())));
            return base;
        }
    }

    /// The problem with `spec.` dropped from its path when the path goes through one of spec's own fields.
    private static ConfigProblem withoutSpec(ConfigProblem problem) {
        if (!problem.path().startsWith("spec.")) {
            return problem;
        }
        String below = problem.path().substring("spec.".length());
        String field = below.split("[.\\[]", 2)[0];
        return RecordShape.of(RunSpec.class).keys("").contains(field)
                ? new ConfigProblem(below, problem.documentPath(), problem.message(), problem.hint())
                : problem;
    }

    /// The problem with the line of the file that it comes from.
    private ConfigProblem located(ConfigProblem problem) {
        if (file == null || comesFromOptions(problem.documentPath())) {
            return problem;
        }
        OptionalInt line = file.lineOf(problem.documentPath(), problem.message().equals("Field required"));
        return line.isEmpty() ? problem : problem.withHint("in " + file.name() + ", line " + line.getAsInt());
    }

    private boolean comesFromOptions(String documentPath) {
        KeyPath path = KeyPath.parse(documentPath);
        for (int length = 1; length <= path.steps().size(); length++) {
            JsonValue value = Overlay.get(options, new KeyPath(path.steps().subList(0, length)));
            if (value == null) {
                return false;
            }
            if (!(value instanceof JsonObject)) {
                return true;
            }
        }
        return true;
    }
}
