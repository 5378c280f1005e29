package dev.guidellm.output;

import dev.guidellm.json.NumberText;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.ConfidenceIntervals;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Modality;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.terminal.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The tables of the console: one row per benchmark; what was not measured is `--`.
final class ConsoleTables {
    private static final String NONE = "--";
    private static final String NO_INTERVAL = "* confidence interval unavailable at this sample size";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final ZoneId zone;

    ConsoleTables(ZoneId zone) {
        this.zone = zone;
    }

    /// A table with its title and the lines that stand below it.
    record Titled(String title, List<Table.Section> sections, List<String> footnotes) {}

    /// A column: its three header cells and how its cell is made.
    private record Column(String group, String name, String statistic, Function<BenchmarkResult, String> cell) {}

    List<Titled> of(List<BenchmarkResult> benchmarks) {
        List<Titled> tables = new ArrayList<>();
        tables.add(titled("Run Summary Info", summary(), benchmarks));
        for (String group : List.of("text", "image", "video", "audio", "tool_call")) {
            modality(group, benchmarks, tables);
        }
        tables.add(titled("Request Token Statistics (Completed Requests)", tokens(), benchmarks));
        Titled latency = titled("Request Latency Statistics (Completed Requests)", latency(), benchmarks);
        tables.add(new Titled(latency.title(), latency.sections(), legend(latency, benchmarks)));
        boolean objectives = benchmarks.stream().anyMatch(BenchmarkResult::hasObjectives);
        tables.add(titled("Server Throughput Statistics (All Requests)", throughput(objectives), benchmarks));
        ReplayTable.of(benchmarks).ifPresent(tables::add);
        return tables;
    }

