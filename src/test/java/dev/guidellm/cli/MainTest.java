package dev.guidellm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.cli.trace.TraceTask;
import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.compare.Gate;
import dev.guidellm.compare.MetricExpression;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ComparisonOutput;
import dev.guidellm.config.Kinds;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.ProductVersion;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.mockserver.MockServerOptions;
import dev.guidellm.selftest.SelfTestPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MainTest {
    private static final String HEAD = "Usage: guidellm run [OPTIONS]\nTry 'guidellm run --help' for help.\n\nError: ";
    private static final List<String> COMPLETE = List.of(
            "run",
            "--backend=kind=openai_http,target=http://h:1",
            "--profile",
            "kind=concurrent,streams=4",
            "--data",
            "kind=synthetic_text,prompt_tokens=8");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private final Recorder programs = new Recorder();

    @TempDir
    Path folder;

    /// Notes what is started.
    private static class Recorder implements Programs {
        @Nullable
        TraceTask traceTask;

        @Nullable
        BenchmarkSpec spec;

        @Nullable
        Display display;

        @Nullable
        MockServerSettings server;

        @Nullable
        Path report;

        List<OutputConfig> outputs = List.of();

        List<Gate> gates = List.of();

        @Nullable
        Comparing comparing;

        @Nullable
        SelfTestPlan plan;

        @Nullable
        Path jsonFile;

        @Override
        public int run(BenchmarkSpec given, List<Gate> wantedGates, Display shown, Surroundings surroundings) {
            spec = given;
            gates = wantedGates;
            display = shown;
            return ExitCode.OK;
        }

        @Override
        public int export(Path given, List<OutputConfig> wanted, List<Gate> wantedGates, Surroundings surroundings) {
            report = given;
            outputs = wanted;
            gates = wantedGates;
            return ExitCode.OK;
        }

        @Override
        public int compare(Comparing given, Surroundings surroundings) {
            comparing = given;
            return ExitCode.OK;
        }

        @Override
        public int selfTest(SelfTestPlan given, @Nullable Path file, Surroundings surroundings) {
            plan = given;
            jsonFile = file;
            return ExitCode.OK;
        }

        @Override
        public int trace(TraceTask given, Surroundings surroundings) {
            traceTask = given;
            return ExitCode.OK;
        }

        @Override
        public int mockServer(MockServerSettings given, MockServerOptions options, Surroundings surroundings) {
            server = given;
            return ExitCode.OK;
        }
    }

    static Stream<Arguments> runErrors() {
        return Stream.of(
                errors("--profile kind=foo", "Invalid value for '--profile': invalid kind 'foo'.\n" + profileHint()),
                errors("--profile kind=5", "Invalid value for '--profile': invalid kind 5.\n" + profileHint()),
                errors(
                        "--profile {\"kind\":[\"a\"]}",
                        "Invalid value for '--profile': invalid kind ['a'].\n" + profileHint()),
                errors(
                        "--profile sweep",
                        "Invalid value for '--profile': invalid config value (expected key=value pairs or JSON/YAML"
                                + " object).\n" + profileHint()),
                errors(
                        "--profile streams=8",
                        "Invalid value for '--profile': missing required key 'kind'.\n" + profileHint()),
                errors(
                        "--profile {",
                        "Invalid value for '--profile': profile must be a valid YAML, JSON, or key=value string.\n"
                                + profileHint()),
                errors("--profile", "Invalid value for '--profile': option requires a value.\n" + profileHint()),
                errors(
                        "--profile kind=synchronous --profile kind=synchronous",
                        "Invalid value for '--profile': Option --profile cannot be specified multiple times."),
                errors("--foo", "No such option '--foo'."),
                errors("--profil x", "No such option '--profil'. (Did you mean one of: '--config', '--profile'?)"),
                errors("--tokeniser x", "No such option '--tokeniser'. Did you mean '--tokenizer'?"),
                errors(
                        "--disable-progres",
                        "No such option '--disable-progres'. (Did you mean one of: '--disable-console',"
                                + " '--disable-progress'?)"),
                errors(
                        "--assert ttft.p99<5",
                        "Invalid value for '--assert': 'ttft.p99<5': unknown metric 'ttft'; the nearest is ttft_ms."),
                errors("foo", "Got unexpected extra argument (foo)"),
                errors("foo bar", "Got unexpected extra arguments (foo bar)"),
                errors(
                        "--label abc",
                        "Invalid value for '--label' / '-l': Invalid key=value format for 'abc'. Expected format is"
                                + " 'key=value'."),
                errors(
                        "--override profile.streams [1,2]",
                        "Invalid value for '--override': benchmarks must be a valid YAML, JSON, or key=value string."));
    }

    private static Arguments errors(String words, String message) {
        return Arguments.of(List.of(words.split(" ")), message);
    }

    private static String profileHint() {
        return "Expected format: kind=<type>,key=value,... or JSON/YAML object with a 'kind' field\n"
                + "  Valid kinds: async, constant, poisson, concurrent, goodput, knee, replay, sweep, synchronous,"
                + " throughput, gamma, stages, timetable";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runErrors")
    void usageErrorsAreShownInTheSpecifiedBlock(List<String> words, String message) {
        List<String> args = new ArrayList<>(List.of("run"));
        args.addAll(words);
        assertThat(run(args)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).isEqualTo(HEAD + message + "\n");
        assertThat(programs.spec).isNull();
    }

    @Test
    void validationErrorsNameTheirOptionsAndStandInDocumentOrder() {
        assertThat(run("run")).isEqualTo(2);
        assertThat(err())
                .isEqualTo(HEAD + "Invalid value for '--backend' / '--profile' / '--data': \n"
                        + "  - Field required (at 'backend.openai_http.target')\n"
                        + "  - Field required (at 'profile')\n"
                        + "  - Field required (at 'data')\n");
    }

    @Test
    void anUnknownKeyIsRefusedAndTheNearestKnownOneSuggested() {
        assertThat(run(with(COMPLETE, "--data", "kind=synthetic_text,prompt-tokens=8")))
                .isEqualTo(2);
        assertThat(err())
                .isEqualTo(HEAD + "Invalid value for '--data': \n"
                        + "  - Field required (at 'data[1].synthetic_text.prompt_tokens')\n"
                        + "  - Extra inputs are not permitted (at 'data[1].synthetic_text.prompt-tokens')"
                        + " Did you mean 'prompt_tokens'?\n");
    }

    @Test
    void anOptionThatMissesAnArgumentIsToldWithoutUsage() {
        assertThat(run("run", "--override", "x")).isEqualTo(2);
        assertThat(err()).isEqualTo("Error: Option '--override' requires 2 arguments.\n");
    }

    @Test
    void theCommandLineBecomesAConfiguration() {
        assertThat(run(with(
                        COMPLETE,
                        "-la=b",
                        "--label",
                        "c=",
                        "--override",
                        "profile.streams",
                        "1,2",
                        "--disable-progress",
                        "--output",
                        "kind=json,path=x.json")))
                .as(err())
                .isEqualTo(0);
        BenchmarkSpec spec = started();
        assertThat(spec.metadata().labels()).containsExactly(Map.entry("a", "b"), Map.entry("c", ""));
        assertThat(((ProfileConfig.Concurrent) spec.run().profile()).streams()).containsExactly(1, 2);
        assertThat(spec.run().outputs()).containsExactly(new OutputConfig.Json("x.json"));
        assertThat(programs.display).isEqualTo(new Programs.Display(true, false));
    }

    @Test
    void gatesAreReadBeforeTheRun() {
        List<String> words = new ArrayList<>(COMPLETE);
        words.addAll(List.of("--assert", "ttft_ms.p99 < 200", "--assert=[last] rps >= 5"));
        assertThat(run(words.toArray(String[]::new))).as(err()).isEqualTo(0);
        assertThat(programs.gates).extracting(Gate::text).containsExactly("ttft_ms.p99 < 200", "[last] rps >= 5");
    }

    @Test
    void aComparisonTakesSidesMetricsAndLimits() throws IOException {
        for (String name : List.of("a1", "a2", "b")) {
            Files.writeString(folder.resolve(name), "");
        }
        assertThat(run("compare", "a1,a2", "b", "--metric", "+rps", "--fail-on", "e2el_ms.p99 > +5%"))
                .as(err())
                .isEqualTo(0);
        Programs.Comparing comparing = Objects.requireNonNull(programs.comparing);
        assertThat(comparing.sides()).containsExactly(List.of("a1", "a2"), List.of("b"));
        assertThat(comparing.options().metrics())
                .extracting(MetricExpression::text)
                .contains("ttft_ms.mean", "rps.mean")
                .doesNotHaveDuplicates();
        assertThat(comparing.options().confidence()).isEqualTo(0.95);
        assertThat(comparing.limits()).extracting(ChangeLimit::text).containsExactly("e2el_ms.p99 > +5%");
        assertThat(comparing.outputs()).containsExactly(new ComparisonOutput.Console());
    }

    @Test
    void theQuickstartNeedsNothingElse() {
        assertThat(run("run", "--scenario", "quickstart", "--disable-console")).isEqualTo(0);
        assertThat(started().run().backend()).isInstanceOf(BackendConfig.Mock.class);
        assertThat(programs.display).isEqualTo(new Programs.Display(false, false));
        assertThat(out()).isEmpty();
    }

    @Test
    void aListInAProfileIsWarnedAboutOnStandardError() {
        assertThat(run("run", "-c", "quickstart", "--constraint", "{kind: max_duration, seconds: [1, 2]}"))
                .isEqualTo(0);
        assertThat(err()).startsWith("FutureWarning: One or more sub-benchmarks specified a list of constraints[0]");
    }

    @Test
    void kindsOfLaterVersionsAreRefusedWithOneLine() {
        assertThat(run(with(COMPLETE, "--data-column-mapper", "kind=pooling_column_mapper")))
                .isEqualTo(2);
        assertThat(err())
                .isEqualTo(HEAD
                        + "This version of GuideLLM for Java cannot run --data-column-mapper"
                        + " kind=pooling_column_mapper yet.\n");
    }

    @Test
    void aBadReportSuffixIsRefusedBeforeTheRun() {
        assertThat(run(with(COMPLETE, "--output", "kind=json,path=a.txt"))).isEqualTo(2);
        assertThat(err())
                .startsWith(HEAD + "Invalid value for '--output': \n  - Unsupported file type: txt for a.txt")
                .contains("(at 'outputs[0].json.path')");
    }

    @Test
    void environmentVariablesAreReported() {
        environment.put("GUIDELLM__MAX_CONCURRENCY", "5");
        environment.put("GUIDELLM__MP_CONTEXT_TYPE", "forkserver");
        environment.put("GUIDELLM_BAR", "5");
        assertThat(run("run")).isEqualTo(2);
        assertThat(out()).isEqualTo("""
            ℹ The following environment variables are set and will be used by GuideLLM (if not overridden by CLI arguments/config).
              GUIDELLM__MAX_CONCURRENCY, GUIDELLM__MP_CONTEXT_TYPE
            ⚠ The following environment variables are set but not recognized by GuideLLM. Please verify that the benchmark is configured correctly.
              GUIDELLM_BAR
            ℹ The following settings are accepted but have no effect in GuideLLM for Java.
              GUIDELLM__MP_CONTEXT_TYPE
            """);
    }

    @Test
    void badSettingsNameTheirVariable() {
        environment.put("GUIDELLM__MAX_CONCURRENCY", "many");
        assertThat(run("env")).isEqualTo(2);
        assertThat(err())
                .endsWith("Error: Invalid value for 'GUIDELLM__MAX_CONCURRENCY': \n"
                        + "  - Input should be a valid integer, unable to parse string as an integer"
                        + " (at 'GUIDELLM__MAX_CONCURRENCY')\n");
    }

    @Test
    void aBadEnvironmentLayerIsShownAsSpecified() {
        environment.put("GUIDELLM__SPEC__DATA", "x");
        assertThat(run(COMPLETE)).isEqualTo(2);
        assertThat(err())
                .startsWith(HEAD + "Invalid value for : \n  - Value error, error parsing value for field \"spec\""
                        + " from source \"EnvSettingsSource\"");
    }

    @Test
    void aFileThatMistakesTextForAnObjectGetsTheHint() throws IOException {
        Files.writeString(folder.resolve("b.yaml"), "spec: {profile: sweep}\n");
        assertThat(run(
                        "run",
                        "-cb.yaml",
                        "--data=kind=text_file,path=a.txt",
                        "--backend=kind=openai_http,target=http://h:1"))
                .isEqualTo(2);
        assertThat(err())
                .isEqualTo(HEAD + "Invalid value for '--profile': \n"
                        + "  - Input should be a valid dictionary or object to extract fields from (at 'profile') in"
                        + " b.yaml, line 1\n" + profileHint() + "\n");
    }

    @Test
    void theDotEnvFileIsRead() throws IOException {
        Files.writeString(folder.resolve(".env"), "GUIDELLM__MAX_CONCURRENCY=77\n");
        assertThat(run("env")).isEqualTo(0);
        assertThat(out())
                .startsWith("Settings: \n")
                .contains("GUIDELLM__MAX_CONCURRENCY=\"77\"\n")
                .endsWith("\n\n");
    }

    @Test
    void versionAndHelpNeedNoSettings() {
        environment.put("GUIDELLM__MAX_CONCURRENCY", "many");
        assertThat(run("--version")).isEqualTo(0);
        assertThat(out()).isEqualTo("guidellm version: " + ProductVersion.TEXT + "\n");
        assertThat(run("run", "--help")).isEqualTo(0);
    }

    @Test
    void theVersionIsThatOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String version = pom.substring(pom.indexOf("<version>") + 9, pom.indexOf("</version>"));
        assertThat(ProductVersion.TEXT).isEqualTo("0.8.1+java." + version);
    }

    static Stream<CommandSpec> commands() {
        return all(Commands.root());
    }

    private static Stream<CommandSpec> all(CommandSpec command) {
        return Stream.concat(Stream.of(command), command.commands().stream().flatMap(MainTest::all));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void everyHelpFitsEightyColumnsAndNamesEveryOption(CommandSpec command) {
        List<String> words = new ArrayList<>(List.of(command.path().split(" ")));
        words.removeFirst();
        words.add("--help");
        assertThat(run(words)).isEqualTo(0);
        assertThat(out()).startsWith("Usage: " + command.path() + " [OPTIONS]");
        assertThat(out().lines().filter(line -> line.length() > 80)).isEmpty();
        for (OptionSpec option : command.options()) {
            assertThat(out()).contains(option.names());
            if (option.family() != null) {
                assertThat(out().replaceAll("\\s+", ""))
                        .contains("kind=[" + String.join("|", Kinds.names(option.family())) + "],...");
            }
        }
    }

    @Test
    void commandsAreListedAlphabeticallyAndNoCommandIsAnError() {
        assertThat(run()).isEqualTo(2);
        assertThat(err().substring(err().indexOf("Commands:"))
                        .lines()
                        .skip(1)
                        .map(l -> l.strip().split(" ")[0]))
                .containsExactly(
                        "compare",
                        "completion",
                        "env",
                        "export",
                        "mock-server",
                        "preprocess",
                        "run",
                        "selftest",
                        "trace");
        assertThat(out()).isEmpty();
    }

    @Test
    void anUnknownCommandIsAnError() {
        assertThat(run("benchmark")).isEqualTo(2);
        assertThat(err()).isEqualTo("""
            Usage: guidellm [OPTIONS] COMMAND [ARGS]...
            Try 'guidellm --help' for help.

            Error: No such command 'benchmark'.
            """);
    }

    @Test
    void theMockServerTakesOptionsThenVariablesThenDefaults() {
        environment.put("GUIDELLM_MOCK_SERVER_ITL_MS", "3");
        environment.put("GUIDELLM_MOCK_SERVER_TTFT_MS", "4");
        assertThat(run("mock-server", "--port", "8123", "--ttft-ms=50", "--log-request-received"))
                .as(err())
                .isEqualTo(0);
        MockServerSettings server = Objects.requireNonNull(programs.server);
        assertThat(List.of(server.port(), server.ttftMs(), server.itlMs(), server.outputTokens()))
                .isEqualTo(List.of(8123, 50.0, 3.0, 128));
        assertThat(server.logRequestReceived()).isTrue();
    }

    @Test
    void theMockServersDefaultsAreThoseOfItsRecord() {
        assertThat(run("mock-server")).isEqualTo(0);
        assertThat(programs.server).isEqualTo(MockServerSettings.DEFAULTS);
    }

    @Test
    void theSelfTestTakesTheLengthOfAStepAndAFile() {
        assertThat(run("selftest")).as(err()).isEqualTo(0);
        assertThat(programs.plan).isEqualTo(SelfTestPlan.thorough(1.5));
        assertThat(programs.jsonFile).isNull();
        assertThat(run("selftest", "--quick", "--json", "a.json")).isEqualTo(0);
        assertThat(programs.plan).isEqualTo(SelfTestPlan.quick(0.5));
        assertThat(programs.jsonFile).isEqualTo(folder.resolve("a.json"));
        assertThat(run("selftest", "--seconds", "2")).isEqualTo(0);
        assertThat(programs.plan).isEqualTo(SelfTestPlan.thorough(2));
        for (String wrong : List.of("0", "61", "nan", "inf", "-1")) {
            assertThat(run("selftest", "--seconds=" + wrong)).isEqualTo(2);
            assertThat(err()).contains("Invalid value for '--seconds': A step takes 0.3 to 60.0 seconds");
        }
        assertThat(run("selftest", "--seconds", "soon")).isEqualTo(2);
        assertThat(run("selftest", "--json", ".")).isEqualTo(2);
        assertThat(run("selftest", "--json", "none/a.json")).isEqualTo(2);
        assertThat(err()).contains("Invalid value for '--json': There is no directory to put 'none/a.json' into.");
    }

    @Test
    void theMockServersNumbersAreChecked() {
        assertThat(run("mock-server", "--port", "abc")).isEqualTo(2);
        assertThat(err()).endsWith("Error: Invalid value for '--port': 'abc' is not a valid integer.\n");
        assertThat(run("mock-server", "--max-concurrent-requests", "0")).isEqualTo(2);
        assertThat(err())
                .contains("Invalid value for '--max-concurrent-requests': ")
                .endsWith("  - Input should be greater than or equal to 1 (at 'max_concurrent_requests')\n");
    }

    @Test
    void exportTakesAnExistingReport() throws IOException {
        assertThat(run("export", "nope.json")).isEqualTo(2);
        assertThat(err()).isEqualTo("""
            Usage: guidellm export [OPTIONS] [PATH]
            Try 'guidellm export --help' for help.

            Error: Invalid value for '[PATH]': File 'nope.json' does not exist.
            """);
        Files.writeString(folder.resolve("r.json"), "{}");
        assertThat(run("export", "r.json", "--output", "kind=csv,path=o.csv")).isEqualTo(0);
        assertThat(programs.report).isEqualTo(folder.resolve("r.json"));
        assertThat(programs.outputs).containsExactly(new OutputConfig.Csv("o.csv"));
    }

    @Test
    void preprocessChecksItsWordsAndSaysThatItCannotRunYet() {
        assertThat(run("preprocess", "dataset")).isEqualTo(2);
        assertThat(err()).endsWith("Error: Missing argument 'DATA'.\n");
        assertThat(run("preprocess", "dataset", "kind=foo", "out.json")).isEqualTo(2);
        assertThat(err()).contains("Error: Invalid value for 'DATA': invalid kind 'foo'.\n");
        assertThat(run("preprocess", "dataset", "kind=text_file,path=a.txt", "out.json"))
                .isEqualTo(2);
        assertThat(err()).contains("Field required (at 'tokenizer')").contains("Field required (at 'strategy')");
        assertThat(run(
                        "preprocess",
                        "dataset",
                        "kind=text_file,path=a.txt",
                        "out.json",
                        "--tokenizer=kind=hf_auto",
                        "--strategy=kind=ignore,prompt_tokens=8,output_tokens=4"))
                .isEqualTo(2);
        assertThat(err()).endsWith("Error: This version of GuideLLM for Java cannot run preprocess dataset yet.\n");
    }

    @Test
    void aMistakeOfOursIsShownWithItsPlace() {
        int code = Main.run(
                COMPLETE,
                environment,
                folder,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Recorder() {
                    @Override
                    public int run(BenchmarkSpec spec, List<Gate> gates, Display display, Surroundings surroundings) {
                        throw new IllegalStateException("oops");
                    }
                });
        assertThat(code).isEqualTo(ExitCode.BUG);
        assertThat(err()).contains("IllegalStateException: oops", "at dev.guidellm.cli");
    }

    @Test
    void aFailedRunIsOneLine() {
        int code = Main.run(
                COMPLETE,
                environment,
                folder,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Recorder() {
                    @Override
                    public int run(BenchmarkSpec spec, List<Gate> gates, Display display, Surroundings surroundings) {
                        throw new CommandFailedException("server\n unreachable");
                    }
                });
        assertThat(code).isEqualTo(ExitCode.FAILED);
        assertThat(err()).isEqualTo("Error: server unreachable\n");
    }

    @Test
    void bashCompletesCommandsOptionsAndKinds() throws Exception {
        assertThat(run("completion", "bash")).isEqualTo(0);
        String script = out();
        assertThat(completed(script, "guidellm", "ru")).containsExactly("run");
        assertThat(completed(script, "guidellm", "run", "--disable-console-i"))
                .containsExactly("--disable-console-interactive");
        assertThat(completed(script, "guidellm", "run", "--profile", "kind")).contains("kind=sweep", "kind=poisson");
        assertThat(completed(script, "guidellm", "run", "--profile", "kind", "=", "con"))
                .containsExactly("constant", "concurrent");
        assertThat(completed(script, "guidellm", "run", "--profile", "kind", "="))
                .contains("sweep");
        assertThat(completed(script, "guidellm", "preprocess", "d")).containsExactly("dataset");
        assertThat(completed(script, "guidellm", "completion", "")).contains("bash", "zsh", "fish");
    }

    @Test
    void otherShellsGetTheirScripts() {
        assertThat(run("completion", "zsh")).isEqualTo(0);
        assertThat(out())
                .startsWith("#compdef guidellm\n")
                .contains("'run --profile') compadd -S '' -- kind=async kind=constant");
        out.reset();
        assertThat(run("completion", "fish")).isEqualTo(0);
        assertThat(out())
                .contains("complete -c guidellm -n '__fish_seen_subcommand_from run' -l config -l scenario -s c -r");
        assertThat(run("completion", "tcsh")).isEqualTo(2);
    }

    private static List<String> completed(String script, String... words) throws IOException, InterruptedException {
        StringBuilder program = new StringBuilder(script).append("COMP_WORDS=(");
        for (String word : words) {
            program.append('\'').append(word).append("' ");
        }
        program.append(")\nCOMP_CWORD=").append(words.length - 1);
        program.append("\n_guidellm\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
        Process bash = new ProcessBuilder("bash", "-c", program.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(printed).isEqualTo(0);
        return printed.lines().toList();
    }

    private static List<String> with(List<String> words, String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all;
    }

    private BenchmarkSpec started() {
        return Objects.requireNonNull(programs.spec, "nothing was started");
    }

    private int run(String... words) {
        return run(List.of(words));
    }

    private int run(List<String> words) {
        out.reset();
        err.reset();
        return Main.run(
                words,
                environment,
                folder,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                programs);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tasksOfTracesAreUnderstood() {
        assertThat(run("trace", "stats", "t.jsonl", "--format=mooncake", "--cache-tokens=1e3,20"))
                .as(err())
                .isZero();
        assertThat(programs.traceTask)
                .isEqualTo(new TraceTask.Stats(
                        new TraceTask.Source("t.jsonl", "mooncake", null), List.of(1_000L, 20L), null, null));
        assertThat(run("trace", "synthesize", "t.jsonl", "u.jsonl", "--sessions", "7"))
                .as(err())
                .isZero();
        assertThat(programs.traceTask)
                .isEqualTo(new TraceTask.Synthesize(
                        new TraceTask.Source("t.jsonl", null, null), folder.resolve("u.jsonl"), null, 7, null, 42));
        assertThat(run("trace", "validate")).isEqualTo(2);
        assertThat(err()).contains("Missing argument 'FILE'.");
    }
}
