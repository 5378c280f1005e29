package dev.guidellm.metrics;

import static dev.guidellm.metrics.SummaryJson.number;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.SloConfig;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class RequestMetricGoldenTest {
    private static final String FILE = "metrics/request-stats-cases.json";

    static Stream<Arguments> requests() {
        return cases("request_cases");
    }

    static Stream<Arguments> merges() {
        return cases("merge_cases");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void derivedValuesAgreeWithTheReference(String name, JsonObject given) {
        RequestTimings timings = timings((JsonObject) GoldenCases.member(given, "timings"));
        UsageMetrics output = usage(given, "output_metrics");
        GenerationResponse response = response(usage(given, "input_metrics"), output);
        MeasuredRequest request = MeasuredRequest.of(
                record(given, TurnType.STANDARD, timings, UsageMetrics.NONE, UsageMetrics.NONE, response),
                true,
                OutputTokenCounter.NONE);
        JsonValue.ObjectBuilder actual = JsonValue.object();
        for (RequestMetric metric : RequestMetric.values()) {
            actual.put(metric.key(), orNull(metric.of(request)));
        }
        actual.putAll(series(request));
        actual.put("started_at", orNull(timings.startedAt()));
        actual.put("completed_at", orNull(timings.completedAt()));
        JsonObject expected = (JsonObject) GoldenCases.member(given, "expected");
        JsonValue.ObjectBuilder golden = JsonValue.object();
        expected.members().forEach((key, value) -> {
            // the moment of the last report is the scheduler's, not a derived value
            if (!key.equals("last_reported")) {
                golden.put(key, value);
            }
        });
        if (given.get("slo") instanceof JsonObject slo) {
            ServiceLevelObjective objective = new ServiceLevelObjective(
                    new SloConfig(number(slo, "ttft_ms"), number(slo, "tpot_ms"), number(slo, "e2el_ms")));
            actual.put(
                    "slo_conforming",
                    switch (objective.judge(request)) {
                        case MET -> JsonValue.TRUE;
                        case MISSED -> JsonValue.FALSE;
                        case UNDETERMINED -> JsonValue.NULL;
                    });
            golden.put("slo_conforming", GoldenCases.member(given, "slo_conforming"));
        }
        GoldenCases.check(FILE, name, actual.build(), golden.build());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("merges")
    void usageIsMergedAsInTheReference(String name, JsonObject given) {
        TurnType turn = Stream.of(TurnType.values())
                .filter(t -> t.key().equals(GoldenCases.text(given, "turn_type")))
                .findFirst()
                .orElseThrow();
        GenerationResponse response = response(usage(given, "response_input"), usage(given, "response_output"));
        MeasuredRequest request = MeasuredRequest.of(
                record(
                        given,
                        turn,
                        timings(JsonValue.object().build()),
                        usage(given, "request_input"),
                        usage(given, "request_output"),
                        response),
                GoldenCases.member(given, "prefer_response_metrics").equals(JsonValue.TRUE),
                OutputTokenCounter.NONE);
        JsonObject actual = JsonValue.object()
                .put("input", json(request.input()))
                .put("output", json(request.output()))
                .build();
        JsonObject golden = JsonValue.object()
                .put("input", GoldenCases.member(given, "expected_input"))
                .put("output", GoldenCases.member(given, "expected_output"))
                .build();
        GoldenCases.check(FILE, name, actual, golden);
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    private static Stream<Arguments> cases(String key) {
        return GoldenCases.loadList(FILE, key).stream().map(c -> Arguments.of(GoldenCases.text(c, "name"), c));
    }

    private static JsonObject series(MeasuredRequest request) {
        RequestTimings timings = request.timings();
        double first = timings.firstTokenIteration();
        double end = timings.completedAt();
        double prompt = RequestMetric.PROMPT_TOKENS.of(request);
        double tokens = RequestMetric.OUTPUT_TOKENS.of(request);
        TimeSeries prompts = new TimeSeries();
        TokenSeries.addPrompt(prompts, first, end, prompt);
        TimeSeries outputs = new TimeSeries();
        TokenSeries.addOutput(outputs, first, timings.lastTokenIteration(), end, tokens, timings.tokenIterations());
        List<JsonValue> promptPoints = points(prompts);
        List<JsonValue> outputPoints = points(outputs);
        boolean spread = timings.tokenIterations() > 1 && outputPoints.size() > 1;
        List<JsonValue> total = new ArrayList<>(promptPoints);
        total.addAll(outputPoints);
        return JsonValue.object()
                .put("prompt_tokens_timing", promptPoints.isEmpty() ? JsonValue.NULL : promptPoints.getFirst())
                .put("output_tokens_timings", new JsonArray(outputPoints))
                .put(
                        "iter_tokens_timings",
                        new JsonArray(spread ? outputPoints.subList(1, outputPoints.size()) : List.of()))
                .put("total_tokens_timings", new JsonArray(total))
                .build();
    }

    private static List<JsonValue> points(TimeSeries series) {
        List<JsonValue> points = new ArrayList<>();
        series.forEach((time, weight) -> points.add(new JsonArray(List.of(JsonValue.of(time), JsonValue.of(weight)))));
        return points;
    }

    private static @Nullable Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private static double moment(JsonObject timings, String key) {
        Double moment = number(timings, key);
        return moment == null ? RequestTimings.NEVER : moment;
    }

    private static JsonObject json(UsageMetrics counts) {
        JsonValue.ObjectBuilder json = JsonValue.object();
        for (UsageField field : UsageField.values()) {
            if (counts.get(field) != null) {
                json.put(field.key(), counts.get(field));
            }
        }
        if (counts.totalTokens() != null) {
            json.put("total_tokens", counts.totalTokens());
        }
        return json.build();
    }

    private static UsageMetrics usage(JsonObject given, String key) {
        JsonObject counts = (JsonObject) GoldenCases.member(given, key);
        Map<UsageField, Number> values = new EnumMap<>(UsageField.class);
        for (UsageField field : UsageField.values()) {
            if (counts.get(field.key()) instanceof JsonValue.JsonInteger whole) {
                values.put(field, whole.longValue());
            } else if (counts.get(field.key()) instanceof JsonValue.JsonDouble(double number)) {
                values.put(field, number);
            }
        }
        return UsageMetrics.of(values);
    }

    private static GenerationResponse response(UsageMetrics input, UsageMetrics output) {
        return new GenerationResponse(null, null, null, List.of(), input, output, null, null);
    }

    private static RequestTimings timings(JsonObject t) {
        return new RequestTimings(
                moment(t, "targeted_start"),
                moment(t, "predecessor_completed"),
                moment(t, "queued"),
                moment(t, "dequeued"),
                moment(t, "scheduled_at"),
                moment(t, "resolve_start"),
                moment(t, "request_start"),
                moment(t, "first_request_iteration"),
                moment(t, "first_token_iteration"),
                moment(t, "first_output_token_iteration"),
                moment(t, "last_token_iteration"),
                moment(t, "last_request_iteration"),
                count(t, "request_iterations"),
                count(t, "token_iterations"),
                new MessageTimings(
                        moment(t, "last_request_sent"),
                        orZero(t, "request_sent_sum"),
                        count(t, "request_sent_count"),
                        orZero(t, "token_received_sum"),
                        count(t, "token_received_count")),
                moment(t, "request_end"),
                moment(t, "resolve_end"),
                moment(t, "finalized"));
    }

    private static double orZero(JsonObject object, String key) {
        Double value = number(object, key);
        return value == null ? 0 : value;
    }

    private static int count(JsonObject object, String key) {
        return (int) orZero(object, key);
    }

    private static RequestRecord record(
            JsonObject given,
            TurnType turn,
            RequestTimings timings,
            UsageMetrics input,
            UsageMetrics output,
            GenerationResponse response) {
        RequestOutcome outcome = switch (GoldenCases.text(given, "status")) {
            case "completed" -> new RequestOutcome.Completed();
            case "errored" -> new RequestOutcome.Failed(FailureKind.BROKEN_OFF, null, null, "broken off", null);
            case "cancelled" -> new RequestOutcome.Cancelled(true);
            default -> throw new AssertionError(GoldenCases.text(given, "status"));
        };
        return new RequestRecord(
                "request",
                "conversation",
                "main_0",
                "default",
                List.of(),
                0,
                0,
                0,
                turn,
                NodeSettings.NONE,
                outcome,
                timings,
                input,
                output,
                null,
                response);
    }
}
