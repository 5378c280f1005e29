package dev.guidellm.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.SloConfig;
import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.RequestOutcome;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullMarked
class AccumulatorTest {
    private static final Offset<Double> CLOSE = within(1e-9);
    private static final RequestOutcome BROKEN =
            new RequestOutcome.Failed(FailureKind.BROKEN_OFF, null, null, "the stream ended early", null);

    private MeasurementWindowTracker tracker =
            new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, null, 0);

    @Test
    void unmeasuredValuesEnterNoDistribution() {
        Accumulator accumulator = accumulator(null, false, null);
        accumulator.add(Requests.from(0, 1).usage(10L, 5L).tokens(0.2, 0.6, 5).build(), 1);
        accumulator.add(Requests.from(1, 2).usage(10L, null).build(), 2);
        accumulator.add(Requests.from(2, 3).noText().outcome(BROKEN).build(), 3);
        BenchmarkMetrics metrics = compile(accumulator);
        assertThat(metrics.requestTotals()).isEqualTo(new RequestTotals(2, 1, 0));
        assertThat(metrics.orEmpty(BenchmarkMetric.REQUEST_LATENCY).total().count())
                .isEqualTo(3);
        StatusDistributionSummary answer = metrics.orEmpty(BenchmarkMetric.OUTPUT_TOKEN_COUNT);
        assertThat(answer.successful().count()).isEqualTo(1);
        assertThat(answer.successful().mean()).isEqualTo(5);
        assertThat(answer.errored()).isEqualTo(DistributionSummary.EMPTY);
        assertThat(metrics.orEmpty(BenchmarkMetric.TOTAL_TOKEN_COUNT)
                        .successful()
                        .mean())
                .isEqualTo(15);
        assertThat(metrics.orEmpty(BenchmarkMetric.TIME_TO_FIRST_TOKEN_MS)
                        .total()
                        .mean())
                .isEqualTo(200, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.INTER_TOKEN_LATENCY_MS)
                        .total()
                        .mean())
                .isEqualTo(100, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.TIME_TO_LAST_ROUND_TRIP_MS).isEmpty())
                .isTrue();
    }

    @Test
    void tokenRatesAreTokensInTheWindowByItsLength() {
        Accumulator accumulator = accumulator(null, false, null);
        for (int i = 0; i < 10; i++) {
            accumulator.add(
                    Requests.from(i, i + 1)
                            .usage(7L, 8L)
                            .tokens(i + 0.1, i + 0.8, 8)
                            .build(),
                    i + 1);
        }
        BenchmarkMetrics metrics = compile(accumulator);
        assertThat(metrics.orEmpty(BenchmarkMetric.REQUESTS_PER_SECOND)
                        .successful()
                        .mean())
                .isEqualTo(1, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.OUTPUT_TOKENS_PER_SECOND)
                        .successful()
                        .mean())
                .isEqualTo(8, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.TOKENS_PER_SECOND).total().mean())
                .isEqualTo(15, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.REQUEST_CONCURRENCY).total().mean())
                .isEqualTo(1, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.OUTPUT_TOKENS_PER_ITERATION)
                        .total()
                        .count())
                .isEqualTo(80);
        ModalityMetrics text = metrics.modality(Modality.TEXT_TOKENS);
        assertThat(requireNonNull(text.total()).total().mean()).isEqualTo(15);
        assertThat(requireNonNull(text.outputPerSecond()).total().mean()).isEqualTo(8, CLOSE);
        assertThat(metrics.modality(Modality.IMAGE_TOKENS)).isEqualTo(ModalityMetrics.NONE);
    }

    @Test
    void requestsOutsideTheWindowAreLeftOut() {
        Accumulator accumulator = accumulator(null, false, null);
        for (int i = 0; i < 10; i++) {
            accumulator.add(Requests.from(i, i + 0.9).usage(1L, 1L).build(), i + 1);
        }
        BenchmarkMetrics metrics = accumulator.compile(new MeasurementWindow(0, 2.95, 6.5, 9.9));
        assertThat(metrics.requestTotals().total()).isEqualTo(4);
        assertThat(accumulator.requestsMade().total()).isEqualTo(10);
    }

    @Test
    void delaysNeedAnArrivalSchedule() {
        Accumulator closed = accumulator(null, false, null);
        closed.add(Requests.from(1, 2).target(0.4).build(), 2);
        assertThat(compile(closed).rootDispatchDelay()).isNull();
        assertThat(compile(closed).distribution(BenchmarkMetric.REQUEST_DISPATCH_DELAY))
                .isNull();
        tracker = new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, null, 0);
        Accumulator open = accumulator(null, true, null);
        open.add(Requests.from(1, 2).target(0.4).build(), 2);
        open.add(Requests.from(2, 3).target(0).turn(1).build(), 3);
        BenchmarkMetrics metrics = compile(open);
        assertThat(requireNonNull(metrics.rootDispatchDelay()).mean()).isEqualTo(0.6, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.REQUEST_DISPATCH_DELAY)
                        .total()
                        .max())
                .isEqualTo(2, CLOSE);
        assertThat(metrics.orEmpty(BenchmarkMetric.REQUEST_SCHEDULED_LATENCY)
                        .total()
                        .max())
                .isEqualTo(3, CLOSE);
        List<TurnMetrics> turns = requireNonNull(metrics.turns());
        assertThat(turns).extracting(TurnMetrics::turnIndex).containsExactly(0, 1);
        assertThat(turns.get(1).requestLatency().successful().count()).isEqualTo(1);
    }

    @Test
    void erroredRequestsMissTheObjectivesAndUndeterminedOnesAreLeftOut() {
        SloConfig slo = new SloConfig(300.0, null, null);
        Accumulator accumulator = accumulator(null, false, slo);
        accumulator.add(Requests.from(0, 1).usage(1L, 5L).tokens(0.2, 0.6, 5).build(), 1);
        accumulator.add(Requests.from(1, 2).usage(1L, 5L).tokens(1.4, 1.6, 5).build(), 2);
        accumulator.add(Requests.from(2, 3).usage(1L, 5L).build(), 3);
        accumulator.add(Requests.from(3, 4).outcome(BROKEN).build(), 4);
        BenchmarkMetrics metrics = compile(accumulator);
        assertThat(metrics.sloDeterminedRequests()).isEqualTo(3);
        assertThat(metrics.sloAttainment()).isEqualTo(1 / 3.0, CLOSE);
        assertThat(requireNonNull(metrics.requestGoodput()).successful().mean()).isEqualTo(0.25, CLOSE);
    }

    @Test
    void objectivesWithSharesOfTheirOwnAreCountedApart() {
        SloConfig slo = new SloConfig(300.0, null, 1500.0, 0.5, null, null);
        Accumulator accumulator = accumulator(null, false, slo);
        // the first keeps both, the second only the whole latency, the third neither; the fourth has no first token
        accumulator.add(Requests.from(0, 1).usage(1L, 5L).tokens(0.2, 0.6, 5).build(), 1);
        accumulator.add(Requests.from(1, 2).usage(1L, 5L).tokens(1.4, 1.6, 5).build(), 2);
        accumulator.add(Requests.from(2, 4).usage(1L, 5L).tokens(2.5, 3.6, 5).build(), 4);
        accumulator.add(Requests.from(4, 5).usage(1L, 5L).build(), 5);
        BenchmarkMetrics metrics = compile(accumulator);
        assertThat(metrics.objectiveAttainments())
                .containsExactly(
                        new ObjectiveAttainment(new SloConfig(null, null, 1500.0), 3, 4),
                        new ObjectiveAttainment(new SloConfig(300.0, null, null, 0.5, null, null), 1, 3));
        assertThat(metrics.overallAttainment()).isEqualTo(new ObjectiveAttainment(slo, 1, 3));
    }

    @Test
    void withoutAVerdictThereIsNoAttainment() {
        Accumulator accumulator = accumulator(null, false, new SloConfig(300.0, null, null));
        accumulator.add(Requests.from(0, 1).usage(1L, 5L).build(), 1);
        assertThat(compile(accumulator).sloAttainment()).isNull();
        assertThat(compile(accumulator).requestGoodput()).isNull();
    }

    @Test
    void tokensOfACutAnswerAreAtLeastItsEvents() {
        Accumulator accumulator = accumulator(null, false, null);
        accumulator.add(
                Requests.from(0, 1)
                        .usage(4L, null)
                        .tokens(0.2, 0.4, 3)
                        .outcome(BROKEN)
                        .build(),
                1);
        MeasuredRequest kept = accumulator.requests().errored().getFirst();
        assertThat(kept.outputTokens()).isEqualTo(3);
        assertThat(kept.outputTokenSource()).isEqualTo(TokenCountSource.STREAM_EVENTS);
    }

    @Test
    void uncountedAnswersAreCountedHereWhereThatIsPossible() {
        AccumulatorSettings settings = new AccumulatorSettings(config(null, null), false, 1, response -> 2L);
        Accumulator accumulator = new Accumulator(settings, tracker);
        accumulator.add(Requests.from(0, 1).usage(4L, null).build(), 1);
        MeasuredRequest kept = accumulator.requests().successful().getFirst();
        assertThat(kept.outputTokens()).isEqualTo(2);
        assertThat(kept.outputTokenSource()).isEqualTo(TokenCountSource.TOKENIZER);
    }

    @Test
    void sampleHoldsTheAskedNumberOfEachStatusAndIsReproducible() {
        List<String> first = sampledIds();
        tracker = new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, null, 0);
        assertThat(sampledIds()).isEqualTo(first).hasSize(5).doesNotHaveDuplicates();
        assertThat(first).isNotEqualTo(List.of("0", "1", "2", "3", "4"));
    }

    private List<String> sampledIds() {
        Accumulator accumulator = accumulator(5, false, null);
        for (int i = 0; i < 200; i++) {
            accumulator.add(Requests.from(i, i + 1).id(Integer.toString(i)).build(), i + 1);
        }
        accumulator.add(Requests.from(200, 201).outcome(BROKEN).build(), 201);
        assertThat(accumulator.requests().errored()).hasSize(1);
        return accumulator.requests().successful().stream()
                .map(r -> r.request().requestId())
                .toList();
    }

    @Test
    void sampleSizeZeroListsNoRequests() {
        Accumulator accumulator = accumulator(0, false, null);
        accumulator.add(Requests.from(0, 1).usage(3L, 2L).asked(5, "{}").build(), 1);
        assertThat(accumulator.requests().successful()).isEmpty();
        assertThat(accumulator.requestsMade()).isEqualTo(new RequestTotals(1, 0, 0));
    }

    @Test
    void failuresThatLookAlikeAreGrouped() {
        Accumulator accumulator = accumulator(null, false, null);
        RequestOutcome busy =
                new RequestOutcome.Failed(FailureKind.HTTP_STATUS, 429, "rate_limit", "HTTP 429: slow down", "2");
        accumulator.add(Requests.from(0, 1).id("a").outcome(BROKEN).build(), 1);
        accumulator.add(Requests.from(1, 2).id("b").outcome(busy).build(), 2);
        accumulator.add(Requests.from(2, 3).id("c").outcome(busy).build(), 3);
        accumulator.add(
                Requests.from(3, 4).outcome(new RequestOutcome.Cancelled(false)).build(), 4);
        ErrorSummary errors = accumulator.errors();
        assertThat(errors.groups())
                .extracting(
                        ErrorSummary.Group::message, ErrorSummary.Group::count, ErrorSummary.Group::exampleRequestId)
                .containsExactly(tuple("HTTP 429: slow down", 2, "b"), tuple("the stream ended early", 1, "a"));
        assertThat(errors.throttled()).isEqualTo(2);
        assertThat(errors.retryAfter()).containsOnlyKeys("2").containsValue(2);
        assertThat(errors.cancelledBeforeStart()).isEqualTo(1);
        assertThat(accumulator.requestsMade()).isEqualTo(new RequestTotals(0, 3, 0));
    }

    @Test
    void onlyForbiddenEarlyStopsAreShort() {
        Accumulator accumulator = accumulator(null, false, null);
        accumulator.add(
                Requests.from(0, 1)
                        .usage(1L, 3L)
                        .asked(5, "{\"ignore_eos\": true}")
                        .build(),
                1);
        accumulator.add(
                Requests.from(1, 2)
                        .usage(1L, 3L)
                        .asked(5, "{\"max_tokens\": 5}")
                        .build(),
                2);
        accumulator.add(
                Requests.from(2, 3)
                        .usage(1L, 5L)
                        .asked(5, "{\"ignore_eos\": true}")
                        .build(),
                3);
        accumulator.add(
                Requests.from(3, 4)
                        .usage(1L, 3L)
                        .asked(5, "{\"content\": \"\\\"ignore_eos\\\": true\"}")
                        .build(),
                4);
        assertThat(accumulator.errors().shortAnswers()).isEqualTo(1);
    }

    @Test
    void liveFiguresFollowEveryRequest() {
        Accumulator accumulator = accumulator(null, false, null);
        assertThat(accumulator.live(4)).isEqualTo(LiveStatistics.EMPTY);
        accumulator.add(Requests.from(0, 1).usage(10L, 5L).tokens(0.2, 0.6, 5).build(), 1);
        accumulator.add(Requests.from(1, 4).usage(10L, 3L).build(), 4);
        LiveStatistics live = accumulator.live(4);
        assertThat(live.totals().successful()).isEqualTo(2);
        assertThat(live.requestsPerSecond()).isEqualTo(0.5, CLOSE);
        assertThat(live.outputTokensPerSecond()).isEqualTo(2, CLOSE);
        assertThat(live.meanTimeToFirstTokenMs()).isEqualTo(200, CLOSE);
    }

    @Test
    void liveFiguresTellHowThingsAreNow() {
        Accumulator accumulator = accumulator(null, false, new SloConfig(300.0, null, null));
        assertThat(accumulator.live(0).attainment()).isNull();
        accumulator.add(Requests.from(0, 1).usage(10L, 5L).tokens(0.2, 0.6, 5).build(), 1);
        accumulator.add(Requests.from(1, 2).usage(10L, 5L).tokens(1.4, 1.8, 5).build(), 2);
        accumulator.add(Requests.from(2, 3).outcome(BROKEN).build(), 3);
        LiveStatistics live = accumulator.live(3);
        RecentPercentiles firstToken = Objects.requireNonNull(live.recentTimeToFirstTokenMs());
        RecentPercentiles gap = Objects.requireNonNull(live.recentInterTokenLatencyMs());
        LiveAttainment attainment = Objects.requireNonNull(live.attainment());
        assertThat(firstToken.p50()).isEqualTo(200, CLOSE);
        assertThat(firstToken.p95()).isEqualTo(400, CLOSE);
        assertThat(gap.p95()).isEqualTo(100, CLOSE);
        assertThat(attainment.conforming()).isEqualTo(1);
        assertThat(attainment.determined()).isEqualTo(3);
        assertThat(attainment.share()).isEqualTo(1 / 3.0, CLOSE);
        assertThat(Objects.requireNonNull(attainment.interval()).lower()).isEqualTo(0.0615, within(1e-3));
    }

    @Test
    void stageMeansTellZeroFromMissing() {
        Accumulator accumulator = accumulator(null, false, null);
        accumulator.add(Requests.from(0, 1).build(), 1.5);
        SchedulerMetrics scheduler =
                accumulator.schedulerMetrics(tracker.finish(null), 0, 2.0, new double[] {0.1, 0.3}, true, "concurrent");
        assertThat(scheduler.queuedTimeAvg()).isEqualTo(0);
        assertThat(scheduler.requestTargetedStartDelayAvg()).isNull();
        assertThat(scheduler.processedDelayAvg()).isEqualTo(0.5, CLOSE);
        assertThat(scheduler.generationDelay().mean()).isEqualTo(0.2, CLOSE);
        assertThat(scheduler.requestsMade()).isEqualTo(new RequestTotals(1, 0, 0));
    }

    @Test
    void requestsThatAreNotKeptCostLessThanTwoHundredBytes() {
        Accumulator accumulator = accumulator(1, true, null);
        int count = 100_000;
        long before = usedBytes();
        for (int i = 0; i < count; i++) {
            double from = i * 0.001;
            accumulator.add(
                    Requests.from(from, from + 1)
                            .target(from)
                            .usage(100L, 64L)
                            .tokens(from + 0.1, from + 0.9, 64)
                            .http(new HttpPhases(
                                    Float.NaN, Float.NaN, Float.NaN, 1e-5f, 0.1f, 0.9f, i, 500, 12_000, i % 3))
                            .build(),
                    from + 1);
        }
        assertThat(usedBytes() - before).isLessThan(200L * count);
        assertThat(accumulator.requestsMade().total()).isEqualTo(count);
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private BenchmarkMetrics compile(Accumulator accumulator) {
        return accumulator.compile(tracker.finish(null));
    }

    private Accumulator accumulator(@Nullable Integer sampleSize, boolean schedule, @Nullable SloConfig slo) {
        return new Accumulator(
                new AccumulatorSettings(config(sampleSize, slo), schedule, 42, OutputTokenCounter.NONE), tracker);
    }

    private static MetricsConfig.Generative config(@Nullable Integer sampleSize, @Nullable SloConfig slo) {
        return new MetricsConfig.Generative(
                List.of(), sampleSize, true, 0.95, slo, false, MetricsConfig.MeanInterval.STUDENT);
    }
}
