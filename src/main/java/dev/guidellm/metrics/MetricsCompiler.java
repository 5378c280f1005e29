package dev.guidellm.metrics;

import dev.guidellm.config.SloConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Turns the columns of one benchmark into its metrics over one window.
///
/// A request belongs to the window when its time overlaps it; token times narrow that for the metrics about
/// tokens.
final class MetricsCompiler {
    private final RequestColumns columns;
    private final MeasurementWindow window;
    private final TimeWeighted.Bounds bounds;
    private final @Nullable Intervals intervals;
    private final SelectedRows selected;

    MetricsCompiler(RequestColumns columns, MeasurementWindow window, @Nullable Intervals intervals) {
        this.columns = columns;
        this.window = window;
        this.bounds = TimeWeighted.Bounds.of(window);
        this.intervals = intervals;
        this.selected = SelectedRows.of(columns, row -> window.overlaps(columns.start(row), columns.end(row)));
    }

    /// @param objectives null for none
    BenchmarkMetrics compile(boolean hasArrivalSchedule, @Nullable SloConfig objectives) {
        Map<BenchmarkMetric, StatusDistributionSummary> all = new EnumMap<>(BenchmarkMetric.class);
        all.put(BenchmarkMetric.REQUESTS_PER_SECOND, rate(MetricsCompiler::unweighted));
        all.put(BenchmarkMetric.REQUEST_CONCURRENCY, concurrency(MetricsCompiler::unweighted));
        addPerRequestValues(all, hasArrivalSchedule);
        addTokenRates(all);
        addTokensPerIteration(all);
        ObjectiveAttainment overall = objectives == null ? null : attainment(objectives, columns::verdict);
        return new BenchmarkMetrics(
                selected.totals(),
                all,
                hasArrivalSchedule ? rootDispatchDelay() : null,
                modalities(),
                turns(),
                overall,
                overall == null ? List.of() : attainments(overall),
                overall == null || overall.determined() == 0 ? null : goodput());
    }

    private void addPerRequestValues(Map<BenchmarkMetric, StatusDistributionSummary> all, boolean hasArrivalSchedule) {
        put(all, BenchmarkMetric.REQUEST_LATENCY, RequestMetric.REQUEST_LATENCY);
        if (hasArrivalSchedule) {
            put(all, BenchmarkMetric.REQUEST_DISPATCH_DELAY, RequestMetric.REQUEST_DISPATCH_DELAY);
            put(all, BenchmarkMetric.REQUEST_SCHEDULED_LATENCY, RequestMetric.REQUEST_SCHEDULED_LATENCY);
            put(all, BenchmarkMetric.TURN_PREDECESSOR_DELAY, RequestMetric.TURN_PREDECESSOR_DELAY);
            put(all, BenchmarkMetric.TURN_SCHEDULING_DELAY, RequestMetric.TURN_SCHEDULING_DELAY);
        }
        all.put(
                BenchmarkMetric.REQUEST_STREAMING_ITERATIONS_COUNT,
                values(
                        selected,
                        columns::requestIterations,
                        MetricsCompiler::unweighted,
                        MetricsCompiler::always,
                        intervals));
        put(all, BenchmarkMetric.PROMPT_TOKEN_COUNT, RequestMetric.PROMPT_TOKENS);
        put(all, BenchmarkMetric.OUTPUT_TOKEN_COUNT, RequestMetric.OUTPUT_TOKENS);
        put(all, BenchmarkMetric.TOTAL_TOKEN_COUNT, RequestMetric.TOTAL_TOKENS);
        all.put(BenchmarkMetric.TIME_TO_FIRST_TOKEN_MS, timeToFirstToken(selected, intervals));
        all.put(
                BenchmarkMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS,
                values(
                        selected,
                        value(RequestMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS),
                        MetricsCompiler::unweighted,
                        row -> window.overlaps(columns.start(row), columns.firstOutputToken(row)),
                        intervals));
        IntToDoubleFunction tokens = value(RequestMetric.OUTPUT_TOKENS);
        all.put(
                BenchmarkMetric.TIME_PER_OUTPUT_TOKEN_MS,
                values(selected, value(RequestMetric.TIME_PER_OUTPUT_TOKEN_MS), tokens, MetricsCompiler::always, null));
        all.put(BenchmarkMetric.INTER_TOKEN_LATENCY_MS, interTokenLatency(selected));
        put(all, BenchmarkMetric.TIME_TO_LAST_ROUND_TRIP_MS, RequestMetric.TIME_TO_LAST_ROUND_TRIP_MS);
        put(all, BenchmarkMetric.AVG_ROUND_TRIP_TIME_MS, RequestMetric.AVG_ROUND_TRIP_TIME_MS);
    }

