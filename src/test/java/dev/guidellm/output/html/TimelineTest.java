package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.RequestFigures;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTest {

    @ParameterizedTest
    @ValueSource(ints = {40, 4_000})
    void nothingIsLostBetweenTheStretches(int count) throws Exception {
        LevelRequests requests =
                LevelRequests.of(SampleReports.random(count, 5).benchmarks().getFirst());
        JsonValue timeline = LoadTimeline.json(requests, 0);
        assertThat(area(timeline, "in_flight"))
                .isCloseTo(sum(requests.all(), each -> each.end() - each.start()), within(0.001 * count));
        assertThat(area(timeline, "output_tokens_per_second"))
                .isCloseTo(sum(requests.all(), RequestFigures::outputTokens), within(0.01 * count));
        assertThat(area(timeline, "input_tokens_per_second"))
                .isCloseTo(sum(requests.all(), RequestFigures::promptTokens), within(0.1 * count));
        assertThat(area(timeline, "requests_per_second"))
                .isCloseTo(requests.listed(RequestStatus.SUCCESSFUL).size(), within(0.01 * count));
        assertThat(area(timeline, "errors_per_second"))
                .isCloseTo(requests.listed(RequestStatus.ERRORED).size(), within(0.01 * count));
    }

    @Test
    void aSampleOfRequestsHasNoRates() throws Exception {
        LevelRequests requests =
                LevelRequests.of(SampleReports.original("goodput").benchmarks().getFirst());
        assertThat(LoadTimeline.json(requests, 0)).isEqualTo(JsonValue.NULL);
    }

    @Test
    void fewRequestsStandOneByOne() throws Exception {
        LevelRequests requests =
                LevelRequests.of(SampleReports.random(100, 6).benchmarks().getFirst());
        JsonValue timeline = LatencyTimeline.json(requests, 0);
        assertThat(JsonPath.truth(timeline, "binned")).isFalse();
        assertThat(JsonPath.items(timeline, "e2e", "value"))
                .hasSameSizeAs(requests.listed(RequestStatus.SUCCESSFUL))
                .hasSameSizeAs(JsonPath.items(timeline, "seconds"));
    }

    @Test
    void manyRequestsAreStretchesWithMedianAndTail() throws Exception {
        LevelRequests requests =
                LevelRequests.of(SampleReports.random(30_000, 7).benchmarks().getFirst());
        JsonValue timeline = LatencyTimeline.json(requests, 1_796_000_000);
        assertThat(JsonPath.truth(timeline, "binned")).isTrue();
        List<JsonValue> seconds = JsonPath.items(timeline, "seconds");
        assertThat(seconds).hasSize(100);
        assertThat(JsonPath.number(seconds.getFirst())).isBetween(0.0, 1.0);
        // latencies are spread evenly from 500 to 1500 ms
        for (JsonValue median : JsonPath.items(timeline, "e2e", "median")) {
            assertThat(JsonPath.number(median)).isBetween(850.0, 1150.0);
        }
        for (JsonValue tail : JsonPath.items(timeline, "e2e", "p95")) {
            assertThat(JsonPath.number(tail)).isBetween(1380.0, 1500.0);
        }
    }

    private static double area(JsonValue timeline, String key) {
        double width = Objects.requireNonNull(JsonPath.number(timeline, "width"));
        return JsonPath.items(timeline, key).stream()
                .mapToDouble(each -> width * Objects.requireNonNull(JsonPath.number(each)))
                .sum();
    }

    private static double sum(List<RequestFigures> requests, ToDoubleFunction<RequestFigures> figure) {
        return requests.stream().mapToDouble(figure).sum();
    }
}
