package dev.guidellm.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricExpressionTest {
    private static final BenchmarkReport ORIGINAL = read("concurrent-slo");
    private static final BenchmarkResult BENCHMARK = ORIGINAL.benchmarks().getFirst();

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ttft_ms.p99, metrics/time_to_first_token_ms/successful/percentiles/p99, 1",
        "ttft_ms, metrics/time_to_first_token_ms/successful/mean, 1",
        "ttft_ms.total.median, metrics/time_to_first_token_ms/total/percentiles/p50, 1",
        "time_to_first_token_ms.successful.percentiles.p05, metrics/time_to_first_token_ms/successful/percentiles/p05,"
                + " 1",
        "ttfot_ms.p001, metrics/time_to_first_output_token_ms/successful/percentiles/p001, 1",
        "itl_ms.std_dev, metrics/inter_token_latency_ms/successful/std_dev, 1",
        "tpot_ms.min, metrics/time_per_output_token_ms/successful/min, 1",
        "e2el_ms.max, metrics/request_latency/successful/max, 1000",
        "e2el_ms.sum, metrics/request_latency/successful/total_sum, 1000",
        "e2el_ms.count, metrics/request_latency/successful/count, 1",
        "request_latency.p50, metrics/request_latency/successful/percentiles/p50, 1",
        "rps, metrics/requests_per_second/total/mean, 1",
        "output_tps.successful, metrics/output_tokens_per_second/successful/mean, 1",
        "request_goodput.mean, metrics/request_goodput/total/mean, 1",
        "goodput, metrics/request_goodput/total/mean, 1",
        "text.tokens.output.mean, metrics/text/tokens/output/successful/mean, 1",
        "slo_attainment, metrics/slo_attainment, 1",
        "request_totals.total, metrics/request_totals/total, 1",
        "generation_delay.p95, scheduler_metrics/generation_delay/percentiles/p95, 1",
        "queued_time_avg, scheduler_metrics/queued_time_avg, 1",
        "duration, duration, 1"
    })
    void namesAFigureOfTheReport(String text, String path, double scale) throws ExpressionException {
        Double expected = BENCHMARK.number(path.split("/"));
        assertThat(MetricExpression.parse(text).of(BENCHMARK).value())
                .isNotNull()
                .isCloseTo(Objects.requireNonNull(expected) * scale, within(1e-9));
    }

    @Test
    void everyDistributionOfTheReportHasAName() {
        List<String> missing = new ArrayList<>();
        JsonPath.members(BENCHMARK.body(), "metrics").forEach((name, value) -> {
            Double count = JsonPath.number(value, "successful", "count");
            if (count != null && count > 0 && !ReportMetrics.names().contains(name)) {
                missing.add(name);
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void carriesTheReportsInterval() throws ExpressionException {
        assertThat(MetricExpression.parse("e2el_ms.mean").of(BENCHMARK).interval())
                .isEqualTo(new ConfidenceInterval(0.09003940181623768 * 1000, 0.09497675342668224 * 1000));
        assertThat(MetricExpression.parse("e2el_ms.p99").of(BENCHMARK).interval())
                .as("30 requests are too few")
                .isNull();
        ConfidenceInterval attainment = Objects.requireNonNull(
                MetricExpression.parse("slo_attainment").of(BENCHMARK).interval());
        assertThat(attainment.lower()).as("Wilson, 28 of 30").isCloseTo(0.7868, within(1e-3));
        assertThat(attainment.upper()).isCloseTo(0.9815, within(1e-3));
    }

    @Test
    void whatWasNotMeasuredIsSaidInWords() throws ExpressionException {
        Figure errors = MetricExpression.parse("ttft_ms.errored.mean").of(BENCHMARK);
        assertThat(errors.value()).isNull();
        assertThat(errors.absence()).isEqualTo("no errored request has this figure");
        assertThat(MetricExpression.parse("ttft_ms.errored.count").of(BENCHMARK).value())
                .isZero();
        assertThat(MetricExpression.parse("rps.errored").of(BENCHMARK).value())
                .as("a rate of nothing is 0")
                .isZero();
        BenchmarkResult noObjectives = read("constant-multiturn").benchmarks().getFirst();
        assertThat(MetricExpression.parse("slo_attainment").of(noObjectives).absence())
                .contains("no objectives");
        assertThat(MetricExpression.parse("scheduled_e2el_ms.p50").of(BENCHMARK).absence())
                .isEqualTo("the benchmark has no scheduled_e2el_ms");
        assertThat(MetricExpression.parse("scheduled_e2el_ms.p50")
                        .of(noObjectives)
                        .value())
                .isNotNull();
    }

    @Test
    void theShareOfErrorsCountsWhatEndedByItself() throws ExpressionException {
        double[] ttft = SyntheticRun.values(40, 100);
        for (int i = 0; i < 10; i++) {
            ttft[i * 4] = Double.NaN;
        }
        BenchmarkResult benchmark =
                new SyntheticRun().level(2, ttft, 5).report().benchmarks().getFirst();
        assertThat(MetricExpression.parse("error_share").of(benchmark).value()).isEqualTo(0.25);
        assertThat(MetricExpression.parse("slo_attainment").of(benchmark).value())
                .isEqualTo(0.75);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        ttft.p99          | unknown metric 'ttft'; the nearest is ttft_ms
        e2e_ms.p99        | unknown metric 'e2e_ms'; the nearest is e2el_ms
        latency.mean      | unknown metric 'latency'; the nearest are
        slo_atainment     | unknown metric 'slo_atainment'; the nearest is slo_attainment
        weather.mean      | unknown metric 'weather'; short names are ttft_ms,
        ttft_ms.p97       | unknown statistic 'p97'; known are mean, std_dev, min, max, count, sum, p001, p01
        ttft_ms.failed.p9 | unknown statistic 'failed.p9'
        slo_attainment.p5 | 'slo_attainment' is one number and takes no '.p5'
        p99               | 'p99' names no metric
        """)
    void unknownNamesAreSaidWithTheNearestOnes(String text, String message) {
        assertThatThrownBy(() -> MetricExpression.parse(text))
                .isInstanceOf(ExpressionException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttft_ms.mean", "ttft_ms.errored.p99", "slo_attainment", "text.tokens.input.sum"})
    void theTextIsComplete(String text) throws ExpressionException {
        assertThat(MetricExpression.parse(text).text()).isEqualTo(text);
        assertThat(MetricExpression.parse("rps").text()).isEqualTo("rps.mean");
    }

    static BenchmarkReport read(String name) {
        try {
            return ReportReader.read((JsonObject) GoldenCases.load("report/" + name + ".json"), name);
        } catch (ReportException e) {
            throw new AssertionError(e);
        }
    }
}