    /// How fast tokens came, in one pass over millions of token times.
    private record TokenRates(DistributionSummary prompt, DistributionSummary output, DistributionSummary total) {}

    private void addTokenRates(Map<BenchmarkMetric, StatusDistributionSummary> all) {
        SelectedRows.Found<TokenRates> rates = selected.each(this::tokenRates);
        all.put(BenchmarkMetric.PROMPT_TOKENS_PER_SECOND, rates.summaries(TokenRates::prompt));
        all.put(BenchmarkMetric.OUTPUT_TOKENS_PER_SECOND, rates.summaries(TokenRates::output));
        all.put(BenchmarkMetric.TOKENS_PER_SECOND, rates.summaries(TokenRates::total));
    }

    private TokenRates tokenRates(RowGroup group) {
        TimeSeries prompts = new TimeSeries();
        TimeSeries outputs = new TimeSeries();
        IntToDoubleFunction promptTokens = value(RequestMetric.PROMPT_TOKENS);
        IntToDoubleFunction outputTokens = value(RequestMetric.OUTPUT_TOKENS);
        for (int row : group.rows()) {
            double first = columns.firstToken(row);
            double end = columns.end(row);
            TokenSeries.addPrompt(prompts, first, end, promptTokens.applyAsDouble(row));
            TokenSeries.addOutput(
                    outputs,
                    first,
                    columns.lastToken(row),
                    end,
                    outputTokens.applyAsDouble(row),
                    columns.tokenIterations(row));
        }
        TimeWeighted.Rates prompt = new TimeWeighted.Rates(bounds, TimeWeighted.MERGE_SECONDS);
        TimeWeighted.Rates output = new TimeWeighted.Rates(bounds, TimeWeighted.MERGE_SECONDS);
        TimeWeighted.Rates total = new TimeWeighted.Rates(bounds, TimeWeighted.MERGE_SECONDS);
        TimeSeries.forEachOfBoth(
                prompts,
                (time, weight) -> {
                    prompt.accept(time, weight);
                    total.accept(time, weight);
                },
                outputs,
                (time, weight) -> {
                    output.accept(time, weight);
                    total.accept(time, weight);
                });
        return new TokenRates(prompt.summary(), output.summary(), total.summary());
    }

    private void addTokensPerIteration(Map<BenchmarkMetric, StatusDistributionSummary> all) {
        IntToDoubleFunction outputTokens = value(RequestMetric.OUTPUT_TOKENS);
        all.put(BenchmarkMetric.OUTPUT_TOKENS_PER_ITERATION, amounts((row, amounts) -> {
            double tokens = outputTokens.applyAsDouble(row);
            int iterations = columns.tokenIterations(row);
            if (iterations == 1 ? !Double.isNaN(tokens) : iterations > 1 && tokens <= 1) {
                amounts.add(tokens, 1);
            } else if (iterations > 1 && tokens > 1) {
                amounts.add(1, 1);
                amounts.add(TokenSeries.perLaterIteration(tokens, iterations), iterations - 1);
            }
        }));
        all.put(BenchmarkMetric.ITER_TOKENS_PER_ITERATION, amounts((row, amounts) -> {
            double tokens = outputTokens.applyAsDouble(row);
            int iterations = columns.tokenIterations(row);
            if (iterations > 1 && tokens > 1) {
                amounts.add(TokenSeries.perLaterIteration(tokens, iterations), iterations - 1);
            }
        }));
    }

