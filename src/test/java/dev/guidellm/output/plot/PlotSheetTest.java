package dev.guidellm.output.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonReader;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportReader;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.xy.XYDataset;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What the charts show, against the figures of the report.
@NullMarked
class PlotSheetTest {
    @Test
    void everyChartHasItsTitleAxesAndSeries() throws Exception {
        List<String> shown = new ArrayList<>();
        for (JFreeChart chart : sheet("concurrent-slo")) {
            String second = ((TextTitle) chart.getSubtitle(0)).getText();
            String head = chart.getTitle().getText() + " " + second;
            shown.add(
                    switch (chart.getPlot()) {
                        case XYPlot plot ->
                            head + " | " + plot.getDomainAxis().getLabel() + " | "
                                    + plot.getRangeAxis().getLabel() + " | " + names(plot);
                        case CategoryPlot plot ->
                            head + " | " + plot.getDomainAxis().getLabel() + " | "
                                    + plot.getRangeAxis().getLabel() + " | "
                                    + plot.getDataset().getRowKeys();
                        default -> "another plot";
                    });
        }
        assertThat(shown)
                .containsExactly(
                        "1. Latency (TTFT & E2E) vs. Request Rate (lower is better) | Request Rate (RPS, Log Scale) |"
                                + " Latency (ms, Log Scale) | [TTFT Median, TTFT p95, E2E Median, E2E p95]",
                        "2. Generation Speed (TPOT & ITL) vs. Request Rate (lower is better) | Request Rate (RPS, Log"
                                + " Scale) | Latency (ms/token, Log Scale) | [TPOT Median, TPOT p95, ITL Median, ITL p95]",
                        "3. Token Throughput vs. Concurrency (higher is better) | Concurrency (Active Requests, Log"
                                + " Scale) | Throughput (Tokens/sec, Log Scale) | [Total Tokens/s, Input Tokens/s, Output"
                                + " Tokens/s]",
                        "4. Knee Plot: Latency vs. Throughput (lower latency + higher throughput is better) |"
                                + " Throughput (Total Tokens/sec) | Latency (ms) | [p95 TTFT, Median TTFT]",
                        "5. Request Status Counts vs. Concurrency (more complete is better) | Concurrency (Active"
                                + " Requests) | Requests | [Successful, Incomplete, Errored]",
                        "6. Latency Breakdown at Peak Throughput (lower is better) at concurrent@4 | Latency Component"
                                + " | Latency (ms, Log Scale) | [Median, p95]",
                        "7. Throughput Efficiency vs. Concurrency (higher is better) | Concurrency (Active Requests,"
                                + " Log Scale) | Total Tokens/sec per Active Request | [Tokens/s per Active Request]",
                        "8. Token Throughput Mix vs. Request Rate (higher is better) | Request Rate (RPS, Log Scale) |"
                                + " Throughput (Tokens/sec) | [Total Tokens/s, Input Tokens/s, Output Tokens/s]");
    }

