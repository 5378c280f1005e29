package dev.guidellm.output;

import dev.guidellm.health.ClientHealth;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.json.NumberText;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Modality;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.SchedulerAverage;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns of one benchmark's row, in their order.
final class CsvColumns {
    private static final List<Percentile> SHOWN = List.of(
            Percentile.P001,
            Percentile.P01,
            Percentile.P05,
            Percentile.P10,
            Percentile.P25,
            Percentile.P75,
            Percentile.P90,
            Percentile.P95,
            Percentile.P99);

    /// A distribution's columns: group, unit, and the metric's key.
    private record Block(String group, String unit, String metric) {}

    private static final List<Block> LATENCIES = List.of(
            new Block("Request Latency", "Sec", "request_latency"),
            new Block("Dispatch Delay", "Sec", "request_dispatch_delay"),
            new Block("Turn Predecessor Delay", "Sec", "turn_predecessor_delay"),
            new Block("Turn Scheduling Delay", "Sec", "turn_scheduling_delay"),
            new Block("Scheduled Latency", "Sec", "request_scheduled_latency"),
            new Block("Streaming Iterations", "Count", "request_streaming_iterations_count"),
            new Block("Time to First Token", "ms", "time_to_first_token_ms"),
            new Block("Time to First Output Token", "ms", "time_to_first_output_token_ms"),
            new Block("Time per Output Token", "ms", "time_per_output_token_ms"),
            new Block("Inter Token Latency", "ms", "inter_token_latency_ms"),
            new Block("Time To Last Round Trip", "ms", "time_to_last_round_trip_ms"),
            new Block("Avg Round Trip Time", "ms", "avg_round_trip_time_ms"),
            new Block("Server Throughput", "Requests/Sec", "requests_per_second"),
            new Block("Server Throughput", "Concurrency", "request_concurrency"));
    private static final List<Block> TOKENS = List.of(
            new Block("Token Metrics", "Input Tokens", "prompt_token_count"),
            new Block("Token Metrics", "Output Tokens", "output_token_count"),
            new Block("Token Metrics", "Total Tokens", "total_token_count"),
            new Block("Token Throughput", "Input Tokens/Sec", "prompt_tokens_per_second"),
            new Block("Token Throughput", "Output Tokens/Sec", "output_tokens_per_second"),
            new Block("Token Throughput", "Total Tokens/Sec", "tokens_per_second"),
            new Block("Token Streaming", "Output Tokens/Iter", "output_tokens_per_iteration"),
            new Block("Token Streaming", "Iter Tokens/Iter", "iter_tokens_per_iteration"));
    private static final List<Block> UNCERTAIN = List.of(
            new Block("Request Latency", "Sec", "request_latency"),
            new Block("Dispatch Delay", "Sec", "request_dispatch_delay"),
            new Block("Scheduled Latency", "Sec", "request_scheduled_latency"),
            new Block("Streaming Iterations", "Count", "request_streaming_iterations_count"),
            new Block("Time to First Token", "ms", "time_to_first_token_ms"),
            new Block("Time to First Output Token", "ms", "time_to_first_output_token_ms"),
            new Block("Time To Last Round Trip", "ms", "time_to_last_round_trip_ms"),
            new Block("Avg Round Trip Time", "ms", "avg_round_trip_time_ms"),
            new Block("Token Metrics", "Input Tokens", "prompt_token_count"),
            new Block("Token Metrics", "Output Tokens", "output_token_count"),
            new Block("Token Metrics", "Total Tokens", "total_token_count"));

    private static final StatusDistributionSummary NOTHING = new StatusDistributionSummary(
            DistributionSummary.EMPTY, DistributionSummary.EMPTY, DistributionSummary.EMPTY, DistributionSummary.EMPTY);

    private final CsvOutput.Row row;
    private final boolean stable;

    /// @param stable whether there is a column for what was not measured, too
    CsvColumns(CsvOutput.Row row, boolean stable) {
        this.row = row;
        this.stable = stable;
    }