    private @Nullable DistributionSummary rootDispatchDelay() {
        WeightedValues delays = new WeightedValues(64);
        IntToDoubleFunction dispatchDelay = value(RequestMetric.REQUEST_DISPATCH_DELAY);
        for (int row : selected.all()) {
            double delay = dispatchDelay.applyAsDouble(row);
            if (columns.isRoot(row) && !Double.isNaN(delay)) {
                delays.add(delay, 1);
            }
        }
        return delays.size() == 0 ? null : Distribution.summarize(delays, null);
    }

    private Map<Modality, ModalityMetrics> modalities() {
        Map<Modality, ModalityMetrics> all = new EnumMap<>(Modality.class);
        for (Modality modality : Modality.values()) {
            all.put(modality, columns.uses(modality) ? modality(modality) : ModalityMetrics.NONE);
        }
        return all;
    }

    private ModalityMetrics modality(Modality modality) {
        IntToDoubleFunction inputs = columns.input(modality)::get;
        IntToDoubleFunction outputs = columns.output(modality)::get;
        Side input = side(inputs);
        Side output = side(outputs);
        Side total = input.counts == null || output.counts == null
                ? Side.NONE
                : side(row -> inputs.applyAsDouble(row) + outputs.applyAsDouble(row));
        return new ModalityMetrics(
                input.counts,
                input.perSecond,
                input.concurrency,
                output.counts,
                output.perSecond,
                output.concurrency,
                total.counts,
                total.perSecond,
                total.concurrency);
    }

    private record Side(
            @Nullable StatusDistributionSummary counts,
            @Nullable StatusDistributionSummary perSecond,
            @Nullable StatusDistributionSummary concurrency) {
        static final Side NONE = new Side(null, null, null);
    }

    private Side side(IntToDoubleFunction count) {
        StatusDistributionSummary counts =
                values(selected, count, MetricsCompiler::unweighted, MetricsCompiler::always, null);
        if (counts.isEmpty()) {
            return Side.NONE;
        }
        return new Side(counts, rate(count), concurrency(count));
    }

    private @Nullable List<TurnMetrics> turns() {
        int[] indexes = Arrays.stream(selected.all())
                .map(columns::turnIndex)
                .distinct()
                .sorted()
                .toArray();
        if (indexes.length == 0 || indexes[indexes.length - 1] == 0) {
            return null;
        }
        List<TurnMetrics> turns = new ArrayList<>();
        for (int index : indexes) {
            SelectedRows turn = selected.where(row -> columns.turnIndex(row) == index);
            turns.add(new TurnMetrics(
                    index,
                    turn.totals(),
                    values(
                            turn,
                            value(RequestMetric.REQUEST_LATENCY),
                            MetricsCompiler::unweighted,
                            MetricsCompiler::always,
                            null),
                    values(
                            turn,
                            value(RequestMetric.PROMPT_TOKENS),
                            MetricsCompiler::unweighted,
                            MetricsCompiler::always,
                            null),
                    timeToFirstToken(turn, null),
                    interTokenLatency(turn)));
        }
        return turns;
    }

    /// Successful requests with a verdict, and all errored ones as missed.
    private ObjectiveAttainment attainment(SloConfig objectives, IntFunction<ServiceLevelObjective.Verdict> verdicts) {
        int conforming = 0;
        int determined = selected.of(RequestStatus.ERRORED).length;
        for (int row : selected.of(RequestStatus.SUCCESSFUL)) {
            switch (verdicts.apply(row)) {
                case MET -> {
                    conforming++;
                    determined++;
                }
                case MISSED -> determined++;
                case UNDETERMINED -> {}
            }
        }
        return new ObjectiveAttainment(objectives, conforming, determined);
    }

