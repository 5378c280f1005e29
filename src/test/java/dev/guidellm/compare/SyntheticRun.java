package dev.guidellm.compare;

import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.RunMetadata;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.Settings;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.Accumulator;
import dev.guidellm.metrics.AccumulatorSettings;
import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.MeasurementWindowTracker;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.metrics.ReportedRequests;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.report.BenchmarkExtension;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.FinishedBenchmark;
import dev.guidellm.report.ReportBuilder;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportReader;
import dev.guidellm.report.ReportWriter;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A report of a run that never was: the product's own statistics over requests with given latencies.
public final class SyntheticRun {
    private static final String SPEC = """
        {"backend": {"kind": "openai_http", "target": "http://127.0.0.1:8000", "model": "m"},
         "profile": {"kind": "concurrent", "streams": [4]},
         "constraints": [{"kind": "max_requests", "count": 1000000}],
         "data": [{"kind": "synthetic_text", "prompt_tokens": 16, "output_tokens": 11}],
         "metrics": {"kind": "generative", "slo": {"ttft_ms": 200}}}
        """;
    private static final long PROMPT_TOKENS = 16;
    private static final long OUTPUT_TOKENS = 11;

    private final RunSpec run;
    private final ReportBuilder report;
    private int benchmarks;

    /// A run with the usual configuration.
    public SyntheticRun() {
        this(SPEC);
    }

    private SyntheticRun(String spec) {
        try {
            run = new ConfigReader(Settings.defaults(Path.of("/results")))
                    .read(RunSpec.class, JsonReader.read(spec), "");
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
        report = new ReportBuilder(
                "test",
                UUID.randomUUID().toString(),
                new BenchmarkSpec(
                        new RunMetadata(Map.of(), JsonValue.object().build()), run, List.of(), run, List.of()),
                run.backend(),
                1_796_000_000.25);
    }

    /// A run whose configuration differs from the usual one: the text `what` is replaced.
    public static SyntheticRun with(String what, String by) {
        if (!SPEC.contains(what)) {
            throw new IllegalArgumentException(what);
        }
        return new SyntheticRun(SPEC.replace(what, by));
    }

    /// Adds a level at which requests follow one another on each stream.
    ///
    /// @param ttftMillis one value per request; NaN for one that fails at once
    /// @param itlMillis mean gap between its 11 tokens, the same for all
    public SyntheticRun level(int streams, double[] ttftMillis, double itlMillis) {
        MetricsConfig.Generative metrics = (MetricsConfig.Generative) run.metrics();
        Accumulator accumulator = new Accumulator(
                new AccumulatorSettings(metrics, false, 1, OutputTokenCounter.NONE),
                new MeasurementWindowTracker(
                        run.profile().warmup(), run.profile().cooldown(), null, null, 0));
        double[] free = new double[streams];
        int errored = 0;
        double end = 0;
        for (int i = 0; i < ttftMillis.length; i++) {
            int stream = i % streams;
            double start = free[stream];
            boolean good = !Double.isNaN(ttftMillis[i]);
            errored += good ? 0 : 1;
            double first = good ? start + ttftMillis[i] / 1000 : RequestTimings.NEVER;
            double last = good ? first + (OUTPUT_TOKENS - 1) * itlMillis / 1000 : start + 0.001;
            free[stream] = last;
            end = Math.max(end, last);
            accumulator.add(request(i, start, first, last, good), last);
        }
        MeasurementWindow window = new MeasurementWindow(0, 0, end, end);
        int index = benchmarks++;
        ReportedRequests listed = accumulator.requests();
        SchedulerState state = new SchedulerState(
                0.0,
                end,
                0.0,
                end,
                end,
                Map.of(),
                end,
                Map.of(),
                Map.of(),
                SchedulerProgress.NONE,
                new SchedulerCounts(
                        ttftMillis.length, 0, 0, 0, ttftMillis.length, ttftMillis.length - errored, errored, 0));
        report.add(new FinishedBenchmark(
                "b-" + index,
                index,
                new SchedulingStrategy.Concurrent(streams, 0),
                streams,
                state,
                accumulator.schedulerMetrics(window, 0, end, new double[0], false, "concurrent"),
                accumulator.compile(window),
                window,
                Map.of(
                        RequestStatus.SUCCESSFUL, listed.successful(),
                        RequestStatus.ERRORED, listed.errored(),
                        RequestStatus.INCOMPLETE, listed.incomplete()),
                List.of(),
                BenchmarkExtension.NONE));
        return this;
    }

    /// Says that the run broke off.
    public SyntheticRun failed(String reason) {
        report.failed(reason);
        return this;
    }

    /// The report as it is read from a file.
    public BenchmarkReport report() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ReportWriter.writeJson(report.build(false), out);
            return ReportReader.read(JsonReader.read(out.toString(StandardCharsets.UTF_8)), "run.json");
        } catch (IOException | JsonSyntaxException | ReportException e) {
            throw new AssertionError(e);
        }
    }

    private static RequestRecord request(int index, double start, double first, double last, boolean good) {
        UsageMetrics prompt = UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, PROMPT_TOKENS));
        UsageMetrics answer = UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, OUTPUT_TOKENS));
        int tokens = good ? (int) OUTPUT_TOKENS : 0;
        RequestTimings timings = new RequestTimings(
                RequestTimings.NEVER,
                RequestTimings.NEVER,
                start,
                start,
                start,
                start,
                start,
                first,
                first,
                first,
                good ? last : RequestTimings.NEVER,
                good ? last : RequestTimings.NEVER,
                tokens,
                tokens,
                MessageTimings.NONE,
                last,
                last,
                last);
        return new RequestRecord(
                "r-" + index,
                "c-" + index,
                "main_0",
                "default",
                List.of(),
                0,
                0,
                0,
                TurnType.STANDARD,
                NodeSettings.NONE,
                good
                        ? new RequestOutcome.Completed()
                        : new RequestOutcome.Failed(FailureKind.HTTP_STATUS, 500, "busy", "HTTP 500: busy", null),
                timings,
                prompt,
                answer,
                null,
                good ? new GenerationResponse(null, "x", null, List.of(), prompt, answer, null, "stop") : null,
                null,
                null);
    }

    /// The same value many times.
    public static double[] values(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }
}
