package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What each chart draws, against the report that the page was made of. The expected figures are looked up in the
/// report's own document.
@Tag("browser")
@ExtendWith(Browser.Shared.class)
class ChartsInBrowserTest {
    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "constant-multiturn", "goodput", "knee"})
    void chartsDrawTheReportsFigures(String name, Browser browser) throws Exception {
        BenchmarkReport report = name.equals("knee") ? SampleReports.knee() : SampleReports.original(name);
        browser.open(SampleReports.page(report), "");
        Set<String> unchecked = new TreeSet<>();
        List<DrawnChart> charts = DrawnChart.of(browser);
        for (DrawnChart chart : charts) {
            chart.assertDrawnAsDescribed();
            if (!check(chart, report)) {
                unchecked.add(chart.id());
            }
        }
        assertThat(unchecked).isEmpty();
        assertThat(charts.stream().map(DrawnChart::id))
                .contains("outcomes", "components", "token-rates", "first-token", "generation")
                .contains("efficiency", "distribution-ttft", "distribution-itl", "distribution-e2e", "latency-time")
                .contains("attainment")
                .contains(
                        switch (name) {
                            case "constant-multiturn" -> new String[] {"turns", "concurrency-time", "tokens-time"};
                            case "goodput" -> new String[] {"search-path", "search-attainment"};
                            case "knee" -> new String[] {"knee", "latency-by-level", "throughput-latency"};
                            default ->
                                new String[] {
                                    "latency-by-level", "throughput-latency", "concurrency-time", "tokens-time"
                                };
                        });
    }

    /// Whether the chart is known here.
    private static boolean check(DrawnChart chart, BenchmarkReport report) throws Exception {
        List<BenchmarkResult> levels = report.benchmarks();
        BenchmarkResult picked = levels.get(Level.peak(Level.of(report)));
        switch (chart.id()) {
            case "latency-by-level" -> tails(chart, "E2E ", "request_latency", 1000, levels);
            case "outcomes" -> outcomes(chart, levels);
            case "components" -> components(chart, picked);
            case "throughput-latency" -> throughput(chart, levels);
            case "token-rates" -> tokenRates(chart, levels);
            case "first-token" -> tails(chart, "TTFT ", "time_to_first_token_ms", 1, levels);
            case "generation" -> {
                tails(chart, "ITL ", "inter_token_latency_ms", 1, levels);
                tails(chart, "TPOT ", "time_per_output_token_ms", 1, levels);
            }
            case "efficiency" -> efficiency(chart, levels);
            case "distribution-ttft" -> distribution(chart, "time_to_first_token_ms", 1, levels);
            case "distribution-itl" -> distribution(chart, "inter_token_latency_ms", 1, levels);
            case "distribution-e2e" -> distribution(chart, "request_latency", 1000, levels);
            case "latency-time" -> latencies(chart, picked);
            case "concurrency-time" -> {
                assertArea(chart, "In flight", sum(picked, each -> JsonPath.number(each, "request_latency")));
                assertArea(
                        chart,
                        "Successful requests/s",
                        picked.requests(RequestStatus.SUCCESSFUL).size());
            }
            case "tokens-time" -> {
                assertArea(chart, "Output tokens/s", sum(picked, each -> JsonPath.number(each, "output_tokens")));
                assertArea(chart, "Input tokens/s", sum(picked, each -> JsonPath.number(each, "prompt_tokens")));
            }
            case "attainment" -> attainment(chart, levels);
            case "search-path" -> {
                DrawnChart.assertSame("loads", chart.values("Load"), probes(report, "streams"));
                assertThat(chart.values("Passed")).isEqualTo(chart.values("Load"));
            }
            case "search-attainment" -> {
                DrawnChart.assertSame("loads", chart.x(), probes(report, "streams"));
                DrawnChart.assertSame("attained", chart.values("Passed"), probes(report, "attainment"));
                DrawnChart.assertSame("from", chart.low("Passed"), probes(report, "attainment_lower"));
                DrawnChart.assertSame("to", chart.high("Passed"), probes(report, "attainment_upper"));
            }
            case "knee" -> {
                DrawnChart.assertSame(
                        "streams", chart.x(), each(levels, b -> b.number("config", "strategy", "streams")));
                DrawnChart.assertSame(
                        "rates", chart.values("Output tokens/s"), each(levels, total("output_tokens_per_second")));
            }
            case "turns" -> turns(chart, picked);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void tails(
            DrawnChart chart, String prefix, String metric, double scale, List<BenchmarkResult> levels) {
        for (String key : List.of("p95", "p99")) {
            String label = prefix + key.toUpperCase(Locale.ROOT);
            DrawnChart.assertSame(label, chart.values(label), each(levels, percentile(metric, key, scale)));
            DrawnChart.assertSame(label, chart.low(label), each(levels, bound(metric, key, "lower", scale)));
            DrawnChart.assertSame(label, chart.high(label), each(levels, bound(metric, key, "upper", scale)));
        }
    }

    private static void outcomes(DrawnChart chart, List<BenchmarkResult> levels) {
        List<@Nullable Double> below = each(levels, _ -> 0.0);
        for (String status : List.of("successful", "incomplete", "errored")) {
            String label = status.substring(0, 1).toUpperCase(Locale.ROOT) + status.substring(1);
            List<@Nullable Double> shares = each(
                    levels,
                    b -> required(b, "metrics", "request_totals", status)
                            / required(b, "metrics", "request_totals", "total"));
            DrawnChart.assertSame(label, chart.values(label), shares);
            below = plus(below, shares);
            DrawnChart.assertSame(label, chart.drawn(label), below);
        }
    }

    private static void components(DrawnChart chart, BenchmarkResult picked) {
        assertThat(chart.names()).containsExactly("TTFT", "ITL", "TPOT");
        for (String key : List.of("p95", "p99")) {
            List<@Nullable Double> expected = new ArrayList<>();
            for (String metric :
                    List.of("time_to_first_token_ms", "inter_token_latency_ms", "time_per_output_token_ms")) {
                expected.add(percentile(metric, key, 1).apply(picked));
            }
            DrawnChart.assertSame(key, chart.values(key.toUpperCase(Locale.ROOT)), expected);
        }
    }

    private static void throughput(DrawnChart chart, List<BenchmarkResult> levels) {
        List<BenchmarkResult> ordered = levels.stream()
                .sorted(Comparator.comparingDouble(b -> required(b, "metrics", "requests_per_second", "total", "mean")))
                .toList();
        DrawnChart.assertSame("rates", chart.x(), each(ordered, total("requests_per_second")));
        DrawnChart.assertSame("P95", chart.values("P95"), each(ordered, percentile("request_latency", "p95", 1000)));
        DrawnChart.assertSame(
                "Median", chart.high("Median"), each(ordered, bound("request_latency", "p50", "upper", 1000)));
        DrawnChart.assertSame(
                "Mean",
                chart.low("Mean"),
                each(
                        ordered,
                        b -> scaled(b.number("metrics", "request_latency", "successful", "mean_ci", "lower"), 1000)));
    }

    private static void tokenRates(DrawnChart chart, List<BenchmarkResult> levels) {
        if (levels.size() == 1) {
            List<@Nullable Double> expected = new ArrayList<>();
            for (String rate : List.of(
                    "requests_per_second",
                    "prompt_tokens_per_second",
                    "output_tokens_per_second",
                    "tokens_per_second")) {
                expected.add(total(rate).apply(levels.getFirst()));
            }
            DrawnChart.assertSame("rates", chart.values(levels.getFirst().strategyText()), expected);
            return;
        }
        List<@Nullable Double> input = each(levels, total("prompt_tokens_per_second"));
        List<@Nullable Double> output = each(levels, total("output_tokens_per_second"));
        DrawnChart.assertSame("Input", chart.drawn("Input"), input);
        DrawnChart.assertSame("Output", chart.values("Output"), output);
        DrawnChart.assertSame("Output", chart.drawn("Output"), plus(input, output));
    }

    private static void efficiency(DrawnChart chart, List<BenchmarkResult> levels) {
        String load = chart.labels().getFirst().equals("Tokens/s per stream") ? "streams" : "rate";
        DrawnChart.assertSame(
                load,
                chart.values(chart.labels().getFirst()),
                each(
                        levels,
                        b -> required(b, "metrics", "tokens_per_second", "total", "mean")
                                / required(b, "config", "strategy", load)));
    }

    private static void distribution(DrawnChart chart, String metric, double scale, List<BenchmarkResult> levels) {
        for (BenchmarkResult level : levels) {
            List<@Nullable Double> shares = chart.values(level.strategyText());
            assertThat(shares.stream().filter(Objects::nonNull).toList())
                    .isSorted()
                    .endsWith(1.0);
            for (String key : List.of("p10", "p50", "p90", "p95", "p99")) {
                double wanted =
                        Objects.requireNonNull(percentile(metric, key, scale).apply(level));
                double share = Double.parseDouble("0." + key.substring(1));
                assertThat(List.of(at(chart, shares, share), at(chart, shares, share + 1e-5)))
                        .as("%s %s", metric, key)
                        .anySatisfy(found -> assertThat(found).isCloseTo(wanted, within(wanted * 1e-5)));
            }
        }
    }

    /// The first latency at which the curve has reached a share.
    private static double at(DrawnChart chart, List<@Nullable Double> shares, double share) {
        for (int i = 0; i < shares.size(); i++) {
            Double reached = shares.get(i);
            if (reached != null && reached >= share - 1e-6) {
                return Objects.requireNonNull(chart.x().get(i));
            }
        }
        return Double.NaN;
    }

    private static void latencies(DrawnChart chart, BenchmarkResult picked) {
        List<JsonValue> ordered = picked.requests(RequestStatus.SUCCESSFUL).stream()
                .sorted(Comparator.comparing(
                        each -> Objects.requireNonNull(JsonPath.number(each, "request_start_time"))))
                .toList();
        List<@Nullable Double> expected = new ArrayList<>();
        ordered.forEach(each -> expected.add(scaled(JsonPath.number(each, "request_latency"), 1000)));
        DrawnChart.assertSame("latencies", chart.values("Request latency"), expected);
    }

    private static void attainment(DrawnChart chart, List<BenchmarkResult> levels) {
        if (levels.getFirst().hasObjectives()) {
            DrawnChart.assertSame(
                    "attainment", chart.values("Attainment"), each(levels, b -> b.number("metrics", "slo_attainment")));
        } else {
            // the page begins with the limit that 95 % of the first level's requests keep
            assertThat(Objects.requireNonNull(chart.values("Attainment").getFirst()))
                    .isBetween(0.94, 1.0);
        }
    }

    private static void turns(DrawnChart chart, BenchmarkResult picked) {
        List<JsonValue> rows = JsonPath.items(picked.get("metrics"), "turns");
        assertThat(chart.x()).hasSameSizeAs(rows);
        List<@Nullable Double> latency = new ArrayList<>();
        List<@Nullable Double> prompts = new ArrayList<>();
        for (JsonValue row : rows) {
            latency.add(scaled(JsonPath.number(row, "request_latency", "successful", "percentiles", "p95"), 1000));
            prompts.add(JsonPath.number(row, "prompt_token_count", "successful", "median"));
        }
        DrawnChart.assertSame("latency", chart.values("E2E P95"), latency);
        DrawnChart.assertSame("prompts", chart.values("Prompt median"), prompts);
    }

    /// The sum under a curve over time.
    private static void assertArea(DrawnChart chart, String label, double expected) {
        List<@Nullable Double> seconds = chart.x();
        double width = Objects.requireNonNull(seconds.get(1)) - Objects.requireNonNull(seconds.get(0));
        double area = chart.values(label).stream()
                .mapToDouble(each -> width * Objects.requireNonNull(each))
                .sum();
        assertThat(area).as("%s %s", chart.id(), label).isCloseTo(expected, within(expected * 1e-3));
    }

    private static double sum(BenchmarkResult level, Function<JsonValue, @Nullable Double> figure) {
        double sum = 0;
        for (RequestStatus status : RequestStatus.values()) {
            for (JsonValue request : level.requests(status)) {
                sum += Objects.requireNonNull(figure.apply(request));
            }
        }
        return sum;
    }

    private static List<@Nullable Double> probes(BenchmarkReport report, String key) {
        List<@Nullable Double> found = new ArrayList<>();
        JsonPath.items(report.conclusions().getFirst(), "probes")
                .forEach(probe -> found.add(JsonPath.number(probe, key)));
        return found;
    }

    private static Function<BenchmarkResult, @Nullable Double> total(String metric) {
        return b -> b.number("metrics", metric, "total", "mean");
    }

    private static Function<BenchmarkResult, @Nullable Double> percentile(String metric, String key, double scale) {
        return b -> scaled(b.number("metrics", metric, "successful", "percentiles", key), scale);
    }

    private static Function<BenchmarkResult, @Nullable Double> bound(
            String metric, String key, String bound, double scale) {
        return b -> scaled(b.number("metrics", metric, "successful", "percentile_cis", key, bound), scale);
    }

    private static @Nullable Double scaled(@Nullable Double value, double scale) {
        return value == null ? null : (Double) (value * scale);
    }

    private static double required(BenchmarkResult level, String... keys) {
        return Objects.requireNonNull(level.number(keys));
    }

    private static List<@Nullable Double> each(
            List<BenchmarkResult> levels, Function<BenchmarkResult, @Nullable Double> figure) {
        List<@Nullable Double> figures = new ArrayList<>();
        levels.forEach(level -> figures.add(figure.apply(level)));
        return figures;
    }

    private static List<@Nullable Double> plus(List<@Nullable Double> a, List<@Nullable Double> b) {
        List<@Nullable Double> sums = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            sums.add(Objects.requireNonNull(a.get(i)) + Objects.requireNonNull(b.get(i)));
        }
        return sums;
    }
}
