package dev.guidellm.report;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigWriter;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.RunSpec;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.RequestStatus;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds the report of a live run. Used by one thread; [#build] may be called at any time, also after an
/// interruption.
public final class ReportBuilder {
    private final String version;
    private final String runId;
    private final BenchmarkSpec spec;
    private final BackendConfig askedBackend;
    private final double origin;
    private final List<BenchmarkResult> benchmarks = new ArrayList<>();
    private final List<JsonValue> conclusions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable JsonValue selfTest;
    private @Nullable String failure;

    /// @param version of the program, as `--version` prints it
    /// @param runId unique in the world
    /// @param askedBackend what was really asked: with the model that the server named, and the real address where
    ///     the program started the server itself
    /// @param originEpochSeconds wall-clock time of the run clock's origin
    public ReportBuilder(
            String version, String runId, BenchmarkSpec spec, BackendConfig askedBackend, double originEpochSeconds) {
        this.version = version;
        this.runId = runId;
        this.spec = spec;
        this.askedBackend = askedBackend;
        this.origin = originEpochSeconds;
    }

    /// Adds a benchmark.
    public void add(FinishedBenchmark benchmark) {
        Map<RequestStatus, List<JsonValue>> requests = new EnumMap<>(RequestStatus.class);
        RequestJson layout = new RequestJson(origin, benchmark.state().startTime());
        benchmark.requests().forEach((status, list) -> requests.put(status, new ListedRequests(list, layout)));
        benchmarks.add(new BenchmarkResult(body(benchmark), requests));
    }

    /// Adds what a searching profile found, and the same in sentences.
    public void addConclusion(JsonValue conclusion) {
        conclusions.add(GoodputAnswer.of(conclusion, benchmarks)
                .map(answer -> withSentences(conclusion, answer.sentences()))
                .orElse(conclusion));
    }

    private static JsonValue withSentences(JsonValue conclusion, List<String> sentences) {
        JsonValue.ObjectBuilder own = JsonValue.object().put("answer", JsonValue.ofStrings(sentences));
        JsonPath.members(conclusion, BenchmarkReport.EXTENSION_KEY).forEach(own::put);
        JsonValue.ObjectBuilder whole = JsonValue.object();
        JsonPath.members(conclusion).forEach(whole::put);
        return whole.put(BenchmarkReport.EXTENSION_KEY, own.build()).build();
    }

    /// Adds what the client was found able to before the run; null when nobody asked.
    public void selfTest(@Nullable JsonValue result) {
        selfTest = result;
    }

    /// Adds a sentence about the run as a whole.
    public void addNote(String note) {
        notes.add(note);
    }

    /// Says why the run could not go on; that is a note, too.
    public void failed(String reason) {
        failure = reason;
        addNote(reason);
    }

    /// The report so far.
    ///
    /// @param interrupted whether the user stopped the run
    public BenchmarkReport build(boolean interrupted) {
        JsonObject metadata = JsonValue.object()
                .put("version", BenchmarkReport.FORMAT_VERSION)
                .put("guidellm_version", version)
                .put("python_version", "none (Java " + Runtime.version() + ")")
                .put(
                        "platform",
                        System.getProperty("os.name") + "-" + System.getProperty("os.version") + "-"
                                + System.getProperty("os.arch"))
                .build();
        JsonObject extension = JsonValue.object()
                .put("version", version)
                .put("interrupted", interrupted)
                .put("failure", failure)
                .put("notes", JsonValue.ofStrings(notes))
                .put("selftest", selfTest)
                .put("config", ConfigWriter.document(spec))
                .put("run", ConfigWriter.write(spec.run()))
                .build();
        return new BenchmarkReport(
                metadata, ConfigProjection.document(spec, askedBackend), benchmarks, conclusions, extension);
    }

    private JsonObject body(FinishedBenchmark benchmark) {
        JsonValue.ObjectBuilder body = JsonValue.object()
                .put("type_", "generative_benchmark")
                .put("config", config(benchmark))
                .put("scheduler_state", SchedulerJson.state(benchmark.state(), origin))
                .put("scheduler_metrics", SchedulerJson.metrics(benchmark.schedulerMetrics(), origin))
                .put("metrics", MetricsJson.write(benchmark.metrics()))
                .put("requests", JsonValue.NULL)
                .put(
                        "warnings",
                        new JsonArray(benchmark.warnings().stream()
                                .map(ReportBuilder::warning)
                                .toList()))
                .put("start_time", JsonValue.of(benchmark.window().start() + origin))
                .put("end_time", JsonValue.of(benchmark.window().end() + origin))
                .put("duration", JsonValue.of(benchmark.window().duration()))
                .put("warmup_duration", JsonValue.of(benchmark.window().warmupDuration()))
                .put("cooldown_duration", JsonValue.of(benchmark.window().cooldownDuration()));
        return body.put(BenchmarkReport.EXTENSION_KEY, benchmark.extension().write())
                .build();
    }

    private JsonObject config(FinishedBenchmark benchmark) {
        RunSpec run = spec.run();
        JsonValue.ObjectBuilder config = JsonValue.object()
                .put("id_", benchmark.id())
                .put("run_id", runId)
                .put("run_index", benchmark.index())
                .put("strategy", StrategyJson.known(benchmark.strategy(), benchmark.requestLimit()))
                .put("constraints", constraints(run.allConstraints(), benchmark.index()));
        switch (run.metrics()) {
            case MetricsConfig.Generative generative -> {
                config.put("sample_size", generative.sampleSize())
                        .put("warmup", ConfigWriter.write(run.profile().warmup()))
                        .put("cooldown", ConfigWriter.write(run.profile().cooldown()))
                        .put("prefer_response_metrics", generative.preferResponseMetrics())
                        .put("slo", ConfigProjection.metrics(generative).get("slo"))
                        .put("confidence", generative.confidence())
                        .put(
                                "warnings",
                                new JsonArray(generative.warnings().stream()
                                        .<JsonValue>map(ConfigWriter::write)
                                        .toList()));
            }
        }
        return config.put("profile", ConfigProjection.profile(run.profile()))
                .put("requests", ConfigProjection.dataLoader(run.dataLoader()))
                .put("backend", ConfigProjection.backend(askedBackend))
                .put("environment", environment())
                .build();
    }

    private static JsonObject constraints(List<ConstraintConfig> constraints, int index) {
        JsonValue.ObjectBuilder out = JsonValue.object();
        for (ConstraintConfig constraint : ConfigProjection.known(constraints)) {
            out.put(
                    constraint.kind(),
                    constraint instanceof ConstraintConfig.OverSaturation saturation
                            ? saturation(saturation)
                            : JsonValue.object()
                                    .put("type_", constraint.kind())
                                    .put("args", ConfigWriter.write((Record) constraint))
                                    .put("current_index", index)
                                    .build());
        }
        return out.build();
    }

    /// The format has its values side by side, under other names than the arguments.
    private static JsonObject saturation(ConstraintConfig.OverSaturation constraint) {
        JsonObject args = ConfigWriter.write((Record) constraint);
        return JsonValue.object()
                .put("type_", constraint.kind())
                .put("minimum_duration", args.get("min_seconds"))
                .put("minimum_ttft", args.get("minimum_ttft"))
                .put("maximum_window_seconds", args.get("max_window_seconds"))
                .put("maximum_window_ratio", args.get("maximum_window_ratio"))
                .put("minimum_window_size", args.get("minimum_window_size"))
                .put("moe_threshold", args.get("moe_threshold"))
                .put("confidence", args.get("confidence"))
                .put("mode", args.get("mode"))
                .put("stopping_scope", args.get("stopping_scope"))
                .build();
    }

    private static JsonObject environment() {
        return JsonValue.object()
                .put("str", "one process")
                .put("type", "LoadEngine")
                .put("class", "LoadEngine")
                .put("module", "dev.guidellm.engine")
                .put(
                        "attributes",
                        JsonValue.object()
                                .put("run_errors", new JsonArray(List.of()))
                                .build())
                .build();
    }

    private static JsonValue warning(BenchmarkWarning warning) {
        return JsonValue.object()
                .put("code", warning.code())
                .put("message", warning.message())
                .put("observed", warning.observed())
                .put("threshold", warning.threshold())
                .put("unit", warning.unit().key())
                .put("sample_count", warning.sampleCount())
                .put("note", warning.note())
                .build();
    }
}