    private List<ObjectiveAttainment> attainments(ObjectiveAttainment overall) {
        List<SloConfig> groups = overall.objectives().groups();
        if (groups.size() == 1) {
            return List.of(new ObjectiveAttainment(groups.getFirst(), overall.conforming(), overall.determined()));
        }
        List<ObjectiveAttainment> attainments = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            int group = i;
            attainments.add(attainment(groups.get(i), row -> columns.verdict(group, row)));
        }
        return attainments;
    }

    private StatusDistributionSummary goodput() {
        TimeWeighted.Rates ends = new TimeWeighted.Rates(bounds, TimeWeighted.MERGE_SECONDS);
        for (int row : selected.successful().byEnd()) {
            if (columns.verdict(row) == ServiceLevelObjective.Verdict.MET) {
                ends.accept(columns.end(row), 1);
            }
        }
        DistributionSummary rate = ends.summary();
        return new StatusDistributionSummary(rate, DistributionSummary.EMPTY, DistributionSummary.EMPTY, rate);
    }

    private StatusDistributionSummary timeToFirstToken(SelectedRows rows, @Nullable Intervals asked) {
        return values(
                rows,
                value(RequestMetric.TIME_TO_FIRST_TOKEN_MS),
                MetricsCompiler::unweighted,
                row -> window.overlaps(columns.start(row), columns.firstToken(row)),
                asked);
    }

    private StatusDistributionSummary interTokenLatency(SelectedRows rows) {
        IntToDoubleFunction tokens = value(RequestMetric.OUTPUT_TOKENS);
        return values(
                rows,
                value(RequestMetric.INTER_TOKEN_LATENCY_MS),
                row -> tokens.applyAsDouble(row) - 1,
                row -> window.overlaps(columns.firstToken(row), columns.end(row)),
                null);
    }

    private void put(
            Map<BenchmarkMetric, StatusDistributionSummary> all, BenchmarkMetric metric, RequestMetric source) {
        all.put(
                metric,
                values(
                        selected,
                        value(source),
                        MetricsCompiler::unweighted,
                        MetricsCompiler::always,
                        metric.hasInterval() ? intervals : null));
    }

    private IntToDoubleFunction value(RequestMetric metric) {
        return columns.column(metric)::get;
    }

    private static StatusDistributionSummary values(
            SelectedRows rows,
            IntToDoubleFunction value,
            IntToDoubleFunction weight,
            IntPredicate included,
            @Nullable Intervals asked) {
        return rows.summaries(group -> {
            WeightedValues values = new WeightedValues(group.rows().length);
            for (int row : group.rows()) {
                double measured = value.applyAsDouble(row);
                if (!Double.isNaN(measured) && included.test(row)) {
                    values.add(measured, weight.applyAsDouble(row));
                }
            }
            return Distribution.summarize(values, asked);
        });
    }

    /// Adds what one request contributes.
    private interface Contribution {
        void add(int row, WeightedValues target);
    }

    private StatusDistributionSummary amounts(Contribution contribution) {
        return selected.summaries(group -> {
            WeightedValues amounts = new WeightedValues(64);
            for (int row : group.rows()) {
                contribution.add(row, amounts);
            }
            return Distribution.summarize(amounts, null);
        });
    }

    /// The rate of what requests bring when they end.
    ///
    /// @param amount of a request; NaN when it brings nothing
    private StatusDistributionSummary rate(IntToDoubleFunction amount) {
        return selected.summaries(group -> {
            TimeWeighted.Rates rates = new TimeWeighted.Rates(bounds, TimeWeighted.MERGE_SECONDS);
            for (int row : group.byEnd()) {
                double brought = amount.applyAsDouble(row);
                if (!Double.isNaN(brought)) {
                    rates.accept(columns.end(row), brought);
                }
            }
            return rates.summary();
        });
    }

    /// How much is under way.
    ///
    /// @param amount of a request; NaN leaves it out
    private StatusDistributionSummary concurrency(IntToDoubleFunction amount) {
        return selected.summaries(group -> {
            TimeWeighted.Levels levels = new TimeWeighted.Levels(bounds, TimeWeighted.MERGE_SECONDS);
            levels.sweep(group.byStart(), group.byEnd(), columns::start, columns::end, amount);
            return levels.summary();
        });
    }

    private static double unweighted(int row) {
        return 1;
    }

    private static boolean always(int row) {
        return true;
    }
}