    @Test
    void thePointsAreTheFiguresOfTheReport() throws Exception {
        BenchmarkReport report = golden("concurrent-slo");
        List<JFreeChart> charts = PlotSheet.of(report).charts();
        for (int level = 0; level < 2; level++) {
            var benchmark = report.benchmarks().get(level);
            double rate = number(benchmark.number("metrics", "requests_per_second", "total", "mean"));
            double concurrency = number(benchmark.number("metrics", "request_concurrency", "total", "mean"));
            double total = number(benchmark.number("metrics", "tokens_per_second", "total", "mean"));
            double input = number(benchmark.number("metrics", "prompt_tokens_per_second", "total", "mean"));
            double output = number(benchmark.number("metrics", "output_tokens_per_second", "total", "mean"));
            point(
                    charts.get(0),
                    "TTFT p95",
                    rate,
                    benchmark.number("metrics", "time_to_first_token_ms", "successful", "percentiles", "p95"));
            point(
                    charts.get(0),
                    "E2E Median",
                    rate,
                    1e3 * number(benchmark.number("metrics", "request_latency", "successful", "median")));
            point(
                    charts.get(1),
                    "ITL Median",
                    rate,
                    benchmark.number("metrics", "inter_token_latency_ms", "successful", "median"));
            point(
                    charts.get(1),
                    "TPOT p95",
                    rate,
                    benchmark.number("metrics", "time_per_output_token_ms", "successful", "percentiles", "p95"));
            point(charts.get(2), "Input Tokens/s", concurrency, input);
            point(
                    charts.get(3),
                    "Median TTFT",
                    total,
                    benchmark.number("metrics", "time_to_first_token_ms", "successful", "median"));
            CategoryDataset counts = ((CategoryPlot) charts.get(4).getPlot()).getDataset();
            assertThat(counts.getValue(0, level).doubleValue())
                    .isEqualTo(benchmark.number("metrics", "request_totals", "successful"));
            point(charts.get(6), "Tokens/s per Active Request", concurrency, total / concurrency);
            point(charts.get(7), "Total Tokens/s", rate, total);
            point(charts.get(7), "Output Tokens/s", rate, input + output); // stacked
        }
        CategoryDataset parts = ((CategoryPlot) charts.get(5).getPlot()).getDataset();
        assertThat(parts.getValue("p95", "E2E").doubleValue())
                .isEqualTo(1e3
                        * number(report.benchmarks()
                                .get(1)
                                .number("metrics", "request_latency", "successful", "percentiles", "p95")));
    }

    @Test
    void whatWasNotMeasuredHasNoSeriesAndLogarithmicAxesStayLinear() throws Exception {
        BenchmarkReport report = ReportReader.read(JsonReader.read("""
            {"config": {}, "benchmarks": [{"metrics": {"request_totals": {"successful": 0, "errored": 3}}},
             {"metrics": {"request_totals": {"successful": 0, "errored": 5}}}]}
            """), "x");
        for (JFreeChart chart : PlotSheet.of(report).charts()) {
            if (chart.getPlot() instanceof XYPlot plot) {
                assertThat(names(plot)).isEmpty();
                assertThat(plot.getDomainAxis()).isNotInstanceOf(LogScaleAxis.class);
                assertThat(plot.getNoDataMessage()).isEqualTo("not measured");
            }
        }
        CategoryDataset counts =
                ((CategoryPlot) PlotSheet.of(report).charts().get(4).getPlot()).getDataset();
        assertThat(counts.getColumnCount()).as("levels of the same label").isEqualTo(2);
    }

    @Test
    void withoutBenchmarksThereIsNoChart() throws Exception {
        assertThat(PlotSheet.of(ReportReader.read(JsonReader.read("{\"config\": {}}"), "x"))
                        .charts())
                .isEmpty();
    }

    private static void point(JFreeChart chart, String series, double x, @Nullable Double y) {
        XYPlot plot = (XYPlot) chart.getPlot();
        List<String> points = new ArrayList<>();
        for (int d = 0; d < plot.getDatasetCount(); d++) {
            XYDataset data = plot.getDataset(d);
            int index = data.indexOf(series);
            for (int i = 0; index >= 0 && i < data.getItemCount(index); i++) {
                if (data.getXValue(index, i) == x) {
                    assertThat(data.getYValue(index, i)).as(series).isCloseTo(number(y), within(1e-9 * number(y)));
                    return;
                }
                points.add(data.getXValue(index, i) + "");
            }
        }
        throw new AssertionError("no " + series + " at " + x + " but at " + points);
    }

    private static double number(@Nullable Double value) {
        assertThat(value).isNotNull();
        return value == null ? Double.NaN : value;
    }

    private static List<String> names(XYPlot plot) {
        List<String> names = new ArrayList<>();
        for (int d = 0; d < plot.getDatasetCount(); d++) {
            for (int i = 0; i < plot.getDataset(d).getSeriesCount(); i++) {
                names.add(plot.getDataset(d).getSeriesKey(i).toString());
            }
        }
        return names;
    }

    private static List<JFreeChart> sheet(String name) throws Exception {
        return PlotSheet.of(golden(name)).charts();
    }

    private static BenchmarkReport golden(String name) throws Exception {
        return ReportReader.read(GoldenCases.load("report/" + name + ".json"), name);
    }
}
