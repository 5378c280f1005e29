package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.RequestFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CumulativeDistributionTest {
    private static final Offset<Double> ROUNDING = within(1e-9);

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "constant-multiturn"})
    void itsPercentilesAreThoseOfTheReport(String name) throws Exception {
        int compared = 0;
        for (Level level : Level.of(SampleReports.original(name))) {
            LevelRequests requests = LevelRequests.of(level.result());
            for (LatencyMetric metric : LatencyMetric.values()) {
                CumulativeDistribution distribution = CumulativeDistribution.of(metric, level, requests);
                DistributionSummary summary = level.distribution(metric);
                if (distribution == null || summary == null) {
                    continue;
                }
                assertThat(distribution.exact()).isTrue();
                for (Percentile percentile : Percentile.values()) {
                    double reported = summary.percentile(percentile) * metric.millis();
                    double quantile = percentile.quantile();
                    // where a rank is met exactly, the original's rounding may take the next value
                    assertThat(List.of(distribution.percentile(quantile), distribution.percentile(quantile + 1e-6)))
                            .as("%s %s %s", level.label(), metric, percentile)
                            .anySatisfy(own -> assertThat(own).isCloseTo(reported, within(1e-6)));
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(3 * Percentile.values().length);
    }

    @Test
    void whereRequestsAreMissingItJoinsTheReportsPercentiles() throws Exception {
        Level level = Level.of(SampleReports.original("goodput")).getFirst();
        LevelRequests requests = LevelRequests.of(level.result());
        assertThat(requests.complete()).isFalse();
        CumulativeDistribution distribution =
                Objects.requireNonNull(CumulativeDistribution.of(LatencyMetric.E2E, level, requests));
        assertThat(distribution.exact()).isFalse();
        assertThat(distribution.values())
                .hasSize(Percentile.values().length + 2)
                .isSorted();
        assertThat(distribution.percentile(0.95))
                .isCloseTo(
                        1000
                                * Objects.requireNonNull(level.distribution(LatencyMetric.E2E))
                                        .percentile(Percentile.P95),
                        ROUNDING);
    }

    @Test
    void ofManyRequestsExactPointsAreKeptUpToTheLast() throws Exception {
        BenchmarkReport report = SampleReports.random(5_000, 1);
        List<RequestFigures> requests =
                LevelRequests.of(report.benchmarks().getFirst()).within(RequestStatus.SUCCESSFUL);
        JsonValue thinned = CumulativeDistribution.of(requests, RequestFigures::latencyMillis, _ -> 1)
                .json();
        List<Double> values = numbers(thinned, "values");
        List<Double> shares = numbers(thinned, "shares");
        double[] all = requests.stream()
                .mapToDouble(RequestFigures::latencyMillis)
                .sorted()
                .toArray();
        assertThat(values).hasSizeBetween(150, 260).isSorted();
        assertThat(shares).isSorted().last().isEqualTo(1.0);
        for (int i = 0; i < values.size(); i++) {
            double limit = values.get(i) * (1 + 1e-5);
            long atMost = Arrays.stream(all).filter(each -> each <= limit).count();
            assertThat(shares.get(i)).isCloseTo((double) atMost / all.length, within(1e-3));
        }
    }

    @Test
    void nothingMeasuredGivesNoPoints() {
        CumulativeDistribution nothing = CumulativeDistribution.of(List.of(), RequestFigures::ttftMillis, _ -> 1);
        assertThat(nothing.values()).isEmpty();
        assertThat(nothing.percentile(0.5)).isNaN();
    }

    private static List<Double> numbers(JsonValue value, String key) {
        return JsonPath.items(value, key).stream()
                .map(JsonPath::number)
                .map(Objects::requireNonNull)
                .toList();
    }
}
