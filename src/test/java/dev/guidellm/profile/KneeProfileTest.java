package dev.guidellm.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.ConstraintMetadata;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whole knee runs with made-up results, against the reference; and how a run ends that cannot be finished.
@NullMarked
class KneeProfileTest {
    private static final String FILE = "search/knee-cases.json";
    private static final SchedulerCounts SOUND = new SchedulerCounts(100, 0, 0, 0, 100, 100, 0, 0);

    static Stream<Named<JsonObject>> runs() {
        return named("profile_cases");
    }

    static Stream<Named<JsonObject>> refused() {
        return named("argument_errors");
    }

    static Stream<Named<JsonObject>> spreads() {
        return Stream.concat(
                        GoldenCases.loadList(FILE, "generated_points").stream(),
                        GoldenCases.loadList("profile/strategy-cases.json", "cases").stream()
                                .filter(c -> GoldenCases.text(c, "kind").equals("knee_initial_points")))
                .map(c -> Named.of(JsonWriter.toString(c), c));
    }

    private static Stream<Named<JsonObject>> named(String key) {
        return GoldenCases.loadList(FILE, key).stream().map(c -> Named.of(GoldenCases.text(c, "name"), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void runsAndConcludesAsTheReference(JsonObject golden) throws ProfileException {
        ProfileConfig.Knee config = config(GoldenCases.member(golden, "profile_args"));
        Profile profile = Profiles.create(config, Outcomes.METRICS, 42);
        List<JsonValue> results = JsonPath.items(golden, "runs");
        List<JsonValue> ran = new ArrayList<>();
        Optional<SchedulingStrategy> next = profile.next(null);
        while (next.isPresent() && ran.size() < results.size()) {
            SchedulingStrategy.Concurrent strategy = (SchedulingStrategy.Concurrent) next.get();
            ran.add(JsonValue.of((long) strategy.streams()));
            next = profile.next(outcome(strategy, results.get(ran.size() - 1)));
        }
        assertThat(next).as("after the last of the reference's runs").isEmpty();
        JsonValue.ObjectBuilder ours = JsonValue.object()
                .put("points", points(config))
                .put("slots", profile.plannedTypes().size())
                .put("ran", new JsonArray(ran))
                .put("conclusion", profile.conclusion().orElseThrow());
        JsonValue.ObjectBuilder theirs = JsonValue.object()
                .put("points", GoldenCases.member(golden, "resolved_initial_streams"))
                .put("slots", GoldenCases.member(golden, "strategy_slots"))
                .put(
                        "ran",
                        new JsonArray(results.stream()
                                .map(run -> GoldenCases.member(run, "streams"))
                                .toList()));
        for (String key : List.of("expected_conclusion", "expected_error")) {
            JsonValue wanted = JsonPath.get(golden, key);
            if (wanted != null) {
                theirs.put(key.equals("expected_error") ? "error" : "conclusion", wanted);
            }
        }
        GoldenCases.check(FILE, GoldenCases.text(golden, "name"), ours.build(), theirs.build());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refusesWhatTheReferenceRefuses(JsonObject golden) {
        List<JsonValue> ours = new ArrayList<>();
        try {
            config(GoldenCases.member(golden, "profile_args"));
        } catch (ConfigException e) {
            e.problems()
                    .forEach(problem -> ours.add(JsonValue.object()
                            .put("loc", problem.path())
                            .put("msg", problem.message())
                            .build()));
        }
        List<JsonValue> theirs = new ArrayList<>();
        for (JsonValue error : JsonPath.items(golden, "error")) {
            theirs.add(JsonValue.object()
                    .put("loc", path(JsonPath.items(error, "loc")))
                    .put("msg", GoldenCases.member(error, "msg"))
                    .build());
        }
        GoldenCases.check(
                FILE, "refuse " + GoldenCases.text(golden, "name"), new JsonArray(ours), new JsonArray(theirs));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spreads")
    void spreadsItsPointsAsTheReference(JsonObject golden) {
        JsonObject args = golden.get("args") instanceof JsonObject given ? given : without(golden, "points");
        assertThat(GoldenCases.difference(GoldenCases.member(golden, "points"), points(config(args))))
                .isNull();
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    @Test
    void aServerThatIsGoneEndsTheSearch() {
        KneeProfile profile = fiveLevels();
        profile.next(null);
        for (int streams : new int[] {1, 2, 3}) {
            profile.next(outcome(streams, 100.0 * streams, SOUND));
        }
        assertThat(profile.next(outcome(4, null, new SchedulerCounts(500, 0, 0, 0, 500, 0, 500, 0))))
                .isEmpty();
        JsonValue conclusion = profile.conclusion().orElseThrow();
        assertThat(JsonPath.text(conclusion, "adaptive_plan", "reason"))
                .isEqualTo("No request succeeded at 4 concurrent streams");
        assertThat(JsonPath.text(conclusion, "final", "throughput", "reason"))
                .isEqualTo("Need at least 5 distinct concurrency points; found 3");
        assertThat(notes(conclusion))
                .containsExactly("No request succeeded at 4 concurrent streams (500 failed): the search ended there.");
    }

    /// What comes of a dying server must not look like the end of growth.
    @Test
    void aDyingServerMakesNoKnee() {
        KneeProfile profile = new KneeProfile(config(List.of(1, 2, 4, 8, 16, 32, 64, 128)));
        profile.next(null);
        for (int streams : new int[] {1, 2, 4, 8, 16}) {
            profile.next(outcome(streams, 100.0 * streams, SOUND));
        }
        profile.next(outcome(32, 700.0, new SchedulerCounts(900, 0, 0, 0, 900, 300, 600, 0)));
        profile.next(outcome(64, null, new SchedulerCounts(900, 0, 0, 0, 900, 0, 900, 0)));
        JsonValue conclusion = profile.conclusion().orElseThrow();
        assertThat(JsonPath.text(conclusion, "final", "throughput", "status")).isEqualTo("no_knee");
        assertThat(notes(conclusion))
                .contains("At 32 concurrent streams 600 of 900 requests failed: its throughput is of the others only.");
    }

    @Test
    void anInterruptedLevelIsLeftOut() {
        KneeProfile profile = fiveLevels();
        profile.next(null);
        profile.next(outcome(1, 100.0, SOUND));
        profile.brokenOff(outcome(2, 3.0, SOUND), Profile.Ending.INTERRUPTED);
        JsonValue conclusion = profile.conclusion().orElseThrow();
        assertThat(JsonPath.items(conclusion, "final", "saturation", "points")).hasSize(1);
        assertThat(JsonPath.text(conclusion, "adaptive_plan", "reason")).isEqualTo("The run was interrupted");
        assertThat(notes(conclusion))
                .containsExactly(
                        "The run was interrupted at 2 concurrent streams: this level is left out of the analysis.");
    }

    @Test
    void aRunBrokenOffInItsFirstLevelSaysThatNothingWasMeasured() {
        KneeProfile profile = fiveLevels();
        profile.next(null);
        profile.brokenOff(outcome(1, 100.0, SOUND), Profile.Ending.FAILED);
        JsonValue conclusion = profile.conclusion().orElseThrow();
        assertThat(JsonPath.text(conclusion, "final", "throughput", "reason"))
                .isEqualTo("Need at least 5 distinct concurrency points; found 0");
        assertThat(notes(conclusion))
                .containsExactly("The run could not go on at 1 stream: this level is left out of the analysis.");
    }

    @Test
    void withoutALevelThereIsNoConclusion() {
        assertThat(fiveLevels().conclusion()).isEmpty();
    }

    @Test
    void workloadsWithoutOutputTokensAreNamed() {
        KneeProfile profile = fiveLevels();
        profile.next(null);
        IntStream.rangeClosed(1, 5).forEach(streams -> profile.next(outcome(streams, null, SOUND)));
        assertThat(notes(profile.conclusion().orElseThrow()))
                .containsExactly("No level has a rate of output tokens, which is what a knee is looked for in.");
    }

    @Test
    void malformedFiguresOfTheDetectorCountAsMissing() {
        KneeProfile profile = fiveLevels();
        profile.next(null);
        JsonObject metadata = JsonValue.object()
                .put("is_over_saturated", JsonValue.of(false))
                .put("ttft_slope", "steep")
                .put("concurrent_slope", JsonValue.of(Double.NaN))
                .put("ttft_n", 7)
                .build();
        SchedulerState state = state(SOUND, Map.of("over_saturation", action(StoppingScope.CURRENT, metadata)), null);
        profile.next(outcome(new SchedulingStrategy.Concurrent(1, 0), 100.0, state));
        JsonValue conclusion = profile.conclusion().orElseThrow();
        JsonValue point =
                JsonPath.items(conclusion, "final", "saturation", "points").getFirst();
        assertThat(JsonPath.truth(point, "is_over_saturated")).isFalse();
        assertThat(JsonPath.number(point, "ttft_n")).isEqualTo(7);
        assertThat(JsonPath.get(point, "ttft_slope")).isNull();
        assertThat(notes(conclusion))
                .containsExactly(
                        "The detector's word at 1 stream cannot be used: Over-saturation metadata 'concurrent_slope'"
                                + " must be finite.",
                        "The detector's word at 1 stream cannot be used: Over-saturation metadata 'ttft_slope' must"
                                + " be numeric.");
    }

    private static KneeProfile fiveLevels() {
        return new KneeProfile(config(List.of(1, 2, 3, 4, 5)));
    }

    private static ProfileConfig.Knee config(List<Integer> streams) {
        return config(JsonValue.object()
                .put("initial_streams", numbers(streams))
                .put("adaptive", JsonValue.of(true))
                .build());
    }

    private static ProfileConfig.Knee config(JsonValue args) {
        return new ConfigReader(Settings.defaults(Path.of("/results"))).read(ProfileConfig.Knee.class, args, "");
    }

    private static JsonArray points(ProfileConfig.Knee config) {
        return numbers(config.startingStreams());
    }

    private static JsonArray numbers(List<Integer> numbers) {
        return new JsonArray(
                numbers.stream().<JsonValue>map(n -> JsonValue.of((long) n)).toList());
    }

    private static BenchmarkOutcome outcome(SchedulingStrategy.Concurrent strategy, JsonValue run) {
        Map<String, ConstraintAction> said = new HashMap<>();
        if (JsonPath.get(run, "over_saturation_metadata") instanceof JsonObject metadata) {
            said.put("over_saturation", action(StoppingScope.CURRENT, metadata));
        }
        return outcome(
                strategy,
                Objects.requireNonNull(JsonPath.number(run, "output_tokens_per_second")),
                state(SOUND, said, JsonPath.get(run, "stopped")));
    }

    private static BenchmarkOutcome outcome(int streams, @Nullable Double tokensPerSecond, SchedulerCounts counts) {
        return outcome(new SchedulingStrategy.Concurrent(streams, 0), tokensPerSecond, state(counts, Map.of(), null));
    }

    private static BenchmarkOutcome outcome(
            SchedulingStrategy strategy, @Nullable Double tokensPerSecond, SchedulerState state) {
        return new BenchmarkOutcome(strategy, state, 1, null, tokensPerSecond, List.of(), null, List.of(), null);
    }

    private static SchedulerState state(
            SchedulerCounts counts, Map<String, ConstraintAction> said, @Nullable JsonValue stopped) {
        Map<String, ConstraintAction> stop = stopped == null
                ? Map.of()
                : Map.of(
                        "max_errors",
                        action(
                                "all".equals(JsonPath.text(stopped, "stopping_scope"))
                                        ? StoppingScope.ALL
                                        : StoppingScope.CURRENT,
                                JsonValue.object().build()));
        boolean queuing = "queuing".equals(JsonPath.text(stopped, "stage"));
        return new SchedulerState(
                0,
                null,
                null,
                null,
                null,
                queuing ? stop : Map.of(),
                null,
                queuing ? Map.of() : stop,
                said,
                SchedulerProgress.NONE,
                counts);
    }

    private static ConstraintAction action(StoppingScope scope, JsonObject metadata) {
        return new ConstraintAction(
                ConstraintAction.Queuing.STOP,
                ConstraintAction.Processing.CONTINUE,
                scope,
                new ConstraintMetadata(metadata, Set.of()),
                SchedulerProgress.NONE);
    }

    private static List<String> notes(JsonValue conclusion) {
        return JsonPath.items(conclusion, "x_guidellm_java", "notes").stream()
                .map(note -> ((JsonString) note).value())
                .toList();
    }

    /// As our paths are written.
    private static String path(List<JsonValue> parts) {
        StringBuilder path = new StringBuilder();
        for (JsonValue part : parts) {
            switch (part) {
                case JsonInteger(var index) -> path.append('[').append(index).append(']');
                case JsonString(String key) ->
                    path.append(path.isEmpty() ? "" : ".").append(key);
                default -> throw new IllegalArgumentException(part.toString());
            }
        }
        return path.toString();
    }

    private static JsonObject without(JsonObject object, String key) {
        JsonValue.ObjectBuilder rest = JsonValue.object();
        object.members().forEach((name, value) -> {
            if (!name.equals(key)) {
                rest.put(name, value);
            }
        });
        return rest.build();
    }
}
