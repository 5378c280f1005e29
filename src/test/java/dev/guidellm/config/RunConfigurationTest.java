package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.json.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunConfigurationTest {
    private static final String MINIMAL = """
        spec:
          backend: {kind: openai_http, target: "http://h:1/v1/"}
          profile: {kind: concurrent, streams: 3}
          data: [{kind: synthetic_text, prompt_tokens: 8}]
        """;

    @TempDir
    Path folder;

    @Test
    void saysEverythingThatIsMissingInDocumentOrder() {
        assertThat(problems("{}", "{}"))
                .containsExactly(
                        "Field required (at 'backend.openai_http.target')",
                        "Field required (at 'profile')",
                        "Field required (at 'data')");
    }

    @Test
    void takesTheBaseAddressOfATargetOnly() {
        BenchmarkSpec spec = resolve(MINIMAL, "{}");
        assertThat(spec.run().backend())
                .isInstanceOfSatisfying(
                        BackendConfig.OpenAiHttp.class,
                        http -> assertThat(http.target()).isEqualTo("http://h:1"));
    }

    @Test
    void optionsAreMergedKeyByKeyAndReplaceListsWhole() {
        BenchmarkSpec spec = resolve(
                MINIMAL + "  metrics: {kind: generative, slo: {ttft_ms: 100}}\n",
                "{spec: {profile: {kind: concurrent, rampup_duration: 2},"
                        + " metrics: {kind: generative, slo: {tpot_ms: 20}},"
                        + " data: [{kind: text_file, path: a.txt}]}, metadata: {labels: {a: b}}}");
        assertThat(spec.run().profile())
                .isEqualTo(new ProfileConfig.Concurrent(
                        2.0, TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, List.of(3)));
        assertThat(((MetricsConfig.Generative) spec.run().metrics()).slo()).isEqualTo(new SloConfig(100.0, 20.0, null));
        assertThat(spec.run().data()).containsExactly(new FileData.TextFile(new JsonObject(Map.of()), "a.txt"));
        assertThat(spec.metadata().labels()).containsExactly(Map.entry("a", "b"));
    }

    @Test
    void aChangedKindKeepsTheOldKeysAndFails() {
        assertThat(problems(MINIMAL, "{spec: {profile: {kind: synchronous}}}"))
                .singleElement()
                .asString()
                .startsWith("Extra inputs are not permitted (at 'profile.synchronous.streams')");
    }

    @Test
    void theEnvironmentIsTheLowestLayer() {
        Map<String, String> environment = Map.of(
                "GUIDELLM__SPEC__PROFILE__RAMPUP_DURATION", "4",
                "guidellm__spec__seed__value", "7",
                "GUIDELLM__SPEC__SEED__KIND", "static",
                "GUIDELLM__SPEC__PROFILE__STREAMS", "9");
        BenchmarkSpec spec = new RunConfiguration(
                        Settings.defaults(folder), EnvironmentLayer.read(environment), file(MINIMAL), yaml("{}"))
                .resolve();
        assertThat(spec.run().profile())
                .isEqualTo(new ProfileConfig.Concurrent(
                        4.0, TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, List.of(3)));
        assertThat(spec.run().seed()).isEqualTo(new SeedConfig.Static(7));
    }

    @Test
    void anEnvironmentVariableOfAListMustBeJson() {
        assertThatThrownBy(() -> EnvironmentLayer.read(Map.of("GUIDELLM__SPEC__DATA", "kind=synthetic_text")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("error parsing value for field \"spec\"")
                .hasMessageContaining("GUIDELLM__SPEC__DATA");
    }

    @Test
    void benchmarksBecomeListsAndGapsTakeTheFirstValue() {
        BenchmarkSpec spec = resolve(
                MINIMAL + "  constraints: [{kind: max_duration, seconds: 450}]\n",
                "{benchmarks: [{profile.streams: 1, 'constraints[0].seconds': 10},"
                        + " {profile.streams: 2, 'constraints[0].seconds': 20}, {'constraints[0].seconds': 30.5}]}");
        assertThat(((ProfileConfig.Concurrent) spec.run().profile()).streams()).containsExactly(1, 2, 1);
        assertThat(((ConstraintConfig.MaxDuration) spec.run().constraints().getFirst()).seconds())
                .isEqualTo(new PerBenchmark(List.of(10L, 20L, 30.5)));
        assertThat(((ProfileConfig.Concurrent) spec.configured().profile()).streams())
                .containsExactly(1);
        assertThat(spec.warnings()).isEmpty();
    }

    @Test
    void equalLimitsOfSeveralBenchmarksAreListedToo() {
        BenchmarkSpec spec = resolve(
                MINIMAL + "  constraints: [{kind: max_duration, seconds: 450}]\n",
                "{benchmarks: [{profile.streams: 1}, {profile.streams: 2}]}");
        assertThat(((ConstraintConfig.MaxDuration) spec.run().constraints().getFirst())
                        .seconds()
                        .values())
                .containsExactly(450L, 450L);
    }

    @Test
    void theFirstBenchmarkWinsOverAnOption() {
        BenchmarkSpec spec = resolve(
                MINIMAL + "benchmarks: [{profile.streams: 5}]\n", "{spec: {profile: {kind: concurrent, streams: 9}}}");
        assertThat(((ProfileConfig.Concurrent) spec.run().profile()).streams()).containsExactly(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data | {data: [{kind: text_file, path: x}]} | benchmark field 'data'",
                "rampup | {profile.rampup_duration: 3} | profile field 'rampup_duration'",
                "scope | {'constraints[0].stopping_scope': all} | constraint field 'stopping_scope'"
            })
    void benchmarksMayDifferInRatesAndLimitsOnly(String name, String second, String what) {
        String file = MINIMAL + "  constraints: [{kind: max_duration, seconds: 450}]\n";
        assertThat(problems(file, "{benchmarks: [{}, " + second + "]}"))
                .as(name)
                .containsExactly("Differing " + what + " cannot be merged."
                        + " All sub-benchmarks must share the same value for this field. (at 'benchmarks')");
    }

    @Test
    void aListInsideOneBenchmarkIsRunAndWarnedAbout() {
        BenchmarkSpec spec = resolve(
                MINIMAL,
                "{spec: {profile: {kind: concurrent, streams: [1, 2]},"
                        + " constraints: [{kind: max_duration, seconds: [1, 2.5]}]}}");
        assertThat(((ProfileConfig.Concurrent) spec.run().profile()).streams()).containsExactly(1, 2);
        assertThat(spec.warnings())
                .containsExactly(
                        "One or more sub-benchmarks specified a list of profile.streams. This pattern is deprecated and"
                                + " will be removed in a future release. Please use `--override profile.streams 1,2` on"
                                + " the CLI or sub-benchmarks in the config file instead.",
                        "One or more sub-benchmarks specified a list of constraints[0].seconds. This pattern is"
                                + " deprecated and will be removed in a future release. Please use `--override"
                                + " constraints[0].seconds 1,2.5` on the CLI or sub-benchmarks in the config file"
                                + " instead.");
    }

    static Stream<Arguments> overrides() {
        return Stream.of(
                Arguments.of("1,2,4", "[{'p':1},{'p':2},{'p':4}]"),
                Arguments.of("1, 2 ,4", "[{'p':1},{'p':2},{'p':4}]"),
                Arguments.of("8", "[{'p':8}]"),
                Arguments.of("10,,30", "[{'p':10},{},{'p':30}]"),
                Arguments.of(",1", "[{},{'p':1}]"),
                Arguments.of("true,null", "[{'p':true},{'p':null}]"),
                Arguments.of("1.5,2e3", "[{'p':1.5},{'p':'2e3'}]"),
                Arguments.of("a=1,b=2", "[{'p':{'a':1}},{'p':{'b':2}}]"),
                Arguments.of("{a: 1}", "[{'p':{'a':1}}]"),
                Arguments.of("", "[{'p':null}]"));
    }

    @ParameterizedTest
    @MethodSource("overrides")
    void overridesGiveOneEntryPerBenchmark(String values, String expected) throws OptionValueException {
        Overrides overrides = new Overrides();
        overrides.add("p", values);
        assertThat(JsonWriter.toString(overrides.toBenchmarks()).replace('"', '\''))
                .isEqualTo(expected);
    }

    @Test
    void overridesOfTheSamePathLieOverEachOther() throws OptionValueException {
        Overrides overrides = new Overrides();
        overrides.add("p", "10,,30");
        overrides.add("p", ",7");
        overrides.add("q", "true,null");
        assertThat(JsonWriter.toString(overrides.toBenchmarks()))
                .isEqualTo("[{\"p\":10,\"q\":true},{\"p\":7,\"q\":null},{\"p\":30}]");
    }

    @Test
    void anOverrideOfAnUnknownPathNamesTheSpec() {
        assertThat(problems(MINIMAL, "{benchmarks: [{foo: 1}]}"))
                .containsExactly("Extra inputs are not permitted (at 'spec.foo')");
    }

    @Test
    void problemsOfTheFileNameItsLine() {
        assertThat(problems("""
            spec:
              backend: {kind: openai_http, target: "http://h:1"}
              profile:
                kind: concurrent
                stream: 3
              data:
                - kind: synthetic_text
                  prompt_tokens: many
            foo: 1
            """, "{spec: {tokenizer: {kind: huggingface_auto, model: 3}}}"))
                .containsExactly(
                        "Field required (at 'profile.concurrent.streams') in bench.yaml, line 3",
                        "Extra inputs are not permitted (at 'profile.concurrent.stream') Did you mean 'streams'? in"
                                + " bench.yaml, line 5",
                        "Input should be a valid string (at 'tokenizer.huggingface_auto.model')",
                        "Input should be a valid integer, unable to parse string as an integer"
                                + " (at 'data[0].synthetic_text.prompt_tokens') in bench.yaml, line 8",
                        "Extra inputs are not permitted (at 'foo') in bench.yaml, line 9");
    }

    @Test
    void hyphensAreAcceptedInTheNamesOfTheSpecOnly() {
        BenchmarkSpec spec = resolve(MINIMAL + "  data-loader: {kind: pytorch, samples: 4}\n", "{}");
        assertThat(spec.run().dataLoader()).isEqualTo(new DataLoaderConfig.PyTorch(4, false, 1, 4096, false));
    }

    @Test
    void theConfigurationOfAReportCanBeRunAgain() throws IOException {
        BenchmarkSpec spec = resolve(MINIMAL, "{metadata: {labels: {a: b}}}");
        JsonObject report = JsonValue.object()
                .put("metadata", JsonValue.object().put("version", 2).build())
                .put("config", ConfigWriter.document(spec))
                .put("benchmarks", JsonValue.ofStrings(List.of()))
                .build();
        Path path = folder.resolve("report.json");
        Files.writeString(path, JsonWriter.toString(report));
        BenchmarkSpec again = new RunConfiguration(
                        Settings.defaults(folder), yaml("{}"), ConfigFile.load(path.toString(), folder), yaml("{}"))
                .resolve();
        assertThat(again).isEqualTo(spec);
    }

    @Test
    void secretsAreWrittenAsStars() {
        BenchmarkSpec spec = resolve(MINIMAL, "{spec: {backend: {api_key: hidden}}}");
        assertThat(((BackendConfig.OpenAiHttp) spec.run().backend()).apiKey()).isEqualTo(new Secret("hidden"));
        assertThat(JsonWriter.toString(ConfigWriter.document(spec)))
                .contains("\"api_key\":\"**********\"")
                .doesNotContain("hidden");
        assertThat(spec.toString()).doesNotContain("hidden");
    }

    static List<String> scenarios() {
        return Scenarios.NAMES;
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everyScenarioIsValidAndRunnableOnceItHasATarget(String name) {
        JsonObject target = name.startsWith("rhaiis/")
                ? yaml("{spec: {backend: {kind: openai_http, target: 'http://h:1'}}}")
                : yaml("{}");
        BenchmarkSpec spec = new RunConfiguration(
                        Settings.defaults(folder), yaml("{}"), ConfigFile.load(name, folder), target)
                .resolve();
        SupportedKinds.check(spec.run());
        assertThat(spec.metadata().others().get("name")).isEqualTo(JsonValue.of(name.replace("rhaiis/", "")));
        assertThat(spec.metadata().others().get("description"))
                .isInstanceOfSatisfying(
                        JsonValue.JsonString.class,
                        text -> assertThat(text.value()).endsWith(".\n"));
        assertThat(((ProfileConfig.Concurrent) spec.run().profile()).streams()).hasSameSizeAs(spec.benchmarks());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench.txt", "bench.YAML"})
    void otherSuffixesAreRefused(String name) throws IOException {
        Files.writeString(folder.resolve(name), "{}");
        assertThatThrownBy(() -> ConfigFile.load(name, folder))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("Unsupported scenario file format: " + name.substring(5));
    }

    @Test
    void aBrokenFileNamesLineAndColumn() throws IOException {
        Files.writeString(folder.resolve("bad.yaml"), "spec:\n  a: [1\n");
        assertThatThrownBy(() -> ConfigFile.load("bad.yaml", folder))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("File 'bad.yaml', line ");
    }

    @Test
    void anUnknownScenarioListsTheKnownOnes() {
        assertThatThrownBy(() -> ConfigFile.load("chat", folder))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(
                        "Invalid value for '--config' / '--scenario' / '-c': File 'chat' does not exist.;"
                                + " 'chat' is not one of 'rhaiis/concurrent-1k-1k-equal', ");
    }

    @Test
    void goodputNeedsObjectives() {
        assertThat(problems(MINIMAL.replace("{kind: concurrent, streams: 3}", "{kind: goodput}"), "{}"))
                .singleElement()
                .asString()
                .startsWith("Value error, The goodput profile searches for the highest load meeting latency objectives")
                .contains("(at 'spec')");
    }

    @Test
    void kindsOfLaterVersionsAreRefusedInOneLine() {
        BenchmarkSpec spec = resolve(
                MINIMAL.replace("kind: openai_http, target: \"http://h:1/v1/\"", "kind: vllm_python_async, model: m"),
                "{}");
        assertThatThrownBy(() -> SupportedKinds.check(spec.run()))
                .isInstanceOf(UsageException.class)
                .hasMessage("This version of GuideLLM for Java cannot run --backend kind=vllm_python_async yet.");
    }

    @Test
    void aReportSuffixIsCheckedBeforeTheRun() {
        BenchmarkSpec spec =
                resolve(MINIMAL + "  outputs: [{kind: csv, path: a.txt}, {kind: json, path: b.txt}]\n", "{}");
        assertThatThrownBy(() -> OutputPaths.check(spec.run().outputs(), folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Unsupported file type: txt for b.txt")
                .hasMessageContaining("outputs[1].json.path");
    }

    @Test
    void outputsWithoutAPathGoIntoTheResultsDirectory() {
        BenchmarkSpec spec = resolve(MINIMAL, "{}");
        assertThat(spec.run().outputs())
                .containsExactly(
                        new OutputConfig.Json(folder.resolve("benchmarks.json").toString()),
                        new OutputConfig.Csv(folder.resolve("benchmarks.csv").toString()));
    }

    private List<String> problems(String file, String options) {
        ConfigException thrown = catchThrowableOfType(ConfigException.class, () -> resolve(file, options));
        assertThat(thrown).as("a refused configuration").isNotNull();
        return thrown.problems().stream().map(ConfigProblem::line).toList();
    }

    private BenchmarkSpec resolve(String file, String options) {
        return new RunConfiguration(Settings.defaults(folder), yaml("{}"), file(file), yaml(options)).resolve();
    }

    private ConfigFile file(String text) {
        try {
            Files.writeString(folder.resolve("bench.yaml"), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return ConfigFile.load("bench.yaml", folder);
    }

    private static JsonObject yaml(String text) {
        try {
            return (JsonObject) YamlReader.read(text);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
