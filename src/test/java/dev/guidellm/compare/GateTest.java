package dev.guidellm.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.report.BenchmarkReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateTest {
    private static final BenchmarkReport TWO_LEVELS = new SyntheticRun()
            .level(2, SyntheticRun.values(100, 100), 5)
            .level(8, SyntheticRun.values(100, 250), 5)
            .report();

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'ttft_ms.p99 < 200', true, false",
        "'ttft_ms.p99<=250.5', true, true",
        "'ttft_ms.p99 < 250.5', true, true",
        "'ttft_ms.count == 100', true, true",
        "'ttft_ms.count != 100', false, false",
        "'ttft_ms.count >= 100', true, true",
        "'ttft_ms.count > 1e2', false, false",
        "'slo_attainment >= 0.99', true, false",
        "'error_share == 0', true, true"
    })
    void everyBenchmarkIsJudged(String text, boolean first, boolean second) throws ExpressionException {
        assertThat(Gate.parse(text).judge(TWO_LEVELS))
                .extracting(Gate.Result::passed)
                .containsExactly(first, second);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'[1]', 0",
        "'[ 2 ]', 1",
        "'[-2]', 0",
        "'[first]', 0",
        "'[last]', 1",
        "'[concurrent@8]', 1",
        "'[concurrent]', 0 1",
        "'[all]', 0 1"
    })
    void aSelectorMeansSomeBenchmarks(String selector, String places) throws ExpressionException {
        assertThat(Gate.parse(selector + " ttft_ms.p50 > 0").judge(TWO_LEVELS))
                .extracting(result -> Integer.toString(result.benchmark()))
                .containsExactly(places.split(" "));
    }

    @Test
    void theBestLevelIsThatOfAGoodputSearch() throws ExpressionException {
        Gate gate = Gate.parse("[best] slo_attainment >= 0.99");
        assertThat(gate.judge(MetricExpressionTest.read("goodput")))
                .singleElement()
                .satisfies(result -> assertThat(result.label()).isEqualTo("concurrent@8"))
                .satisfies(result -> assertThat(result.certain())
                        .as("310 of 310 may still be below 0.99")
                        .isFalse());
        assertThat(gate.judge(TWO_LEVELS)).singleElement().matches(result -> !result.passed());
    }

    @Test
    void ratesMatchWithoutTheirZeros() throws ExpressionException {
        BenchmarkReport constant = MetricExpressionTest.read("constant-multiturn");
        assertThat(Gate.parse("[constant@8] rps > 1").judge(constant).getFirst().passed())
                .isTrue();
        assertThat(Gate.parse("[constant@80] rps > 1")
                        .judge(constant)
                        .getFirst()
                        .words())
                .isEqualTo("[constant@80] rps > 1: the run has no such benchmark, only constant@8.00");
    }

    @Test
    void aFailureNamesBenchmarkAndValue() throws ExpressionException {
        assertThat(Gate.parse("[last]   ttft_ms.p99 <  200")
                        .judge(TWO_LEVELS)
                        .getFirst()
                        .words())
                .isEqualTo("[last] ttft_ms.p99 < 200 in benchmark 2 (concurrent@8): found 250 ms");
    }

    @Test
    void whatWasNotMeasuredFailsInWords() throws ExpressionException {
        Gate.Result result =
                Gate.parse("ttft_ms.errored.p99 < 200").judge(TWO_LEVELS).getFirst();
        assertThat(result.passed()).isFalse();
        assertThat(result.words()).endsWith("not measured, no errored request has this figure");
        BenchmarkReport nothing = new SyntheticRun().report();
        assertThat(Gate.parse("rps > 0").judge(nothing))
                .singleElement()
                .satisfies(missing -> assertThat(missing.words()).isEqualTo("rps > 0: the run has no benchmark"))
                .satisfies(missing -> assertThat(missing.passed()).isFalse());
    }

    @Test
    void anIntervalAroundTheLimitIsSaid() throws ExpressionException {
        double[] spread = new double[400];
        for (int i = 0; i < spread.length; i++) {
            spread[i] = 100 + i % 100;
        }
        BenchmarkReport report = new SyntheticRun().level(1, spread, 5).report();
        Gate.Result close = Gate.parse("ttft_ms.mean < 150").judge(report).getFirst();
        assertThat(close.passed()).isTrue();
        assertThat(close.certain()).isFalse();
        assertThat(close.words()).contains("found 149.5 ms, not certain: the 95 % interval is 146.7 to 152.3");
        Gate.Result clear = Gate.parse("ttft_ms.mean < 170").judge(report).getFirst();
        assertThat(clear.certain()).isTrue();
        assertThat(clear.words()).doesNotContain("interval");
    }

    @Test
    void roundingDoesNotHideWhyAGateFailed() throws ExpressionException {
        BenchmarkReport report = new SyntheticRun()
                .level(1, SyntheticRun.values(10, 200.000_01), 5)
                .report();
        assertThat(Gate.parse("ttft_ms.p50 <= 200").judge(report).getFirst().words())
                .contains("found 200.00001");
    }

    @Test
    void severalGatesStandGateByGate() throws ExpressionException {
        List<Gate> gates = List.of(Gate.parse("[2] rps > 0"), Gate.parse("rps > 0"));
        assertThat(Gate.judge(gates, TWO_LEVELS))
                .extracting(Gate.Result::benchmark)
                .containsExactly(1, 0, 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        ttft_ms.p99             | there is no comparison (<, <=, >, >=, ==, !=) in it
        ttft_ms.p99 = 5         | there is no comparison (<, <=, >, >=, ==, !=) in it ('==' compares, '=' does not)
        < 5                     | there is no metric before '<'
        ttft_ms.p99 <           | there is no number behind '<'
        ttft_ms.p99 < 200ms     | '200ms' is no number, such as 200, 0.99 or 1e3; it is written without its unit
        ttft_ms.p99 < much      | 'much' is no number, such as 200, 0.99 or 1e3
        ttft_ms.p99 < 0x10p1    | '0x10p1' is no number, such as 200, 0.99 or 1e3
        ttft_ms.p99 < 1e999     | '1e999' is no number, such as 200, 0.99 or 1e3
        ttft.p99 < 5            | unknown metric 'ttft'; the nearest is ttft_ms
        [2 ttft_ms.p99 < 5      | the bracket is not closed
        [] ttft_ms.p99 < 5      | there is nothing in the brackets
        [0] ttft_ms.p99 < 5     | benchmarks are numbered from 1, or from the end by -1
        """)
    void whatIsNoGateIsRefused(String text, String message) {
        assertThatThrownBy(() -> Gate.parse(text))
                .isInstanceOf(ExpressionException.class)
                .hasMessageStartingWith(message);
    }
}
