package dev.guidellm.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Turns the columns of one benchmark into its metrics over one window.
///
/// A request belongs to the window when its time overlaps it; token times narrow that for the metrics about
/// tokens.
final class MetricsCompiler {
    private static final int[] NO_ROWS = {};

    private final RequestColumns columns;
    private final MeasurementWindow window;
    private final TimeWeighted.Bounds bounds;
    private final @Nullable Double confidence;
    private final Selection selected;

    MetricsCompiler(RequestColumns columns, MeasurementWindow window, @Nullable Double confidence) {
        this.columns = columns;
        this.window = window;
        this.bounds = TimeWeighted.Bounds.of(window);
        this.confidence = confidence;
        this.selected = Selection.of(columns, row -> window.overlaps(columns.start(row), columns.end(row)));
    }

    /// Rows by status.
    private record Selection(Map<RequestStatus, int[]> rows) {
        static Selection of(RequestColumns columns, IntPredicate wanted) {
            Map<RequestStatus, int[]> rows = new EnumMap<>(RequestStatus.class);
            for (RequestStatus status : RequestStatus.values()) {
                rows.put(
                        status,
                        IntStream.range(0, columns.size())
                                .filter(row -> columns.status(row) == status && wanted.test(row))
                                .toArray());
            }
            return new Selection(rows);
        }

        int[] of(RequestStatus status) {
            return rows.getOrDefault(status, NO_ROWS);
        }

        /// All rows, status by status.
        IntStream all() {
            return rows.values().stream().flatMapToInt(Arrays::stream);
        }

        Selection where(IntPredicate wanted) {
            Map<RequestStatus, int[]> fewer = new EnumMap<>(RequestStatus.class);
            rows.forEach((status, all) ->
                    fewer.put(status, Arrays.stream(all).filter(wanted).toArray()));
            return new Selection(fewer);
        }

        RequestTotals totals() {
            return new RequestTotals(
                    of(RequestStatus.SUCCESSFUL).length,
                    of(RequestStatus.ERRORED).length,
                    of(RequestStatus.INCOMPLETE).length);
        }
    }

    /// Adds what one request contributes.
    private interface Contribution<T> {
        void add(int row, T target);
    }