    void fill(BenchmarkReport report, BenchmarkResult benchmark) {
        run(benchmark);
        timings(benchmark);
        LATENCIES.forEach(block -> block(block, benchmark));
        if (stable || benchmark.hasObjectives()) {
            StatusDistributionSummary goodput = benchmark.metric("request_goodput");
            row.text(
                    "Server Throughput",
                    "Successful Goodput/Sec",
                    "mean",
                    goodput == null ? "" : NumberText.of(goodput.successful().mean()));
            row.value("Server Throughput", "SLO Attainment", "", benchmark.get("metrics", "slo_attainment"));
        }
        TOKENS.forEach(block -> block(block, benchmark));
        for (Modality modality : Modality.values()) {
            String group = title(modality.group()) + " " + title(modality.key());
            byStatus(group, "Input", benchmark.modality(modality, "input"));
            byStatus(group, "Output", benchmark.modality(modality, "output"));
            byStatus(group, "Total", benchmark.modality(modality, "total"));
        }
        scheduler(benchmark);
        row.text("Runtime Info", "Metadata", "", JsonWriter.toString(report.metadata()));
        row.text("Runtime Info", "Arguments", "", JsonWriter.toString(report.config()));
        row.value("Measurement Uncertainty", "Confidence Level", "", benchmark.get("config", "confidence"));
        for (Block block : UNCERTAIN) {
            StatusDistributionSummary summary = known(benchmark.metric(block.metric));
            if (summary != null) {
                uncertainty(block.group, "Successful " + block.unit, summary.successful());
                uncertainty(block.group, "Incomplete " + block.unit, summary.incomplete());
                uncertainty(block.group, "Errored " + block.unit, summary.errored());
            }
        }
        row.beginOwn();
        ClientHealth client = benchmark.extension().client();
        if (client != null) {
            new ClientColumns(row).fill(client);
        }
        JsonValue figures = benchmark.extension().figures();
        new WireColumns(row).fill(figures);
        JsonValue replay = JsonPath.get(figures, "replay");
        if (stable || JsonPath.number(replay, "turns") != null) {
            new ReplayColumns(row).fill(replay);
        }
    }

    private void run(BenchmarkResult benchmark) {
        row.value("Run Info", "Run ID", "", benchmark.get("config", "run_id"));
        row.value("Run Info", "Run Index", "", benchmark.get("config", "run_index"));
        row.json("Run Info", "Profile", benchmark.get("config", "profile"));
        row.json("Run Info", "Requests", benchmark.get("config", "requests"));
        row.json("Run Info", "Backend", benchmark.get("config", "backend"));
        row.json("Run Info", "Environment", benchmark.get("config", "environment"));
        row.value("Benchmark", "Type", "", benchmark.get("type_"));
        row.value("Benchmark", "ID", "", benchmark.get("config", "id_"));
        row.text("Benchmark", "Strategy", "", benchmark.strategyText());
        row.json("Benchmark", "Constraints", benchmark.get("config", "constraints"));
    }

    private void timings(BenchmarkResult benchmark) {
        for (String key : List.of(
                "start_time",
                "request_start_time",
                "measure_start_time",
                "measure_end_time",
                "request_end_time",
                "end_time")) {
            row.time("Timings", title(key), benchmark.number("scheduler_metrics", key));
        }
        row.value("Timings", "Duration", "Sec", benchmark.get("duration"));
        row.value("Timings", "Warmup", "Sec", benchmark.get("warmup_duration"));
        row.value("Timings", "Cooldown", "Sec", benchmark.get("cooldown_duration"));
        for (String status : List.of("successful", "incomplete", "errored", "total")) {
            row.value("Request Counts", title(status), "", benchmark.get("metrics", "request_totals", status));
        }
    }

