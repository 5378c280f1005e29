package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampledFigureTest {
    @ParameterizedTest
    @CsvSource({
        "ttft_ms.p99, TTFT_MS, 0.99",
        "time_to_first_token_ms.median, TTFT_MS, 0.5",
        "request_latency.p50, E2EL_MS, 0.5",
        "e2el_ms.mean, E2EL_MS,",
        "itl_ms.p001, ITL_MS, 0.001",
        "slo_attainment, SLO_ATTAINMENT,"
    })
    void readsShortNamesAndThoseOfTheReport(String text, SampledFigure.Metric metric, Double quantile) {
        assertThat(SampledFigure.parse(text)).isEqualTo(new SampledFigure(metric, quantile));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ttft_ms            | ttft_ms needs a statistic, such as ttft_ms.p99
        ttft_ms.p98        | p98' is no statistic with an interval
        ttf_ms.p99         | Did you mean ttft_ms?
        rps.mean           | rps is a rate over the whole run
        slo_attainment.p99 | write slo_attainment
        """)
    void saysWhatIsWrong(String text, String problem) {
        assertThatThrownBy(() -> SampledFigure.parse(text)).hasMessageContaining(problem);
    }

    @Test
    void theConstraintNamesItsKey() {
        assertThatThrownBy(() -> new ConstraintConfig.EnoughSamples(
                        ConstraintConfig.StoppingScope.CURRENT, "ttft_ms", 0.1, 0.95, 100))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        problem ->
                                assertThat(problem.problems().getFirst().path()).isEqualTo("metric"));
    }
}
