package dev.guidellm.benchmark;

import dev.guidellm.engine.HeldBack;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.Accumulator;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.LoadSpan;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.SpanSummary;
import dev.guidellm.report.StrategyJson;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How the load came, as against how it was meant to come: lateness, a closed open loop, stages.
final class ArrivalFigures {
    /// A table with more stages is a curve; nobody reads a figure for each of its points.
    private static final int MOST_STAGES = 200;

    /// Below this share of the benchmark, late data changed nothing that a figure shows.
    private static final double NOTABLE_SHARE = 0.01;

    private final LoadResult load;
    private final Accumulator accumulator;

    ArrivalFigures(LoadResult load, Accumulator accumulator) {
        this.load = load;
        this.accumulator = accumulator;
    }

    /// The value of `figures.arrivals`.
    JsonObject figures() {
        boolean scheduled = load.strategy().hasArrivalSchedule();
        HeldBack held = load.heldBack();
        return JsonValue.object()
                .put("strategy", StrategyJson.exact(load.strategy()))
                .put(
                        "dispatch_lateness_ms",
                        scheduled ? summary(accumulator.all().latenessMillis()) : JsonValue.NULL)
                .put(
                        "open_loop_closed",
                        scheduled
                                ? JsonValue.object()
                                        .put("requests", held.requests())
                                        .put("seconds", held.seconds())
                                        .put("max_concurrency", load.strategy().resolvedRequestLimit())
                                        .build()
                                : JsonValue.NULL)
                .put("stages", stages())
                .build();
    }

    /// Sentences on what a reader must know of it.
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        HeldBack held = load.heldBack();
        double seconds = seconds();
        if (held.requests() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "The open loop was closed for %.3g of %.3g seconds: %d of %d requests were due while all %d slots"
                            + " were taken, and started late. They count with the time they waited in"
                            + " request_scheduled_latency, without it in request_latency.",
                    held.seconds(),
                    seconds,
                    held.requests(),
                    accumulator.requestsMade().total(),
                    load.strategy().resolvedRequestLimit()));
        }
        if (seconds > 0 && lateSeconds() > NOTABLE_SHARE * seconds) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Requests waited for their data for %.3g of %.3g seconds, one of them for %.3g: the data is made,"
                            + " or read, more slowly than it is sent.",
                    lateSeconds(),
                    seconds,
                    longestLateSeconds()));
        }
        return notes;
    }

    private JsonValue stages() {
        List<LoadSpan> spans = new ArrayList<>();
        List<JsonObject> meant = new ArrayList<>();
        double start = load.state().startTime();
        switch (load.strategy()) {
            case SchedulingStrategy.Stages rates -> {
                for (var stage : rates.stages()) {
                    meant.add(StrategyJson.stage(stage));
                    start = span(spans, start, stage.seconds());
                }
            }
            case SchedulingStrategy.StreamStages streams -> {
                for (var stage : streams.stages()) {
                    meant.add(StrategyJson.stage(stage));
                    start = span(spans, start, stage.seconds());
                }
            }
            case SchedulingStrategy.Synchronous _,
                    SchedulingStrategy.Concurrent _,
                    SchedulingStrategy.Throughput _,
                    SchedulingStrategy.Constant _,
                    SchedulingStrategy.Poisson _,
                    SchedulingStrategy.Gamma _,
                    SchedulingStrategy.Recorded _,
                    SchedulingStrategy.Trace _ -> {}
        }
        if (spans.isEmpty() || spans.size() > MOST_STAGES) {
            return JsonValue.NULL;
        }
        List<SpanSummary> summaries = accumulator.spans(spans);
        List<JsonValue> out = new ArrayList<>();
        for (int i = 0; i < summaries.size(); i++) {
            out.add(stage(meant.get(i), summaries.get(i)));
        }
        return new JsonArray(out);
    }

    private double span(List<LoadSpan> spans, double start, double seconds) {
        spans.add(new LoadSpan(start, start + seconds));
        return start + seconds;
    }

    private JsonObject stage(JsonObject meant, SpanSummary seen) {
        double base = load.state().startTime();
        return JsonValue.object()
                .put("from", seen.span().from() - base)
                .put("to", seen.span().to() - base)
                .put("load", meant)
                .put("requests", seen.requests().total())
                .put("successful", seen.requests().successful())
                .put("errored", seen.requests().errored())
                .put("incomplete", seen.requests().incomplete())
                .put("requests_per_second", seen.requestsPerSecond())
                .put("ttft_ms", summary(seen.ttftMillis()))
                .put("request_latency_s", summary(seen.latencySeconds()))
                .put("dispatch_lateness_ms", summary(seen.latenessMillis()))
                .build();
    }

    /// Null when nothing was measured.
    static JsonValue summary(DistributionSummary values) {
        return values.isEmpty()
                ? JsonValue.NULL
                : JsonValue.object()
                        .put("count", values.count())
                        .put("mean", values.mean())
                        .put("p50", values.percentile(Percentile.P50))
                        .put("p90", values.percentile(Percentile.P90))
                        .put("p99", values.percentile(Percentile.P99))
                        .put("p999", values.percentile(Percentile.P999))
                        .put("max", values.max())
                        .build();
    }

    private double seconds() {
        SchedulerState state = load.state();
        Double end = state.endRequestsTime();
        return end == null ? 0 : end - state.startTime();
    }

    private double lateSeconds() {
        return load.generationDelaysSeconds().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private double longestLateSeconds() {
        return load.generationDelaysSeconds().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }
}
