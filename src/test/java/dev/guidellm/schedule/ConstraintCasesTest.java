package dev.guidellm.schedule;

import static dev.guidellm.schedule.GoldenJson.items;
import static dev.guidellm.schedule.GoldenJson.number;
import static dev.guidellm.schedule.GoldenJson.real;
import static dev.guidellm.schedule.GoldenJson.text;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.config.PerBenchmark;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The ledger and its constraints against sequences of updates that were played to the original.
@NullMarked
class ConstraintCasesTest {
    private static final String FILE = "schedule/constraint-cases.json";

    /// Where no constraint needs one.
    static final Function<ConstraintConfig.EnoughSamples, Judge> NO_JUDGES = config -> {
        throw new AssertionError(config);
    };

    static Stream<Named<JsonObject>> cases() {
        return GoldenCases.loadList(FILE, "update_cases").stream().map(c -> Named.of(text(c, "name"), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void stopsWhenAndAsTheReferenceDoes(JsonObject golden) {
        List<ConstraintConfig> configs = new ArrayList<>();
        for (JsonValue config : items(golden, "constraints")) {
            configs.add(config((JsonObject) config));
        }
        List<Constraint> constraints = Constraints.create(configs, (int) real(golden, "strategy_index"), NO_JUDGES);
        SchedulerLedger ledger = new SchedulerLedger(0, constraints);
        Map<String, LedgerEntry> entries = new HashMap<>();
        List<JsonValue> triggers = new ArrayList<>();
        int index = 0;
        for (JsonValue item : items(golden, "events")) {
            JsonObject event = (JsonObject) item;
            boolean queuing = ledger.queuingStopped();
            boolean processing = ledger.processingStopped();
            play(ledger, entries, event);
            boolean queueStop = !queuing && ledger.queuingStopped();
            boolean processStop = !processing && ledger.processingStopped();
            if (queueStop || processStop) {
                SchedulerState state = ledger.snapshot();
                JsonValue.ObjectBuilder trigger = JsonValue.object();
                trigger.put("event", index);
                trigger.put("t", Objects.requireNonNull(event.get("t")));
                if (queueStop) {
                    trigger.put("stop_queueing", kinds(state.endQueuingConstraints()));
                }
                if (processStop) {
                    trigger.put("stop_processing", kinds(state.endProcessingConstraints()));
                }
                trigger.put("actions", actions(state.schedulerConstraints()));
                triggers.add(trigger.build());
            }
            index++;
        }
        JsonObject ours = result(ledger.snapshot(), triggers);
        JsonObject theirs = GoldenJson.without(golden, "name", "note", "constraints", "strategy_index", "events");
        GoldenCases.check(FILE, text(golden, "name"), GoldenJson.rounded(ours), theirs);
    }

    static Stream<Named<JsonObject>> saturationCases() {
        return GoldenCases.loadList(FILE, "over_saturation_cases").stream().map(c -> Named.of(text(c, "name"), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("saturationCases")
    void findsOverSaturationWhenAndAsTheReferenceDoes(JsonObject golden) {
        ConstraintConfig config = config(GoldenJson.object(golden, "args"));
        OverSaturationConstraint constraint = (OverSaturationConstraint)
                Constraints.create(List.of(config), 0, NO_JUDGES).getFirst();
        Set<Integer> checkpoints = new HashSet<>();
        for (JsonValue checkpoint : items(golden, "checkpoints")) {
            checkpoints.add((int) real((JsonObject) checkpoint, "sample"));
        }
        JsonValue firstDetection = JsonValue.NULL;
        List<JsonValue> found = new ArrayList<>();
        List<JsonValue> samples = items(golden, "samples");
        for (int i = 0; i < samples.size(); i++) {
            List<JsonValue> sample = ((JsonArray) samples.get(i)).items();
            double at = Objects.requireNonNull(number(sample.get(1))).doubleValue();
            double value = Objects.requireNonNull(number(sample.get(2))).doubleValue();
            switch (((JsonString) sample.get(0)).value()) {
                case "s" -> constraint.inFlight(at, (long) value);
                case "f" -> constraint.answered(at, new FirstAnswer(value, false));
                default -> {}
            }
            constraint.judge(at);
            JsonObject now = JsonValue.object()
                    .put("sample", i)
                    .put("t", sample.get(1))
                    .put("action", action(constraint.action()))
                    .build();
            boolean over =
                    JsonValue.of(true).equals(constraint.metadata().values().get("is_over_saturated"));
            if (over && firstDetection.equals(JsonValue.NULL)) {
                firstDetection = now;
            }
            if (checkpoints.contains(i)) {
                found.add(now);
            }
        }
        JsonObject ours = JsonValue.object()
                .put("first_detection", firstDetection)
                .put("checkpoints", new JsonArray(found))
                .build();
        JsonObject theirs = GoldenJson.without(golden, "name", "note", "args", "sample_format", "samples");
        GoldenCases.check(FILE, text(golden, "name"), GoldenJson.rounded(ours), theirs);
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    private static void play(SchedulerLedger ledger, Map<String, LedgerEntry> entries, JsonObject event) {
        double at = real(event, "t");
        if (event.get("poll") != null) {
            ledger.poll(at);
        } else if (event.get("add") != null) {
            ledger.add(Constraints.requestsExhausted((long) real(event, "add")), at);
        } else {
            double requestEnd = real(event, "request_end");
            ledger.update(
                    entries.computeIfAbsent(text(event, "id"), _ -> new LedgerEntry()),
                    new RequestUpdate(
                            RequestStep.valueOf(text(event, "status").toUpperCase(Locale.ROOT)),
                            at,
                            real(event, "request_start"),
                            real(event, "first_token_iteration"),
                            requestEnd,
                            Double.isNaN(requestEnd) ? real(event, "resolve_end") : requestEnd));
        }
    }

    private static ConstraintConfig config(JsonObject json) {
        ConstraintConfig.StoppingScope scope = ConstraintConfig.StoppingScope.valueOf(
                text(json, "stopping_scope").toUpperCase(Locale.ROOT));
        return switch (text(json, "kind")) {
            case "max_requests" -> new ConstraintConfig.MaxRequests(scope, values(json, "count"));
            case "min_requests" -> new ConstraintConfig.MinRequests(scope, values(json, "count"));
            case "max_duration" -> new ConstraintConfig.MaxDuration(scope, values(json, "seconds"));
            case "max_errors" -> new ConstraintConfig.MaxErrors(scope, values(json, "count"));
            case "max_error_rate" ->
                new ConstraintConfig.MaxErrorRate(
                        scope, values(json, "rate"), Objects.requireNonNull(number(json.get("window"))));
            case "max_global_error_rate" ->
                new ConstraintConfig.MaxGlobalErrorRate(scope, values(json, "rate"), number(json.get("minimum")));
            case "over_saturation" ->
                new ConstraintConfig.OverSaturation(
                        scope,
                        ConstraintConfig.SaturationMode.valueOf(
                                text(json, "mode").toUpperCase(Locale.ROOT)),
                        real(json, "min_seconds"),
                        real(json, "max_window_seconds"),
                        real(json, "moe_threshold"),
                        real(json, "minimum_ttft"),
                        real(json, "maximum_window_ratio"),
                        (int) real(json, "minimum_window_size"),
                        real(json, "confidence"));
            default -> throw new IllegalArgumentException(json.toString());
        };
    }

    private static PerBenchmark values(JsonObject json, String key) {
        List<Number> values = new ArrayList<>();
        if (json.get(key) instanceof JsonArray(List<JsonValue> list)) {
            list.forEach(item -> values.add(Objects.requireNonNull(number(item))));
        } else {
            values.add(Objects.requireNonNull(number(json.get(key))));
        }
        return new PerBenchmark(values);
    }

    private static JsonObject result(SchedulerState state, List<JsonValue> triggers) {
        SchedulerCounts counts = state.counts();
        return JsonValue.object()
                .put("triggers", new JsonArray(triggers))
                .put(
                        "final",
                        JsonValue.object()
                                .put("created_requests", counts.created())
                                .put("queued_requests", counts.queued())
                                .put("pending_requests", counts.pending())
                                .put("processing_requests", counts.processing())
                                .put("processed_requests", counts.processed())
                                .put("successful_requests", counts.successful())
                                .put("errored_requests", counts.errored())
                                .put("cancelled_requests", counts.cancelled())
                                .build())
                .put(
                        "final_times",
                        JsonValue.object()
                                .put("end_time", state.endTime())
                                .put("start_requests_time", state.startRequestsTime())
                                .put("end_requests_time", state.endRequestsTime())
                                .put("end_queuing_time", state.endQueuingTime())
                                .put("end_processing_time", state.endProcessingTime())
                                .build())
                .put("final_progress", progress(state.progress()))
                .put("final_remaining_fraction", state.progress().remainingFraction())
                .put("final_actions", actions(state.schedulerConstraints()))
                .put("end_queuing_constraints", kinds(state.endQueuingConstraints()))
                .put("end_processing_constraints", kinds(state.endProcessingConstraints()))
                .build();
    }

    private static JsonArray kinds(Map<String, ConstraintAction> actions) {
        return JsonValue.ofStrings(actions.keySet().stream().sorted().toList());
    }

    private static JsonObject actions(Map<String, ConstraintAction> actions) {
        JsonValue.ObjectBuilder builder = JsonValue.object();
        actions.forEach((kind, action) -> builder.put(kind, action(action)));
        return builder.build();
    }

    private static JsonObject action(ConstraintAction action) {
        return JsonValue.object()
                .put("request_queuing", action.requestQueuing().key())
                .put("request_processing", action.requestProcessing().key())
                .put("stopping_scope", action.stoppingScope().key())
                .put("metadata", action.metadata().atWallClock(0))
                .put("progress", progress(action.progress()))
                .build();
    }

    private static JsonObject progress(SchedulerProgress progress) {
        return JsonValue.object()
                .put("remaining_requests", progress.remainingRequests())
                .put("total_requests", progress.totalRequests())
                .put("remaining_duration", progress.remainingDuration())
                .put("total_duration", progress.totalDuration())
                .put("stop_time", progress.stopTime())
                .build();
    }
}