    BenchmarkMetrics compile(boolean hasArrivalSchedule, boolean hasObjectives) {
        Map<BenchmarkMetric, StatusDistributionSummary> all = new EnumMap<>(BenchmarkMetric.class);
        all.put(BenchmarkMetric.REQUESTS_PER_SECOND, rate((row, events) -> events.add(columns.end(row), 1)));
        all.put(
                BenchmarkMetric.REQUEST_CONCURRENCY,
                concurrency((row, stretches) -> stretches.add(columns.start(row), columns.end(row), 1)));
        addPerRequestValues(all, hasArrivalSchedule);
        addTokenRates(all);
        addTokensPerIteration(all);
        Goodput goodput = hasObjectives ? goodput() : Goodput.NONE;
        return new BenchmarkMetrics(
                selected.totals(),
                all,
                hasArrivalSchedule ? rootDispatchDelay() : null,
                modalities(),
                turns(),
                goodput.attainment,
                goodput.determined,
                goodput.rate);
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
                        confidence));
        put(all, BenchmarkMetric.PROMPT_TOKEN_COUNT, RequestMetric.PROMPT_TOKENS);
        put(all, BenchmarkMetric.OUTPUT_TOKEN_COUNT, RequestMetric.OUTPUT_TOKENS);
        put(all, BenchmarkMetric.TOTAL_TOKEN_COUNT, RequestMetric.TOTAL_TOKENS);
        all.put(BenchmarkMetric.TIME_TO_FIRST_TOKEN_MS, timeToFirstToken(selected, confidence));
        all.put(
                BenchmarkMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS,
                values(
                        selected,
                        value(RequestMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS),
                        MetricsCompiler::unweighted,
                        row -> window.overlaps(columns.start(row), columns.firstOutputToken(row)),
                        confidence));
        IntToDoubleFunction tokens = value(RequestMetric.OUTPUT_TOKENS);
        all.put(
                BenchmarkMetric.TIME_PER_OUTPUT_TOKEN_MS,
                values(selected, value(RequestMetric.TIME_PER_OUTPUT_TOKEN_MS), tokens, MetricsCompiler::always, null));
        all.put(BenchmarkMetric.INTER_TOKEN_LATENCY_MS, interTokenLatency(selected));
        put(all, BenchmarkMetric.TIME_TO_LAST_ROUND_TRIP_MS, RequestMetric.TIME_TO_LAST_ROUND_TRIP_MS);
        put(all, BenchmarkMetric.AVG_ROUND_TRIP_TIME_MS, RequestMetric.AVG_ROUND_TRIP_TIME_MS);
    }

    private void addTokenRates(Map<BenchmarkMetric, StatusDistributionSummary> all) {
        all.put(BenchmarkMetric.PROMPT_TOKENS_PER_SECOND, rate(this::addPromptTokens));
        all.put(BenchmarkMetric.OUTPUT_TOKENS_PER_SECOND, rate(this::addOutputTokens));
        all.put(BenchmarkMetric.TOKENS_PER_SECOND, rate((row, events) -> {
            addPromptTokens(row, events);
            addOutputTokens(row, events);
        }));
    }

    private void addTokensPerIteration(Map<BenchmarkMetric, StatusDistributionSummary> all) {
        all.put(BenchmarkMetric.OUTPUT_TOKENS_PER_ITERATION, amounts((row, amounts) -> {
            double tokens = columns.value(RequestMetric.OUTPUT_TOKENS, row);
            int iterations = columns.tokenIterations(row);
            if (iterations == 1 ? !Double.isNaN(tokens) : iterations > 1 && tokens <= 1) {
                amounts.add(tokens, 1);
            } else if (iterations > 1 && tokens > 1) {
                amounts.add(1, 1);
                amounts.add(TokenSeries.perLaterIteration(tokens, iterations), iterations - 1);
            }
        }));
        all.put(BenchmarkMetric.ITER_TOKENS_PER_ITERATION, amounts((row, amounts) -> {
            double tokens = columns.value(RequestMetric.OUTPUT_TOKENS, row);
            int iterations = columns.tokenIterations(row);
            if (iterations > 1 && tokens > 1) {
                amounts.add(TokenSeries.perLaterIteration(tokens, iterations), iterations - 1);
            }
        }));
    }

    private void addPromptTokens(int row, TimeSeries events) {
        TokenSeries.addPrompt(
                events, columns.firstToken(row), columns.end(row), columns.value(RequestMetric.PROMPT_TOKENS, row));
    }

    private void addOutputTokens(int row, TimeSeries events) {
        TokenSeries.addOutput(
                events,
                columns.firstToken(row),
                columns.lastToken(row),
                columns.end(row),
                columns.value(RequestMetric.OUTPUT_TOKENS, row),
                columns.tokenIterations(row));
    }

    private @Nullable DistributionSummary rootDispatchDelay() {
        WeightedValues delays = new WeightedValues(64);
        selected.all().filter(columns::isRoot).forEach(row -> {
            double delay = columns.value(RequestMetric.REQUEST_DISPATCH_DELAY, row);
            if (!Double.isNaN(delay)) {
                delays.add(delay, 1);
            }
        });
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
        Side input = side(row -> columns.input(modality, row));
        Side output = side(row -> columns.output(modality, row));
        Side total = input.counts == null || output.counts == null
                ? Side.NONE
                : side(row -> columns.input(modality, row) + columns.output(modality, row));
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
        return new Side(
                counts,
                rate((row, events) -> {
                    double amount = count.applyAsDouble(row);
                    if (!Double.isNaN(amount)) {
                        events.add(columns.end(row), amount);
                    }
                }),
                concurrency((row, stretches) -> {
                    double amount = count.applyAsDouble(row);
                    if (!Double.isNaN(amount)) {
                        stretches.add(columns.start(row), columns.end(row), amount);
                    }
                }));
    }

    private @Nullable List<TurnMetrics> turns() {
        int[] indexes =
                selected.all().map(columns::turnIndex).distinct().sorted().toArray();
        if (indexes.length == 0 || indexes[indexes.length - 1] == 0) {
            return null;
        }
        List<TurnMetrics> turns = new ArrayList<>();
        for (int index : indexes) {
            Selection turn = selected.where(row -> columns.turnIndex(row) == index);
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

    private record Goodput(
            @Nullable Double attainment,
            int determined,
            @Nullable StatusDistributionSummary rate) {
        static final Goodput NONE = new Goodput(null, 0, null);
    }

    /// Successful requests with a verdict, and all errored ones as missed.
    private Goodput goodput() {
        int conforming = 0;
        int determined = selected.of(RequestStatus.ERRORED).length;
        TimeSeries ends = new TimeSeries();
        for (int row : selected.of(RequestStatus.SUCCESSFUL)) {
            switch (columns.verdict(row)) {
                case MET -> {
                    conforming++;
                    determined++;
                    ends.add(columns.end(row), 1);
                }
                case MISSED -> determined++;
                case UNDETERMINED -> {}
            }
        }
        if (determined == 0) {
            return Goodput.NONE;
        }
        DistributionSummary rate = TimeWeighted.rate(ends, bounds, TimeWeighted.MERGE_SECONDS);
        return new Goodput(
                (double) conforming / determined,
                determined,
                new StatusDistributionSummary(rate, DistributionSummary.EMPTY, DistributionSummary.EMPTY, rate));
    }

    private StatusDistributionSummary timeToFirstToken(Selection rows, @Nullable Double level) {
        return values(
                rows,
                value(RequestMetric.TIME_TO_FIRST_TOKEN_MS),
                MetricsCompiler::unweighted,
                row -> window.overlaps(columns.start(row), columns.firstToken(row)),
                level);
    }

    private StatusDistributionSummary interTokenLatency(Selection rows) {
        return values(
                rows,
                value(RequestMetric.INTER_TOKEN_LATENCY_MS),
                row -> columns.value(RequestMetric.OUTPUT_TOKENS, row) - 1,
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
                        metric.hasInterval() ? confidence : null));
    }

    private IntToDoubleFunction value(RequestMetric metric) {
        return row -> columns.value(metric, row);
    }

    private static StatusDistributionSummary values(
            Selection rows,
            IntToDoubleFunction value,
            IntToDoubleFunction weight,
            IntPredicate included,
            @Nullable Double level) {
        WeightedValues total = new WeightedValues(64);
        return byStatus(
                status -> {
                    WeightedValues part = new WeightedValues(rows.of(status).length);
                    for (int row : rows.of(status)) {
                        double measured = value.applyAsDouble(row);
                        if (!Double.isNaN(measured) && included.test(row)) {
                            part.add(measured, weight.applyAsDouble(row));
                        }
                    }
                    total.addAll(part);
                    return Distribution.summarize(part, level);
                },
                () -> Distribution.summarize(total, level));
    }

    private StatusDistributionSummary amounts(Contribution<WeightedValues> contribution) {
        WeightedValues total = new WeightedValues(64);
        return byStatus(
                status -> {
                    WeightedValues part = new WeightedValues(64);
                    for (int row : selected.of(status)) {
                        contribution.add(row, part);
                        contribution.add(row, total);
                    }
                    return Distribution.summarize(part, null);
                },
                () -> Distribution.summarize(total, null));
    }

    private StatusDistributionSummary rate(Contribution<TimeSeries> contribution) {
        TimeSeries total = new TimeSeries();
        List<DistributionSummary> withEvents = new ArrayList<>();
        return byStatus(
                status -> {
                    TimeSeries part = new TimeSeries();
                    for (int row : selected.of(status)) {
                        contribution.add(row, part);
                    }
                    total.addAll(part);
                    DistributionSummary summary = TimeWeighted.rate(part, bounds, TimeWeighted.MERGE_SECONDS);
                    if (!part.isEmpty()) {
                        withEvents.add(summary);
                    }
                    return summary;
                },
                // millions of token times are not merged again where one status has them all
                () -> withEvents.size() == 1
                        ? withEvents.getFirst()
                        : TimeWeighted.rate(total, bounds, TimeWeighted.MERGE_SECONDS));
    }

    private StatusDistributionSummary concurrency(Contribution<Intervals> contribution) {
        Intervals total = new Intervals();
        return byStatus(
                status -> {
                    Intervals part = new Intervals();
                    for (int row : selected.of(status)) {
                        contribution.add(row, part);
                    }
                    total.addAll(part);
                    return TimeWeighted.concurrency(part, bounds, TimeWeighted.MERGE_SECONDS);
                },
                () -> TimeWeighted.concurrency(total, bounds, TimeWeighted.MERGE_SECONDS));
    }

    private static double unweighted(int row) {
        return 1;
    }

    private static boolean always(int row) {
        return true;
    }

    /// Asks for the three statuses in order, then for all together.
    private static StatusDistributionSummary byStatus(
            Function<RequestStatus, DistributionSummary> part, Supplier<DistributionSummary> total) {
        DistributionSummary successful = part.apply(RequestStatus.SUCCESSFUL);
        DistributionSummary errored = part.apply(RequestStatus.ERRORED);
        DistributionSummary incomplete = part.apply(RequestStatus.INCOMPLETE);
        return new StatusDistributionSummary(successful, errored, incomplete, total.get());
    }
}
