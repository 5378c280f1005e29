package dev.guidellm.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which strategies a profile runs, against the reference.
class ProfileCasesTest {
    private static final String FILE = "profile/strategy-cases.json";
    private static final TransientPhaseConfig NONE = TransientPhaseConfig.NONE;

    static Stream<Named<JsonObject>> cases() {
        return GoldenCases.loadList(FILE, "cases").stream()
                .filter(c -> List.of("sweep", "profile_expansion").contains(text(c, "kind")))
                .map(c -> Named.of(name(c), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void runsTheStepsOfTheReference(JsonObject golden) {
        Profile profile = Profiles.create(config(golden), Outcomes.METRICS, 42);
        Double stopAfter = number(golden, "stop_scope_all_after_step");
        List<JsonValue> steps = new ArrayList<>();
        String error = null;
        BenchmarkOutcome previous = null;
        try {
            Optional<SchedulingStrategy> next = profile.next(null);
            while (next.isPresent()) {
                int step = steps.size();
                steps.add(shown(next.get()));
                Double rate = number(golden, step == 0 ? "sync_rate" : "throughput_rate");
                previous = outcome(rate == null ? 0 : rate, stopAfter != null && stopAfter == step);
                next = profile.next(previous);
            }
            assertThat(profile.next(previous)).isEmpty();
        } catch (ProfileException e) {
            error = e.getMessage();
        }
        JsonValue.ObjectBuilder ours = JsonValue.object()
                .put("declared_types", JsonValue.ofStrings(profile.plannedTypes()))
                .put("steps", new JsonArray(steps));
        JsonValue.ObjectBuilder theirs = JsonValue.object()
                .put("declared_types", golden.get("declared_types"))
                .put("steps", golden.get("steps"));
        if (golden.get("error") != null) {
            ours.put("error", error);
            theirs.put("error", golden.get("error"));
        }
        GoldenCases.check(FILE, name(golden), ours.build(), theirs.build());
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    /// The reference loses this stop when another constraint had already stopped the queue.
    @Test
    void aStopForTheWholeRunCountsThoughAnotherStoppedTheQueueFirst() throws ProfileException {
        Profile profile =
                Profiles.create(new ProfileConfig.Concurrent(0, NONE, NONE, List.of(1, 2)), Outcomes.METRICS, 42);
        assertThat(profile.next(null)).contains(new SchedulingStrategy.Concurrent(1, 0));
        SchedulerState state = Outcomes.stateStoppedBy(
                Map.of("max_requests", Outcomes.stop(StoppingScope.CURRENT)),
                Map.of("max_errors", Outcomes.stop(StoppingScope.ALL)));
        assertThat(profile.next(Outcomes.of(new SchedulingStrategy.Concurrent(1, 0), state, 1)))
                .isEmpty();
    }

    private static BenchmarkOutcome outcome(double rate, boolean stopAll) {
        Map<String, ConstraintAction> stops =
                stopAll ? Map.of("max_errors", Outcomes.stop(StoppingScope.ALL)) : Map.of();
        return Outcomes.of(new SchedulingStrategy.Synchronous(), Outcomes.stateStoppedBy(stops, Map.of()), rate);
    }

    private static ProfileConfig config(JsonObject golden) {
        JsonObject args = args(golden);
        Double rampup = Objects.requireNonNull(number(args, "rampup_duration"));
        Double limit = number(args, "max_concurrency");
        Integer cap = limit == null ? null : (Integer) limit.intValue();
        return switch (text(args, "kind")) {
            case "synchronous" -> new ProfileConfig.Synchronous(rampup, NONE, NONE);
            case "replay" ->
                new ProfileConfig.Replay(
                        rampup,
                        NONE,
                        NONE,
                        Objects.requireNonNull(number(args, "time_scale")),
                        ProfileConfig.TurnSchedule.valueOf(
                                text(args, "schedule_turn").toUpperCase(Locale.ROOT)),
                        null);
            case "concurrent" ->
                new ProfileConfig.Concurrent(
                        rampup,
                        NONE,
                        NONE,
                        numbers(args, "streams").stream().map(Double::intValue).toList());
            case "throughput" -> new ProfileConfig.Throughput(rampup, NONE, NONE, cap);
            case "async", "constant" ->
                new ProfileConfig.Constant(text(args, "kind"), rampup, NONE, NONE, numbers(args, "rate"), cap);
            case "poisson" -> new ProfileConfig.Poisson(rampup, NONE, NONE, numbers(args, "rate"), cap);
            case "" ->
                new ProfileConfig.Sweep(
                        rampup,
                        NONE,
                        NONE,
                        Objects.requireNonNull(number(args, "sweep_size")).intValue(),
                        ProfileConfig.ArrivalType.valueOf(
                                text(args, "strategy_type").toUpperCase(Locale.ROOT)),
                        cap);
            default -> throw new IllegalArgumentException(args.toString());
        };
    }

    /// As the reference shows a strategy before it is run.
    private static JsonObject shown(SchedulingStrategy strategy) {
        JsonValue.ObjectBuilder json = JsonValue.object()
                .put("type_", strategy.type())
                .put("worker_count", JsonValue.NULL)
                .put(
                        "max_concurrency",
                        strategy instanceof SchedulingStrategy.Synchronous
                                        || strategy instanceof SchedulingStrategy.Concurrent
                                ? null
                                : strategy.requestLimit());
        switch (strategy) {
            case SchedulingStrategy.Synchronous _ -> {}
            case SchedulingStrategy.Concurrent concurrent ->
                json.put("streams", concurrent.streams()).put("rampup_duration", (Double) concurrent.rampupSeconds());
            case SchedulingStrategy.Throughput burst -> json.put("rampup_duration", (Double) burst.rampupSeconds());
            case SchedulingStrategy.Constant even ->
                json.put("rate", (Double) even.ratePerSecond()).put("rampup_duration", (Double) even.rampupSeconds());
            case SchedulingStrategy.Poisson random -> {
                json.put("rate", (Double) random.ratePerSecond()).put("random_seed", random.randomSeed());
                if (random.rampupSeconds() > 0) {
                    json.put("rampup_duration", (Double) random.rampupSeconds());
                }
            }
            case SchedulingStrategy.Trace trace ->
                json.put("time_scale", (Double) trace.timeScale())
                        .put("schedule_turn", trace.scheduleTurn().name().toLowerCase(Locale.ROOT));
            case SchedulingStrategy.Gamma _,
                    SchedulingStrategy.Stages _,
                    SchedulingStrategy.StreamStages _,
                    SchedulingStrategy.Recorded _ -> throw new AssertionError("the reference has no " + strategy);
        }
        return json.build();
    }

    private static JsonObject args(JsonObject golden) {
        return (JsonObject) Objects.requireNonNull(golden.get("args"));
    }

    private static String text(JsonObject object, String key) {
        return object.get(key) instanceof JsonString(String text) ? text : "";
    }

    private static @Nullable Double number(JsonObject object, String key) {
        return switch (object.get(key)) {
            case JsonInteger whole -> (Double) whole.value().doubleValue();
            case JsonDouble(double value) -> (Double) value;
            case null, default -> null;
        };
    }

    private static List<Double> numbers(JsonObject object, String key) {
        List<Double> numbers = new ArrayList<>();
        for (JsonValue item : ((JsonArray) Objects.requireNonNull(object.get(key))).items()) {
            numbers.add(item instanceof JsonInteger whole ? whole.value().doubleValue() : ((JsonDouble) item).value());
        }
        return numbers;
    }

    private static String name(JsonObject golden) {
        JsonValue.ObjectBuilder args = JsonValue.object();
        args(golden).members().forEach((key, value) -> {
            if (!key.equals("warmup") && !key.equals("cooldown")) {
                args.put(key, value);
            }
        });
        String rates = golden.get("sync_rate") == null
                ? ""
                : " " + JsonWriter.toString(golden.get("sync_rate")) + " "
                        + JsonWriter.toString(Objects.requireNonNull(golden.get("throughput_rate")));
        return text(golden, "kind") + " " + JsonWriter.toString(args.build()) + rates + " stop "
                + JsonWriter.toString(Objects.requireNonNull(golden.get("stop_scope_all_after_step")));
    }
}
