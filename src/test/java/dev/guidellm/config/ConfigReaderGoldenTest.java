package dev.guidellm.config;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigReaderGoldenTest {
    private static final String DATASETS = "config/dataset-cases.json";
    private static final String STRATEGIES = "config/strategy-cases.json";
    private static final String CONSTRAINTS = "config/constraint-cases.json";
    private static final Pattern INDEX = Pattern.compile("\\[(\\d+)]");

    private final ConfigReader reader = new ConfigReader(Settings.defaults(Path.of("/results")));

    static Stream<Arguments> datasetCases() {
        return numbered(GoldenCases.loadList(DATASETS, "validation_cases"));
    }

    static Stream<Arguments> profileCases() {
        return numbered(GoldenCases.loadList(STRATEGIES, "cases").stream()
                .filter(c -> Objects.equals(c.get("kind"), JsonValue.of("profile_validation")))
                .toList());
    }

    static Stream<Arguments> constraintCases() {
        return numbered(GoldenCases.loadList(CONSTRAINTS, "argument_validation"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("datasetCases")
    void dataArgumentsAgreeWithTheReference(String name, JsonObject given) {
        Class<? extends Kinded> family = switch (((JsonString) member(given, "base")).value()) {
            case "data" -> DataConfig.class;
            case "data_loader" -> DataLoaderConfig.class;
            case "data_finalizer" -> FinalizerConfig.class;
            case "data_preprocessor", "data_column_mapper" -> PreprocessorConfig.class;
            case "tokenizer" -> TokenizerConfig.class;
            case "strategy" -> PreprocessStrategyConfig.class;
            case String other -> throw new IllegalStateException(other);
        };
        JsonObject result = (JsonObject) member(given, "result");
        JsonValue errors = result.get("errors");
        GoldenCases.check(
                DATASETS, name, read(family, member(given, "input")), errors == null ? result : plain(errors));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("profileCases")
    void profilesAgreeWithTheReference(String name, JsonObject given) {
        JsonValue dump = given.get("dump");
        GoldenCases.check(
                STRATEGIES,
                name,
                read(ProfileConfig.class, member(given, "input")),
                dump == null ? plain(member(given, "errors")) : dump);
        if (given.get("resolved_initial_streams") instanceof JsonArray points) {
            ProfileConfig.Knee knee = reader.read(ProfileConfig.Knee.class, withoutKind(given), "");
            GoldenCases.check(
                    STRATEGIES,
                    name,
                    new JsonArray(knee.startingStreams().stream()
                            .map(p -> JsonValue.of(p.longValue()))
                            .toList()),
                    points);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("constraintCases")
    void constraintsAgreeWithTheReference(String name, JsonObject given) {
        JsonValue dump = given.get("dump");
        JsonValue errors = given.get("errors");
        JsonValue golden = errors != null ? plain(errors) : dump != null ? dump : JsonValue.of("accepted");
        GoldenCases.check(CONSTRAINTS, name, read(ConstraintConfig.class, member(given, "input")), golden);
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(DATASETS);
        GoldenCases.assertNoUnusedDeviation(STRATEGIES);
        GoldenCases.assertNoUnusedDeviation(CONSTRAINTS);
    }

    private JsonValue read(Class<? extends Kinded> family, JsonValue input) {
        try {
            return ConfigWriter.write((Record) reader.read(family, input, ""));
        } catch (ConfigException e) {
            List<JsonValue> problems = new ArrayList<>();
            for (ConfigProblem problem : e.problems()) {
                String path = INDEX.matcher(problem.path()).replaceAll(".$1");
                problems.add(JsonValue.object()
                        .put("loc", path)
                        .put("msg", problem.message())
                        .build());
            }
            return new JsonArray(problems);
        }
    }

    /// The original's problems with their places as one text and without their internal names.
    private static JsonValue plain(JsonValue errors) {
        List<JsonValue> problems = new ArrayList<>();
        for (JsonValue error : ((JsonArray) errors).items()) {
            JsonObject problem = (JsonObject) error;
            String loc = switch (member(problem, "loc")) {
                case JsonArray(var parts) ->
                    String.join(".", parts.stream().map(PythonText::str).toList());
                case JsonValue text -> PythonText.str(text);
            };
            problems.add(JsonValue.object()
                    .put("loc", loc)
                    .put("msg", member(problem, "msg"))
                    .build());
        }
        return new JsonArray(problems);
    }

    private static JsonObject withoutKind(JsonObject given) {
        JsonValue.ObjectBuilder out = JsonValue.object();
        ((JsonObject) member(given, "input")).members().forEach((key, value) -> {
            if (!key.equals("kind")) {
                out.put(key, value);
            }
        });
        return out.build();
    }

    private static JsonValue member(JsonObject object, String key) {
        return Objects.requireNonNull(object.get(key), key);
    }

    private static Stream<Arguments> numbered(List<JsonObject> cases) {
        List<Arguments> arguments = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            String name = i + " " + JsonWriter.toString(member(cases.get(i), "input"));
            arguments.add(Arguments.of(name, cases.get(i)));
        }
        return arguments.stream();
    }
}
