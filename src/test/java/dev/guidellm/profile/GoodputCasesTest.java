package dev.guidellm.profile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guidellm.GoldenCases;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigProblem;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.Settings;
import dev.guidellm.config.SloConfig;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.YamlReader;
import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/// The goodput search against the reference: levels, verdicts, conclusion and log lines.
class GoodputCasesTest {
    private static final String FILE = "profile/goodput-search-cases.json";
    private static final SloConfig OBJECTIVES = new SloConfig(null, null, 2500.0);

    private final ConfigReader reader = new ConfigReader(Settings.defaults(Path.of("/results")));
    private final Logger logger = (Logger) LoggerFactory.getLogger(GoodputProfile.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Level levelBefore = logger.getEffectiveLevel();

    static Stream<Named<JsonObject>> searches() {
        return GoldenCases.loadList(FILE, "search_cases").stream().map(c -> Named.of(GoldenCases.text(c, "name"), c));
    }

    static Stream<Named<JsonObject>> argumentErrors() {
        return GoldenCases.loadList(FILE, "argument_errors").stream()
                .map(c -> Named.of(GoldenCases.text(c, "name"), c));
    }

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(levelBefore);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("searches")
    void searchesAsTheReference(JsonObject golden) throws ProfileException {
        Profile profile = profile(golden);
        List<JsonValue> issued = JsonPath.items(golden, "probes_issued");
        List<JsonValue> levels = new ArrayList<>();
        String error = null;
        try {
            Optional<SchedulingStrategy> next = profile.next(null);
            while (next.isPresent()) {
                SchedulingStrategy.Concurrent probe = (SchedulingStrategy.Concurrent) next.get();
                JsonValue result = issued.get(levels.size());
                levels.add(JsonValue.of(probe.streams()));
                next = profile.next(outcome(probe.streams(), result, golden));
            }
        } catch (ProfileException e) {
            error = e.getMessage();
        }
        JsonValue conclusion = profile.conclusion().orElseThrow();
        assertThat(JsonPath.get(conclusion, "x_guidellm_java")).isNotNull();
        GoldenCases.check(
                FILE,
                GoldenCases.text(golden, "name"),
                JsonValue.object()
                        .put("strategy_slots", profile.plannedTypes().size())
                        .put("levels", new JsonArray(levels))
                        .put("expected_conclusion", withoutOurs(conclusion))
                        .put("log", log())
                        .put("expected_error", error == null ? null : "RuntimeError: " + error)
                        .build(),
                JsonValue.object()
                        .put("strategy_slots", golden.get("strategy_slots"))
                        .put(
                                "levels",
                                new JsonArray(issued.stream()
                                        .map(probe -> JsonValue.of(whole(probe, "streams")))
                                        .toList()))
                        .put("expected_conclusion", golden.get("expected_conclusion"))
                        .put("log", golden.get("log"))
                        .put("expected_error", golden.get("expected_error"))
                        .build());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("argumentErrors")
    void refusesTheArgumentsThatTheReferenceRefuses(JsonObject golden) throws Exception {
        JsonValue expected = JsonPath.items(golden, "error").getFirst();
        List<ConfigProblem> problems = new ArrayList<>();
        try {
            reader.read(RunSpec.class, document(golden), "");
        } catch (ConfigException e) {
            problems.addAll(e.problems());
        }
        assertThat(problems).hasSize(1);
        boolean aboutMetrics = GoldenCases.text(golden, "name").equals("no_slo_configured");
        // There the reference's validator was asked by itself, without the reader around it.
        String lead = aboutMetrics ? "Value error, " : "";
        assertThat(problems.getFirst().message()).isEqualTo(lead + JsonPath.text(expected, "msg"));
        String key = JsonPath.items(expected, "loc").stream()
                .map(part -> ((JsonValue.JsonString) part).value())
                .findFirst()
                .orElse("");
        String inProfile = key.isEmpty() ? "profile.goodput" : "profile.goodput." + key;
        assertThat(problems.getFirst().path()).isEqualTo(aboutMetrics ? "" : inProfile);
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    private Profile profile(JsonObject golden) {
        Map<String, JsonValue> arguments = new LinkedHashMap<>(JsonPath.members(golden, "profile_args"));
        arguments.put("kind", JsonValue.of("goodput"));
        ProfileConfig config = reader.read(ProfileConfig.class, new JsonObject(arguments), "profile");
        return Profiles.create(config, Outcomes.metrics(OBJECTIVES), 42);
    }

    private static JsonValue document(JsonObject golden) throws Exception {
        Map<String, JsonValue> profile = new LinkedHashMap<>(JsonPath.members(golden, "profile_args"));
        profile.put("kind", JsonValue.of("goodput"));
        JsonValue metrics = GoldenCases.text(golden, "name").equals("no_slo_configured")
                ? YamlReader.read("{kind: generative}")
                : YamlReader.read("{kind: generative, slo: {ttft_ms: 2000}}");
        return JsonValue.object()
                .put("backend", YamlReader.read("{kind: openai_http, target: 'http://localhost:1'}"))
                .put("profile", new JsonObject(profile))
                .put("data", YamlReader.read("[{kind: synthetic_text, prompt_tokens: 8, output_tokens: 8}]"))
                .put("metrics", metrics)
                .build();
    }

    private static BenchmarkOutcome outcome(int streams, JsonValue issued, JsonObject golden) {
        int conforming = whole(issued, "conforming");
        int determined = whole(issued, "determined");
        Map<String, ConstraintAction> stop = JsonPath.get(issued, "constraint_stopped") == null
                ? Map.of()
                : Map.of(
                        "max_errors",
                        Outcomes.stop(
                                "all".equals(JsonPath.text(issued, "constraint_stopped", "stopping_scope"))
                                        ? StoppingScope.ALL
                                        : StoppingScope.CURRENT));
        boolean processing = "processing".equals(JsonPath.text(issued, "constraint_stopped", "stage"));
        boolean allFailed = GoldenCases.text(golden, "name").equals("zero_attainment_all_errors");
        SchedulerState state = Outcomes.stateStoppedBy(
                processing ? Map.of() : stop,
                processing ? stop : Map.of(),
                Outcomes.ended(allFailed ? 0 : determined, allFailed ? determined : 0));
        return Outcomes.judged(
                new SchedulingStrategy.Concurrent(streams, 0),
                state,
                List.of(new ObjectiveAttainment(OBJECTIVES, conforming, determined)),
                Objects.requireNonNull(JsonPath.number(golden, "probe_duration_s")));
    }

    private JsonArray log() {
        return new JsonArray(lines.list.stream()
                .<JsonValue>map(line -> JsonValue.object()
                        .put(
                                "level",
                                line.getLevel() == Level.WARN
                                        ? "WARNING"
                                        : line.getLevel().toString())
                        .put("message", line.getFormattedMessage())
                        .build())
                .toList());
    }

    private static JsonObject withoutOurs(JsonValue conclusion) {
        Map<String, JsonValue> members = new LinkedHashMap<>(JsonPath.members(conclusion));
        members.remove("x_guidellm_java");
        return new JsonObject(members);
    }

    private static int whole(JsonValue value, String key) {
        return Objects.requireNonNull(JsonPath.whole(value, key)).intValue();
    }
}
