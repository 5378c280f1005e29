package dev.guidellm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.RunMetadata;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.Settings;
import dev.guidellm.config.SloConfig;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.health.Allowance;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.ClientVerdict;
import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DataDelays;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.health.GcPauses;
import dev.guidellm.health.Stalls;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlReader;
import dev.guidellm.metrics.BenchmarkMetric;
import dev.guidellm.metrics.BenchmarkMetrics;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.ErrorSummary;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.Modality;
import dev.guidellm.metrics.ModalityMetrics;
import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.RequestTotals;
import dev.guidellm.metrics.SchedulerMetrics;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.metrics.TurnMetrics;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.record.TokenTimes;
import dev.guidellm.record.ToolCall;
import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.ConstraintMetadata;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportBuilderTest {
    private static final double ORIGIN = 1_796_000_000.25;
    private static final String SPEC = """
        {"backend": {"kind": "mock", "ttft_ms": 50, "itl_ms": 10, "output_tokens": 8, "processor": "gpt2",
          "max_concurrent_requests": 16, "stream": true},
         "profile": {"kind": "concurrent", "streams": [2]},
         "constraints": [{"kind": "max_requests", "count": 8}],
         "data": [{"kind": "synthetic_text", "prompt_tokens": 16, "output_tokens": 8}],
         "data_loader": {"kind": "pytorch", "repeat": true},
         "metrics": {"kind": "generative", "slo": {"ttft_ms": 200, "tpot_ms": 50}, "record_token_times": true}}
        """;

    @Test
    void aReportThatUsesEveryKeyOfOursValidatesAgainstTheOriginalsSchema() throws Exception {
        String json = json(report());
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    }

    @Test
    void aReportOfAnotherServerValidatesToo() throws Exception {
        String backend = "{\"kind\": \"openai_http\", \"target\": \"https://h\", \"verify\": true,"
                + " \"ca_file\": \"ca.pem\", \"api_key\": \"secret\"}";
        String json = json(report(SPEC.replaceFirst("\"backend\": \\{[^}]*}", "\"backend\": " + backend)));
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
        assertThat(json).contains("ca.pem").doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"kind": "gamma", "rate": [5], "burstiness": 0.5}                               | poisson
        {"kind": "stages", "stages": [{"rate": 5, "duration": 9}]}                      | constant
        {"kind": "stages", "stages": [{"rate": 5, "duration": 9}], "arrivals": "gamma"} | poisson
        {"kind": "stages", "stages": [{"streams": 5, "duration": 9}]}                   | concurrent
        {"kind": "timetable", "path": "times.csv"}                                      | replay
        """)
    void aProfileOfOursIsProjectedToItsNearest(String profile, String nearest) throws Exception {
        String json = json(report(SPEC.replaceFirst("\"profile\": \\{[^}]*}", "\"profile\": " + profile)));
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
        JsonValue document = JsonReader.read(json);
        assertThat(JsonPath.text(document, "config", "spec", "profile", "kind")).isEqualTo(nearest);
        assertThat(JsonPath.get(document, "config", "benchmarks")).isEqualTo(JsonReader.read("[{}]"));
        assertThat(JsonPath.get(document, "x_guidellm_java", "config", "spec", "profile", "kind"))
                .isEqualTo(JsonPath.get(JsonReader.read(profile), "kind"));
    }

    @Test
    void aConstraintOfOursIsLeftOutAndTheOthersKeepTheirChanges() throws Exception {
        String enough = "{\"kind\": \"enough_samples\", \"metric\": \"ttft_ms.p99\", \"relative_width\": 0.1}";
        String spec = SPEC.replaceFirst(
                "\"constraints\": \\[[^]]*]",
                "\"constraints\": [" + enough + ", {\"kind\": \"max_duration\", \"seconds\": 5}]");
        String json = json(report(spec, "[{\"constraints[1].seconds\": 7, \"constraints[0].min_requests\": 50}]"));
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
        JsonValue document = JsonReader.read(json);
        assertThat(JsonPath.items(document, "config", "spec", "constraints")).hasSize(1);
        assertThat(JsonPath.get(document, "config", "benchmarks"))
                .isEqualTo(JsonReader.read("[{\"constraints[0].seconds\": 7}]"));
        assertThat(JsonPath.items(document, "x_guidellm_java", "config", "spec", "constraints"))
                .hasSize(2);
    }

    @Test
    void theSchemaTestCanFail() throws Exception {
        String json = json(report()).replace("\"num_processes\": 1", "\"num_processes\": \"one\"");
        assertThat(schema().validate(json, InputFormat.JSON)).isNotEmpty();
    }

    @Test
    void theOriginalsReportsValidateToo() throws Exception {
        assertThat(schema().validate(resource("constant-multiturn.json"), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void whatTheFormatCannotSayIsProjectedAndKeptExactlyBeside() throws Exception {
        JsonValue document = JsonReader.read(json(report()));
        JsonValue spec = JsonPath.get(document, "config", "spec");
        assertThat(JsonPath.text(spec, "backend", "kind")).isEqualTo("openai_http");
        assertThat(JsonPath.text(spec, "backend", "target")).isEqualTo("http://127.0.0.1:4711");
        assertThat(JsonPath.members(spec, "data_loader")).doesNotContainKey("repeat");
        assertThat(JsonPath.members(spec, "metrics")).doesNotContainKey("record_token_times");
        assertThat(JsonPath.get(document, "config", "benchmarks"))
                .isEqualTo(JsonReader.read("[{\"profile.streams\": 2}]"));
        JsonValue exact = JsonPath.get(document, "x_guidellm_java", "config", "spec");
        assertThat(JsonPath.text(exact, "backend", "kind")).isEqualTo("mock");
        assertThat(JsonPath.truth(exact, "data_loader", "repeat")).isTrue();
        assertThat(JsonPath.truth(exact, "metrics", "record_token_times")).isTrue();
    }

    @Test
    void membersStandInTheOriginalsOrder() throws Exception {
        JsonValue ours = JsonReader.read(json(report()));
        JsonValue theirs = JsonReader.read(resource("concurrent-slo.json"));
        List<String> order = List.copyOf(JsonPath.members(theirs).keySet());
        assertThat(List.copyOf(JsonPath.members(ours).keySet()).subList(0, order.size()))
                .isEqualTo(order);
        JsonValue our = JsonPath.items(ours, "benchmarks").getFirst();
        JsonValue their = JsonPath.items(theirs, "benchmarks").getFirst();
        sameOrder(our, their);
        for (String part : List.of("config", "scheduler_state", "scheduler_metrics", "metrics", "requests")) {
            sameOrder(JsonPath.get(our, part), JsonPath.get(their, part));
        }
        sameOrder(
                JsonPath.get(our, "metrics", "request_latency", "total"),
                JsonPath.get(their, "metrics", "request_latency", "total"));
        for (String group : List.of("text", "image", "video", "audio", "tool_call")) {
            sameOrder(JsonPath.get(our, "metrics", group), JsonPath.get(their, "metrics", group));
        }
        JsonValue request = JsonPath.items(our, "requests", "successful").getFirst();
        JsonValue theirRequest = JsonPath.items(their, "requests", "successful").getFirst();
        sameOrder(request, theirRequest);
        for (String part : List.of("input_metrics", "output_metrics", "info")) {
            sameOrder(JsonPath.get(request, part), JsonPath.get(theirRequest, part));
        }
        sameOrder(JsonPath.get(request, "info", "timings"), JsonPath.get(theirRequest, "info", "timings"));
    }

    @Test
    void momentsAreWallClockSecondsAndNullsStayNull() throws Exception {
        JsonValue benchmark =
                JsonPath.items(JsonReader.read(json(report())), "benchmarks").getFirst();
        assertThat(JsonPath.number(benchmark, "start_time")).isCloseTo(ORIGIN + 1.0, within(1e-6));
        assertThat(JsonPath.number(
                        benchmark,
                        "scheduler_state",
                        "end_queuing_constraints",
                        "max_requests",
                        "metadata",
                        "stop_time"))
                .isCloseTo(ORIGIN + 3.0, within(1e-6));
        assertThat(JsonPath.number(benchmark, "scheduler_metrics", "queued_time_avg"))
                .isEqualTo(-1.0);
        JsonValue failed = JsonPath.items(benchmark, "requests", "errored").getFirst();
        assertThat(JsonPath.members(failed).get("time_to_first_token_ms")).isEqualTo(JsonValue.NULL);
        assertThat(JsonPath.text(failed, "info", "error")).isEqualTo("HTTP 429: slow down");
        assertThat(JsonPath.whole(failed, "x_guidellm_java", "http_status")).isEqualTo(429L);
        assertThat(JsonPath.text(failed, "output")).isEqualTo("partial");
        JsonValue good = JsonPath.items(benchmark, "requests", "successful").getFirst();
        assertThat(JsonPath.number(good, "request_start_time")).isCloseTo(ORIGIN + 1.1, within(1e-6));
        assertThat(JsonPath.number(good, "time_to_first_token_ms")).isCloseTo(100.0, within(1e-6));
    }

    @Test
    void aReportIsTheSameAfterReadingItAgain() throws Exception {
        BenchmarkReport report = report();
        String json = json(report);
        assertThat(json(ReportReader.read(JsonReader.read(json), "x.json"))).isEqualTo(json);
        StringWriter yaml = new StringWriter();
        ReportWriter.writeYaml(report, yaml);
        assertThat(YamlReader.read(yaml.toString())).isEqualTo(JsonReader.read(json));
        BenchmarkExtension extension = ReportReader.read(JsonReader.read(json), "x.json")
                .benchmarks()
                .getFirst()
                .extension();
        assertThat(extension).isEqualTo(extension());
    }

    static BenchmarkReport report() throws JsonSyntaxException {
        return report(SPEC);
    }

    private static BenchmarkReport report(String text) throws JsonSyntaxException {
        return report(text, "[{\"profile.streams\": 2, \"data_loader.repeat\": true, \"backend.ttft_ms\": 50}]");
    }

    /// @param changes the `benchmarks` list
    private static BenchmarkReport report(String text, String changes) throws JsonSyntaxException {
        RunSpec run =
                new ConfigReader(Settings.defaults(Path.of("/results"))).read(RunSpec.class, JsonReader.read(text), "");
        BenchmarkSpec spec = new BenchmarkSpec(
                new RunMetadata(Map.of("team", "infra"), JsonValue.object().build()),
                run,
                JsonPath.items(JsonReader.read(changes)),
                run,
                List.of());
        BackendConfig asked =
                run.backend() instanceof BackendConfig.Mock mock ? mock.client("http://127.0.0.1:4711") : run.backend();
        ReportBuilder builder = new ReportBuilder("0.8.1+java.0.1.0", "run-1", spec, asked, ORIGIN);
        builder.add(benchmark());
        return builder.build(true);
    }

    private static FinishedBenchmark benchmark() {
        DistributionSummary some = summary(2);
        StatusDistributionSummary byStatus =
                new StatusDistributionSummary(some, DistributionSummary.EMPTY, DistributionSummary.EMPTY, some);
        Map<BenchmarkMetric, StatusDistributionSummary> distributions = new EnumMap<>(BenchmarkMetric.class);
        for (BenchmarkMetric metric : BenchmarkMetric.values()) {
            if (!metric.isScheduleRelative()) {
                distributions.put(metric, byStatus);
            }
        }
        ModalityMetrics text =
                new ModalityMetrics(byStatus, byStatus, byStatus, byStatus, byStatus, byStatus, null, null, null);
        RequestTotals totals = new RequestTotals(1, 1, 1);
        BenchmarkMetrics metrics = new BenchmarkMetrics(
                totals,
                distributions,
                null,
                Map.of(Modality.TEXT_TOKENS, text),
                List.of(new TurnMetrics(0, totals, byStatus, byStatus, byStatus, byStatus)),
                new ObjectiveAttainment(new SloConfig(null, null, 1000.0), 1, 2),
                List.of(),
                byStatus);
        ConstraintAction action = new ConstraintAction(
                ConstraintAction.Queuing.STOP,
                ConstraintAction.Processing.STOP_LOCAL,
                StoppingScope.CURRENT,
                new ConstraintMetadata(
                        JsonValue.object()
                                .put("max_requests", 8)
                                .put("stop_time", 3.0)
                                .build(),
                        Set.of("stop_time")),
                SchedulerProgress.NONE);
        SchedulerState state = new SchedulerState(
                1.0,
                4.0,
                1.1,
                3.5,
                3.0,
                Map.of("max_requests", action),
                3.5,
                Map.of("max_requests", action),
                Map.of("max_requests", action),
                new SchedulerProgress(0.0, 8.0, null, null, 3.0),
                new SchedulerCounts(3, 0, 0, 0, 3, 1, 1, 1));
        SchedulerMetrics scheduler = new SchedulerMetrics(
                1.0,
                1.1,
                1.1,
                3.5,
                3.5,
                4.0,
                totals,
                some,
                null,
                0.1,
                0.1,
                0.1,
                0.1,
                0.1,
                0.1,
                0.1,
                0.1,
                0.1,
                false,
                "concurrent");
        return new FinishedBenchmark(
                "b-1",
                0,
                new SchedulingStrategy.Concurrent(2, 0),
                2,
                state,
                scheduler,
                metrics,
                new MeasurementWindow(0.9, 1.0, 3.5, 3.6),
                Map.of(
                        RequestStatus.SUCCESSFUL, List.of(request(new RequestOutcome.Completed(), "all of it", 1.2)),
                        RequestStatus.ERRORED,
                                List.of(request(
                                        new RequestOutcome.Failed(
                                                FailureKind.HTTP_STATUS, 429, "busy", "HTTP 429: slow down", "2"),
                                        "partial",
                                        null)),
                        RequestStatus.INCOMPLETE, List.of(request(new RequestOutcome.Cancelled(true), null, null))),
                List.of(new BenchmarkWarning(
                        "root_late", "late", 0.5, 0.2, BenchmarkWarning.Unit.SECONDS, 3, "a note")),
                extension());
    }

    static BenchmarkExtension extension() {
        return new BenchmarkExtension(
                true,
                new ErrorSummary(
                        List.of(new ErrorSummary.Group(
                                FailureKind.HTTP_STATUS, 429, "busy", "HTTP 429: slow down", 1, "r-1")),
                        0,
                        1,
                        Map.of("2", 1),
                        1,
                        2),
                List.of("The data ended after 3 of 8 requests."),
                client(),
                JsonValue.object().put("schedule_lag_ms", 0.25).build());
    }

    private static ClientHealth client() {
        DelaySummary delays = new DelaySummary(40, 0.5, 0.25, 1, 2, 3, 4);
        return new ClientHealth(
                new ClientFigures(
                        4.5,
                        new CpuUse(1.5, 0.25, 0.5, 0.125, 0.0, null),
                        new GcPauses(3, 12, 7),
                        new Stalls(1, 310, 310, delays),
                        new DispatchLag(true, delays, DelaySummary.NONE),
                        delays,
                        new DataDelays(8, 1, 20, 20),
                        5,
                        new Allowance(50, 1_024),
                        null),
                new ClientVerdict(ClientVerdict.Level.THE_LIMIT, List.of("a pause of 310 ms")));
    }

    private static MeasuredRequest request(RequestOutcome outcome, @Nullable String text, @Nullable Double firstToken) {
        UsageMetrics eight = UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, 8L));
        double first = firstToken == null ? RequestTimings.NEVER : firstToken;
        RequestTimings timings = new RequestTimings(
                RequestTimings.NEVER,
                RequestTimings.NEVER,
                1.0,
                1.05,
                1.05,
                1.06,
                1.1,
                first,
                first,
                first,
                first,
                first,
                3,
                2,
                MessageTimings.NONE,
                1.5,
                1.5,
                1.6);
        GenerationResponse response = text == null
                ? null
                : new GenerationResponse(
                        "id",
                        text,
                        null,
                        List.of(new ToolCall("t", "function", "f", "{}")),
                        eight,
                        eight,
                        JsonValue.object().put("queue", 1).build(),
                        "stop");
        RequestRecord request = new RequestRecord(
                "r-1",
                "c-1",
                "main_0",
                "default",
                List.of(),
                0,
                0,
                0,
                TurnType.STANDARD,
                NodeSettings.NONE,
                outcome,
                timings,
                eight,
                eight,
                () -> "{\"body\":{}}",
                response,
                new HttpPhases(Float.NaN, Float.NaN, Float.NaN, 0.001f, 0.2f, 0.3f, 1, 500, 4000, 1),
                new TokenTimes(new long[] {1_200_000_000L, 1_200_000_000L}));
        return MeasuredRequest.of(request, true, OutputTokenCounter.NONE);
    }

    private static DistributionSummary summary(long count) {
        Map<Percentile, Double> percentiles = new EnumMap<>(Percentile.class);
        Map<Percentile, ConfidenceInterval> intervals = new EnumMap<>(Percentile.class);
        for (Percentile percentile : Percentile.values()) {
            percentiles.put(percentile, 1.5);
        }
        intervals.put(Percentile.P50, new ConfidenceInterval(1, 2));
        return new DistributionSummary(
                1.5, 1.5, 1.0, 0.25, 0.5, 1.0, 2.0, count, 3.0, percentiles, new ConfidenceInterval(1, 2), intervals);
    }

    private static void sameOrder(@Nullable JsonValue ours, @Nullable JsonValue theirs) {
        List<String> order = List.copyOf(JsonPath.members(theirs).keySet());
        assertThat(order).isNotEmpty();
        assertThat(JsonPath.members(ours).keySet().stream()
                        .filter(k -> !k.equals("x_guidellm_java"))
                        .toList())
                .isEqualTo(order);
    }

    private static String json(BenchmarkReport report) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ReportWriter.writeJson(report, text);
        return text.toString(StandardCharsets.US_ASCII);
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(resource("report.schema.json"));
    }

    private static String resource(String file) throws IOException {
        try (InputStream stream = ReportBuilderTest.class.getResourceAsStream("/cases/report/" + file)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