    /// What a star means, and how many requests it takes to be without: nothing where there is none.
    private static List<String> legend(Titled table, List<BenchmarkResult> benchmarks) {
        List<List<String>> rows = table.sections().getFirst().rows();
        Set<Double> levels = new TreeSet<>();
        boolean starred = false;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).stream().anyMatch(cell -> cell.endsWith("*"))) {
                starred = true;
                Double level = benchmarks.get(i).number("config", "confidence");
                if (level != null) {
                    levels.add(level);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        if (starred) {
            lines.add(NO_INTERVAL);
        }
        for (double level : levels) {
            int needed = ConfidenceIntervals.minimumSamples(Percentile.P95.quantile(), level);
            lines.add("  a p95 has one from " + needed + " requests on, at " + percent(level) + " confidence");
        }
        return lines;
    }

    private static String percent(double share) {
        return new BigDecimal(fixed(share * 100, 4)).stripTrailingZeros().toPlainString() + " %";
    }

    private List<Column> summary() {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("Timings", "Start", "", b -> time(b.number("start_time"))));
        columns.add(new Column("Timings", "End", "", b -> time(b.number("end_time"))));
        columns.add(new Column("Timings", "Dur", "Sec", b -> decimal(b.number("duration"))));
        columns.add(new Column("Timings", "Warm", "Sec", b -> decimal(b.number("warmup_duration"))));
        columns.add(new Column("Timings", "Cool", "Sec", b -> decimal(b.number("cooldown_duration"))));
        columns.add(total("Comp", "successful"));
        columns.add(total("Inc", "incomplete"));
        columns.add(total("Err", "errored"));
        for (String[] side :
                new String[][] {{"Input Tokens", "prompt_token_count"}, {"Output Tokens", "output_token_count"}}) {
            columns.add(sum(side[0], "Comp", side[1], "successful", StatusDistributionSummary::successful));
            columns.add(sum(side[0], "Inc", side[1], "incomplete", StatusDistributionSummary::incomplete));
            columns.add(sum(side[0], "Err", side[1], "errored", StatusDistributionSummary::errored));
        }
        return columns;
    }

    private static Column total(String name, String status) {
        return new Column("Requests", name, "Tot", b -> whole(b.number("metrics", "request_totals", status)));
    }

    /// A sum over no requests is 0; over requests of unknown size it is unknown.
    private static Column sum(
            String group,
            String name,
            String metric,
            String status,
            Function<StatusDistributionSummary, DistributionSummary> of) {
        return new Column(group, name, "Tot", b -> {
            StatusDistributionSummary summary = b.metric(metric);
            Double requests = b.number("metrics", "request_totals", status);
            if (summary == null || (of.apply(summary).isEmpty() && requests != null && requests > 0)) {
                return NONE;
            }
            return fixed(of.apply(summary).totalSum(), 1);
        });
    }

    private void modality(String group, List<BenchmarkResult> benchmarks, List<Titled> tables) {
        List<List<Column>> sides = new ArrayList<>();
        for (String side : List.of("input", "output")) {
            List<Column> columns = new ArrayList<>();
            for (Modality modality : Modality.values()) {
                if (modality.group().equals(group)
                        && benchmarks.stream().anyMatch(b -> b.modality(modality, side) != null)) {
                    columns.addAll(side(modality, side));
                }
            }
            if (!columns.isEmpty()) {
                sides.add(columns);
            }
        }
        if (sides.isEmpty()) {
            return;
        }
        String title = CsvColumns.title(group) + " Metrics Statistics (Completed Requests)";
        boolean alike = sides.stream().mapToInt(List::size).distinct().count() == 1;
        if (alike) {
            tables.add(new Titled(
                    title, sides.stream().map(s -> section(s, benchmarks)).toList(), List.of()));
        } else {
            sides.forEach(side -> tables.add(titled(title, side, benchmarks)));
        }
    }

    private static List<Column> side(Modality modality, String side) {
        String title = CsvColumns.title(side) + " " + CsvColumns.title(modality.key());
        Function<BenchmarkResult, @Nullable DistributionSummary> each = b -> successful(b.modality(modality, side));
        Function<BenchmarkResult, @Nullable DistributionSummary> rate =
                b -> successful(b.modality(modality, side + "_per_second"));
        return List.of(
                new Column(title, "Per Request", "Mdn", b -> decimal(each.apply(b), DistributionSummary::median)),
                new Column(title, "Per Request", "p95", b -> decimal(each.apply(b), ConsoleTables::p95)),
                new Column(title, "Per Second", "Mdn", b -> decimal(rate.apply(b), DistributionSummary::median)),
                new Column(title, "Per Second", "Mean", b -> decimal(rate.apply(b), DistributionSummary::mean)));
    }

    private static List<Column> tokens() {
        List<Column> columns = new ArrayList<>();
        for (String[] row : new String[][] {
            {"Input Tok", "Per Req", "prompt_token_count"},
            {"Output Tok", "Per Req", "output_token_count"},
            {"Total Tok", "Per Req", "total_token_count"},
            {"Stream Iter", "Per Req", "request_streaming_iterations_count"},
            {"Output Tok", "Per Stream Iter", "output_tokens_per_iteration"}
        }) {
            columns.add(new Column(
                    row[0], row[1], "Mdn", b -> decimal(successful(b.metric(row[2])), DistributionSummary::median)));
            columns.add(new Column(
                    row[0], row[1], "p95", b -> decimal(successful(b.metric(row[2])), ConsoleTables::p95)));
        }
        return columns;
    }

    private static List<Column> latency() {
        List<Column> columns = new ArrayList<>();
        for (String[] row : new String[][] {
            {"Request Latency", "Sec", "request_latency"},
            {"TTFT", "ms", "time_to_first_token_ms"},
            {"TTFOT", "ms", "time_to_first_output_token_ms"},
            {"ITL", "ms", "inter_token_latency_ms"},
            {"TPOT", "ms", "time_per_output_token_ms"}
        }) {
            columns.add(new Column(row[0], row[1], "Mean", b -> meanWithMargin(successful(b.metric(row[2])))));
            columns.add(new Column(
                    row[0], row[1], "Mdn", b -> decimal(successful(b.metric(row[2])), DistributionSummary::median)));
            columns.add(new Column(row[0], row[1], "p95", b -> p95WithStar(successful(b.metric(row[2])))));
        }
        return columns;
    }

    private static List<Column> throughput(boolean objectives) {
        List<Column> columns = new ArrayList<>();
        columns.add(ofAll("Requests", "Concurrency", "Mdn", "request_concurrency", DistributionSummary::median));
        columns.add(ofAll("Requests", "Concurrency", "Mean", "request_concurrency", DistributionSummary::mean));
        columns.add(ofAll("Requests", "Per Sec", "Mean", "requests_per_second", DistributionSummary::mean));
        columns.add(ofAll("Input Tokens", "Per Sec", "Mean", "prompt_tokens_per_second", DistributionSummary::mean));
        columns.add(ofAll("Output Tokens", "Per Sec", "Mean", "output_tokens_per_second", DistributionSummary::mean));
        columns.add(ofAll("Total Tokens", "Per Sec", "Mean", "tokens_per_second", DistributionSummary::mean));
        if (objectives) {
            columns.add(new Column("Goodput", "Attainment", "%", b -> {
                Double share = b.number("metrics", "slo_attainment");
                return share == null ? NONE : fixed(share * 100, 1);
            }));
            columns.add(new Column("Goodput", "Per Sec", "Mean", b -> {
                StatusDistributionSummary goodput = b.metric("request_goodput");
                return goodput == null ? NONE : fixed(goodput.total().mean(), 1);
            }));
        }
        return columns;
    }

    private static Column ofAll(
            String group, String name, String statistic, String metric, ToDoubleFunction<DistributionSummary> value) {
        return new Column(group, name, statistic, b -> {
            StatusDistributionSummary summary = b.metric(metric);
            return decimal(summary == null ? null : summary.total(), value);
        });
    }

    private static Titled titled(String title, List<Column> columns, List<BenchmarkResult> benchmarks) {
        return new Titled(title, List.of(section(columns, benchmarks)), List.of());
    }

    private static Table.Section section(List<Column> columns, List<BenchmarkResult> benchmarks) {
        List<List<String>> headers = new ArrayList<>();
        headers.add(List.of("Benchmark", "Strategy", ""));
        columns.forEach(c -> headers.add(List.of(c.group, c.name, c.statistic)));
        List<List<String>> rows = new ArrayList<>();
        for (BenchmarkResult benchmark : benchmarks) {
            List<String> row = new ArrayList<>(List.of(benchmark.strategyText()));
            columns.forEach(c -> row.add(c.cell.apply(benchmark)));
            rows.add(row);
        }
        return new Table.Section(headers, rows);
    }

    private static @Nullable DistributionSummary successful(@Nullable StatusDistributionSummary summary) {
        return summary == null ? null : summary.successful();
    }

    private static double p95(DistributionSummary summary) {
        return summary.percentile(Percentile.P95);
    }

    private static String meanWithMargin(@Nullable DistributionSummary summary) {
        if (summary == null || summary.isEmpty()) {
            return NONE;
        }
        String mean = fixed(summary.mean(), 1);
        ConfidenceInterval interval = summary.meanInterval();
        if (interval == null) {
            return mean;
        }
        double margin = (interval.upper() - interval.lower()) / 2;
        String shown = fixed(margin, 1);
        // a margin that is not 0 must not look like 0
        for (int decimals = 2; decimals <= 4 && margin > 0 && Double.parseDouble(shown) == 0; decimals++) {
            shown = fixed(margin, decimals);
        }
        return mean + " ± " + shown;
    }

    private static String p95WithStar(@Nullable DistributionSummary summary) {
        String value = decimal(summary, ConsoleTables::p95);
        boolean missing = summary != null
                && !summary.isEmpty()
                && summary.percentileIntervals() != null
                && summary.percentileInterval(Percentile.P95) == null;
        return missing ? value + "*" : value;
    }

    private static String decimal(@Nullable DistributionSummary summary, ToDoubleFunction<DistributionSummary> value) {
        return summary == null || summary.isEmpty() ? NONE : fixed(value.applyAsDouble(summary), 1);
    }

    private static String decimal(@Nullable Double value) {
        return value == null ? NONE : fixed(value, 1);
    }

    private static String whole(@Nullable Double value) {
        return value == null ? NONE : fixed(value, 0);
    }

    private String time(@Nullable Double epochSeconds) {
        if (epochSeconds == null || epochSeconds < 0) {
            return NONE;
        }
        Instant instant = Instant.ofEpochMilli((long) Math.floor(epochSeconds * 1000));
        return TIME.format(LocalDateTime.ofInstant(instant, zone));
    }

    static String fixed(double value, int decimals) {
        return NumberText.fixed(value, decimals);
    }
}
