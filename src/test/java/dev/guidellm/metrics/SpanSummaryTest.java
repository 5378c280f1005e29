package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.record.RequestOutcome;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class SpanSummaryTest {
    private static Accumulator accumulator(boolean scheduled) {
        return new Accumulator(
                new AccumulatorSettings(
                        new MetricsConfig.Generative(
                                List.of(), 0, true, 0.95, null, false, MetricsConfig.MeanInterval.STUDENT),
                        scheduled,
                        1,
                        OutputTokenCounter.NONE),
                new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, null, 0));
    }

    @Test
    void aRequestBelongsToTheSpanInWhichItWasDueHoweverLateItStarted() {
        Accumulator accumulator = accumulator(true);
        accumulator.add(Requests.from(1.25, 2).target(1).tokens(1.5, 1.9, 3).build(), 2);
        accumulator.add(Requests.from(2.5, 3).target(2).tokens(2.6, 2.9, 3).build(), 3);
        accumulator.add(
                Requests.from(2.5, 9)
                        .target(2.25)
                        .outcome(new RequestOutcome.Cancelled(true))
                        .build(),
                9);
        List<SpanSummary> spans =
                accumulator.spans(List.of(new LoadSpan(0, 2), new LoadSpan(2, 4), new LoadSpan(4, 6)));
        assertThat(spans)
                .extracting(SpanSummary::requests)
                .containsExactly(new RequestTotals(2, 0, 0), new RequestTotals(0, 0, 1), RequestTotals.ZERO);
        assertThat(spans).extracting(SpanSummary::requestsPerSecond).containsExactly(1.0, 0.5, 0.0);
        assertThat(spans.getFirst().ttftMillis().max()).isCloseTo(250, within(1e-6));
        assertThat(spans.getFirst().latenessMillis().min()).isCloseTo(250, within(1e-6));
        assertThat(spans.getFirst().latenessMillis().max()).isCloseTo(500, within(1e-6));
        assertThat(spans.get(1).ttftMillis().isEmpty()).isTrue();
        assertThat(spans.get(1).latenessMillis().count()).isEqualTo(1);
        assertThat(accumulator.all().requests()).isEqualTo(new RequestTotals(2, 0, 1));
    }

    @Test
    void withoutDueTimesItsStartDecides() {
        Accumulator accumulator = accumulator(false);
        accumulator.add(Requests.from(1.9, 5).target(3).build(), 5);
        List<SpanSummary> spans = accumulator.spans(List.of(new LoadSpan(0, 2), new LoadSpan(2, 4)));
        assertThat(spans).extracting(span -> span.requests().total()).containsExactly(1, 0);
        assertThat(spans.getFirst().latenessMillis().isEmpty()).isTrue();
    }
}
