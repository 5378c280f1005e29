package dev.guidellm.schedule;

import static dev.guidellm.schedule.GoldenJson.items;
import static dev.guidellm.schedule.GoldenJson.object;
import static dev.guidellm.schedule.GoldenJson.real;
import static dev.guidellm.schedule.GoldenJson.text;
import static dev.guidellm.schedule.GoldenJson.wholeOrNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.ProfileConfig.TurnSchedule;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class ArrivalScheduleTest {
    private static final String FILE = "schedule/strategy-cases.json";

    static Stream<Named<JsonObject>> cases(String kind) {
        return GoldenCases.loadList(FILE, "cases").stream()
                .filter(c -> text(c, "kind").equals(kind))
                .map(c -> Named.of(name(c), c));
    }

    static Stream<Named<JsonObject>> constant() {
        return cases("constant_offsets");
    }

    static Stream<Named<JsonObject>> throughput() {
        return cases("throughput_offsets");
    }

    static Stream<Named<JsonObject>> concurrent() {
        return cases("concurrent_draws_before_any_completion");
    }

    static Stream<Named<JsonObject>> poisson() {
        return cases("poisson_offsets_python_rng");
    }

    static Stream<Named<JsonObject>> limits() {
        return cases("strategy_limits");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("constant")
    void constantArrivalsComeWhenTheReferenceHasThem(JsonObject golden) {
        JsonObject args = object(golden, "args");
        SchedulingStrategy strategy =
                new SchedulingStrategy.Constant(real(args, "rate"), null, real(args, "rampup_duration"));
        checkOffsets(golden, strategy);
        assertThat(strategy).hasToString(text(golden, "str"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("throughput")
    void throughputSpreadsItsFirstRequestsOverTheRampup(JsonObject golden) {
        JsonObject args = object(golden, "args");
        SchedulingStrategy strategy =
                new SchedulingStrategy.Throughput(wholeOrNull(args, "max_concurrency"), real(args, "rampup_duration"));
        checkOffsets(golden, strategy);
        if (golden.get("str_after_start") != null) {
            assertThat(strategy).hasToString(text(golden, "str_before_start"));
            GoldenCases.check(
                    FILE,
                    name(golden) + " str_after_start",
                    JsonValue.of(strategy.toString()),
                    Objects.requireNonNull(golden.get("str_after_start")));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("concurrent")
    void streamsOpenOneAfterTheOther(JsonObject golden) {
        JsonObject args = object(golden, "args");
        int streams = (int) real(args, "streams");
        SchedulingStrategy strategy = new SchedulingStrategy.Concurrent(streams, real(args, "rampup_duration"));
        List<Double> openings = IntStream.range(0, streams)
                .mapToObj(i -> ArrivalSchedule.streamOpening(strategy, i))
                .toList();
        List<JsonValue> draws = items(golden, "draws").subList(0, streams);
        GoldenCases.check(FILE, name(golden), GoldenJson.numbers(openings), new JsonValue.JsonArray(draws));
        assertThat(strategy).hasToString(text(golden, "str"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("poisson")
    void poissonArrivalsOfASeedAreThoseOfTheReference(JsonObject golden) {
        JsonObject args = object(golden, "args");
        SchedulingStrategy strategy =
                new SchedulingStrategy.Poisson(real(args, "rate"), null, (long) real(args, "random_seed"), 0);
        checkOffsets(golden, strategy);
        assertThat(strategy).hasToString(text(golden, "str"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("limits")
    void strategiesNameTheirLimits(JsonObject golden) {
        JsonObject dump = object(golden, "dump");
        double rampup = dump.get("rampup_duration") == null ? 0 : real(dump, "rampup_duration");
        SchedulingStrategy strategy = switch (text(golden, "type_")) {
            case "synchronous" -> new SchedulingStrategy.Synchronous();
            case "concurrent" -> new SchedulingStrategy.Concurrent((int) real(dump, "streams"), rampup);
            case "throughput" -> new SchedulingStrategy.Throughput(wholeOrNull(dump, "max_concurrency"), rampup);
            case "constant" ->
                new SchedulingStrategy.Constant(real(dump, "rate"), wholeOrNull(dump, "max_concurrency"), rampup);
            case "poisson" ->
                new SchedulingStrategy.Poisson(
                        real(dump, "rate"), wholeOrNull(dump, "max_concurrency"), (long) real(dump, "random_seed"), 0);
            case "trace" ->
                new SchedulingStrategy.Trace(
                        real(dump, "time_scale"), TurnSchedule.IDLE_GAP, wholeOrNull(dump, "max_concurrency"));
            default -> throw new IllegalArgumentException(golden.toString());
        };
        JsonObject ours = JsonValue.object()
                .put("type_", strategy.type())
                .put("requests_limit", strategy.requestLimit())
                .put("defines_arrival_schedule", strategy.hasArrivalSchedule())
                .put("str", strategy.toString())
                .build();
        GoldenCases.check(FILE, name(golden), ours, GoldenJson.without(golden, "kind", "dump", "processes_limit"));
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    /// The original's workers each repeat the same gaps; ours is one sequence.
    @Test
    void poissonGapsDoNotRepeat() {
        JsonObject golden = cases("poisson_original_multi_worker_defect")
                .map(Named::getPayload)
                .findFirst()
                .orElseThrow();
        JsonObject args = object(golden, "args");
        List<Double> gaps = gaps(real(args, "rate"), (long) real(args, "random_seed"), 30);
        GoldenCases.check(
                FILE,
                "poisson_original_multi_worker_defect first_30_gaps",
                GoldenJson.rounded(GoldenJson.numbers(
                        gaps.stream().map(gap -> Math.round(gap * 1e6) / 1e6).toList())),
                Objects.requireNonNull(golden.get("first_30_gaps")));
    }

    @Test
    void poissonArrivalsAreAPoissonProcess() {
        JsonObject golden =
                cases("poisson_properties").map(Named::getPayload).findFirst().orElseThrow();
        JsonObject args = object(golden, "args");
        JsonObject expected = object(golden, "expected");
        int n = (int) real(args, "n");
        List<Double> gaps = gaps(real(args, "rate"), (long) real(args, "random_seed"), n);
        double mean = gaps.stream().mapToDouble(g -> g).average().orElseThrow();
        double variance = gaps.stream()
                .mapToDouble(g -> (g - mean) * (g - mean))
                .average()
                .orElseThrow();
        double lag = IntStream.range(1, n)
                        .mapToDouble(i -> (gaps.get(i) - mean) * (gaps.get(i - 1) - mean))
                        .average()
                        .orElseThrow()
                / variance;
        assertThat(mean).isCloseTo(real(expected, "mean_gap"), within(0.03 * real(expected, "mean_gap")));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(real(expected, "cv"), within(0.03));
        assertThat(lag).isCloseTo(real(expected, "lag1_autocorr"), within(0.05));
        // Kolmogorov and Smirnov: the largest distance to the exponential distribution, at the 1 % level.
        List<Double> sorted = gaps.stream().sorted().toList();
        double distance = IntStream.range(0, n)
                .mapToDouble(i -> Math.abs((i + 0.5) / n - (1 - Math.exp(-sorted.get(i) * real(args, "rate")))))
                .max()
                .orElseThrow();
        assertThat(distance).isLessThan(1.63 / Math.sqrt(n));
    }

    @Test
    void poissonRampupMovesHalfOfTheRampsRequestsBehindIt() {
        ArrivalSchedule schedule = ArrivalSchedule.poisson(100, 20, 42);
        int early = 0;
        int inRamp = 0;
        for (double at = schedule.next(); at < 20; at = schedule.next()) {
            inRamp++;
            early += at < 10 ? 1 : 0;
        }
        assertThat(inRamp).isBetween(880, 1120);
        assertThat(early).isBetween(200, 300);
    }

    @Test
    void streamsWithoutRampupOpenAtOnce() {
        assertThat(ArrivalSchedule.streamOpening(new SchedulingStrategy.Concurrent(4, 0), 3))
                .isZero();
        assertThat(ArrivalSchedule.of(new SchedulingStrategy.Concurrent(4, 0))).isNull();
    }

    private static List<Double> gaps(double rate, long seed, int n) {
        ArrivalSchedule schedule = ArrivalSchedule.poisson(rate, 0, seed);
        List<Double> gaps = new ArrayList<>();
        double before = 0;
        for (int i = 0; i < n; i++) {
            double at = schedule.next();
            gaps.add(at - before);
            before = at;
        }
        return gaps;
    }

    private static void checkOffsets(JsonObject golden, SchedulingStrategy strategy) {
        ArrivalSchedule schedule = Objects.requireNonNull(ArrivalSchedule.of(strategy));
        List<Double> offsets = new ArrayList<>();
        for (int i = 0; i < items(golden, "offsets").size(); i++) {
            // The reference added its offsets to a start time of a million seconds, and rounded accordingly.
            offsets.add(1e6 + schedule.next() - 1e6);
        }
        GoldenCases.check(
                FILE,
                name(golden),
                GoldenJson.rounded(GoldenJson.numbers(offsets)),
                Objects.requireNonNull(golden.get("offsets")));
    }

    private static String name(JsonObject golden) {
        JsonValue args = golden.get("args");
        return text(golden, "kind")
                + (args == null
                        ? " " + text(golden, "str") + " " + JsonWriter.toString(object(golden, "dump"))
                        : " " + JsonWriter.toString(args));
    }
}