    private void scheduler(BenchmarkResult benchmark) {
        JsonValue state = benchmark.get("scheduler_state");
        for (String key : List.of(
                "node_id",
                "num_processes",
                "created_requests",
                "processed_requests",
                "successful_requests",
                "errored_requests",
                "cancelled_requests")) {
            String name = key.equals("node_id") ? "Node ID" : title(key);
            row.value("Scheduler State", name, "", JsonPath.get(state, key));
        }
        for (String end : List.of("queuing", "processing")) {
            Double time = JsonPath.number(state, "end_" + end + "_time");
            if (stable || time != null) {
                String shown = "End " + title(end) + " Time";
                if (time == null) {
                    row.text("Scheduler State", shown, "", "");
                } else {
                    row.time("Scheduler State", shown, time);
                }
                row.json(
                        "Scheduler State",
                        "End " + title(end) + " Constraints",
                        JsonPath.get(state, "end_" + end + "_constraints"));
            }
        }
        for (String status : List.of("successful", "incomplete", "errored", "total")) {
            row.value(
                    "Scheduler Metrics",
                    "Requests Made " + title(status),
                    "",
                    benchmark.get("scheduler_metrics", "requests_made", status));
        }
        for (SchedulerAverage average : SchedulerAverage.values()) {
            row.value(
                    "Scheduler Metrics",
                    title(average.key()),
                    "Sec",
                    benchmark.get("scheduler_metrics", average.key()));
        }
        DistributionSummary delay = benchmark.distribution("scheduler_metrics", "generation_delay");
        if (stable || delay != null) {
            statistics("Generation Delay", "Sec", delay == null ? DistributionSummary.EMPTY : delay);
        }
    }

    private void block(Block block, BenchmarkResult benchmark) {
        byStatus(block.group, block.unit, benchmark.metric(block.metric));
    }

    private @Nullable StatusDistributionSummary known(@Nullable StatusDistributionSummary summary) {
        return summary == null && stable ? NOTHING : summary;
    }

    private void byStatus(String group, String unit, @Nullable StatusDistributionSummary measured) {
        StatusDistributionSummary summary = known(measured);
        if (summary == null) {
            return;
        }
        statisticsIfAny(group, "Successful " + unit, summary.successful());
        statisticsIfAny(group, "Incomplete " + unit, summary.incomplete());
        statisticsIfAny(group, "Errored " + unit, summary.errored());
    }

    private void statisticsIfAny(String group, String name, DistributionSummary summary) {
        if (stable || summary.totalSum() != 0) {
            statistics(group, name, summary);
        }
    }

    private void statistics(String group, String name, DistributionSummary summary) {
        boolean none = summary.isEmpty();
        row.text(group, name, "Mean", none ? "" : NumberText.of(summary.mean()));
        row.text(group, name, "Median", none ? "" : NumberText.of(summary.median()));
        row.text(group, name, "Std Dev", none ? "" : NumberText.of(summary.stdDev()));
        List<JsonValue> percentiles = new ArrayList<>();
        percentiles.add(JsonValue.of(summary.min()));
        SHOWN.forEach(p -> percentiles.add(JsonValue.of(summary.percentile(p))));
        percentiles.add(JsonValue.of(summary.max()));
        row.text(group, name, "Percentiles", none ? "" : list(percentiles));
    }

    private void uncertainty(String group, String name, DistributionSummary summary) {
        if (!stable && summary.totalSum() == 0) {
            return;
        }
        ConfidenceInterval mean = summary.meanInterval();
        row.text(group, name, "Mean CI", mean == null ? "" : list(bounds(mean)));
        if (summary.percentileIntervals() == null) {
            row.text(group, name, "Percentile CIs", "");
            return;
        }
        JsonValue.ObjectBuilder intervals = JsonValue.object();
        for (Percentile percentile : Percentile.values()) {
            ConfidenceInterval interval = summary.percentileInterval(percentile);
            intervals.put(percentile.key(), interval == null ? JsonValue.NULL : new JsonArray(bounds(interval)));
        }
        row.text(group, name, "Percentile CIs", JsonWriter.toString(intervals.build()));
    }

    private static List<JsonValue> bounds(ConfidenceInterval interval) {
        return List.of(JsonValue.of(interval.lower()), JsonValue.of(interval.upper()));
    }

    private static String list(List<JsonValue> values) {
        return JsonWriter.toString(new JsonArray(values), JsonWriter.Style.PYTHON);
    }

    /// `request_time_avg` as `Request Time Avg`.
    static String title(String key) {
        StringBuilder title = new StringBuilder();
        for (String word : key.split("_", -1)) {
            title.append(title.isEmpty() ? "" : " ")
                    .append(Character.toUpperCase(word.charAt(0)))
                    .append(word, 1, word.length());
        }
        return title.toString();
    }
}
