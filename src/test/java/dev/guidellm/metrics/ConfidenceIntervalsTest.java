package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidenceIntervalsTest {
    @ParameterizedTest
    @CsvSource({
        "0.95, 0.95, 72",
        "0.99, 0.95, 368",
        "0.999, 0.95, 3688",
        "0.5, 0.95, 6",
        "0.05, 0.95, 72",
        "0.95, 0.99, 104",
        "0.95, 0.9, 59"
    })
    void knowsHowManyValuesAPercentileNeeds(double quantile, double confidence, int needed) {
        assertThat(ConfidenceIntervals.minimumSamples(quantile, confidence)).isEqualTo(needed);
        assertThat(ConfidenceIntervals.ranks(needed, quantile, confidence)).isNotNull();
        assertThat(ConfidenceIntervals.ranks(needed - 1, quantile, confidence)).isNull();
    }
}
