package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guidellm.config.WarningRuleConfig;
import dev.guidellm.config.WarningRuleConfig.ComparedValue;
import dev.guidellm.config.WarningRuleConfig.Condition;
import dev.guidellm.config.WarningRuleConfig.MetricRef;
import dev.guidellm.config.WarningRuleConfig.Statistic;
import dev.guidellm.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class WarningRulesTest {
    private static final MeasurementWindow WINDOW = new MeasurementWindow(0, 0, 10, 10);

    @Test
    void slowGenerationIsMeasuredAgainstTheFirstToken() {
        List<BenchmarkWarning> warnings = evaluate(WarningRuleConfig.DEFAULTS, 0.002, 100.0, null, false, "constant");
        assertThat(warnings)
                .containsExactly(new BenchmarkWarning(
                        "generation_delay_ttft",
                        "mean generation delay was 2% of mean time to first token ms.total (0.002s / 0.100s;"
                                + " threshold 1%).",
                        0.002 / (100 * 0.001),
                        0.01,
                        BenchmarkWarning.Unit.RATIO,
                        1,
                        "This means that the benchmark was likely bottlenecked by the data generation."));
    }

    @Test
    void lateRootsAreWarnedOfOnlyWithASchedule() {
        double[] delays = new double[37];
        Arrays.fill(delays, 0.457);
        List<BenchmarkWarning> warnings = evaluate(WarningRuleConfig.DEFAULTS, 0, 100.0, delays, false, "poisson");
        assertThat(warnings)
                .extracting(BenchmarkWarning::code, BenchmarkWarning::message)
                .containsExactly(
                        tuple("root_late", "p95 root dispatch delay was 0.457s over 37 samples (threshold 0.200s)."));
        assertThat(evaluate(WarningRuleConfig.DEFAULTS, 0, 100.0, null, false, "throughput"))
                .isEmpty();
    }

    @Test
    void incompleteDataIsWarnedOfForTracesOnly() {
        assertThat(evaluate(WarningRuleConfig.DEFAULTS, 0, 100.0, null, true, "trace"))
                .extracting(BenchmarkWarning::message, BenchmarkWarning::unit)
                .containsExactly(tuple("mean dataset incomplete was true.", BenchmarkWarning.Unit.BOOLEAN));
        assertThat(evaluate(WarningRuleConfig.DEFAULTS, 0, 100.0, null, true, "constant"))
                .isEmpty();
    }

    @Test
    void unknownMetricIsAWarningOfItsOwn() {
        WarningRuleConfig rule = rule("mine", "no_such.thing", 0.0);
        assertThat(evaluate(List.of(rule), 0, 100.0, null, false, "constant"))
                .extracting(BenchmarkWarning::code, BenchmarkWarning::message)
                .containsExactly(tuple(
                        "unknown_metric",
                        "Metric 'no_such.thing' in rule 'mine' was not found on the compiled scheduler or"
                                + " generative metrics."));
    }

    @Test
    void missingAndEmptyFiguresSayNothing() {
        assertThat(evaluate(List.of(rule("a", "request_dispatch_delay.total", 0)), 0, null, null, false, "concurrent"))
                .isEmpty();
        assertThat(evaluate(List.of(rule("b", "time_to_first_token_ms.total", 0)), 0, null, null, false, "constant"))
                .isEmpty();
        assertThat(evaluate(WarningRuleConfig.DEFAULTS, 0.5, null, null, false, "constant"))
                .isEmpty();
    }

    @Test
    void smallFiguresAreShownWithMoreDecimals() {
        assertThat(evaluate(List.of(rule("a", "generation_delay", 0)), 0.00002, null, null, false, "constant"))
                .extracting(BenchmarkWarning::message)
                .containsExactly("mean generation delay was 0.00002s over 1 sample (threshold 0.000s).");
    }

    @Test
    void swallowedWindowIsWarnedOf() {
        List<BenchmarkWarning> warnings = WarningRules.evaluate(
                List.of(), scheduler(0, false, "constant"), metrics(null, null), new MeasurementWindow(0, 3, 3, 3));
        assertThat(warnings).extracting(BenchmarkWarning::code).containsExactly("empty_measurement_window");
    }

    @Test
    void aRuleSpeaksOnlyAboveItsThreshold() {
        assertThat(messages(rule("a", "generation_delay", 0.25), 0.25, 100.0)).isEmpty();
        assertThat(messages(rule("a", "generation_delay", 0.25), 0.26, 100.0))
                .containsExactly("mean generation delay was 0.260s over 1 sample (threshold 0.250s).");
    }

    @Test
    void aRuleThatIsSwitchedOffSaysNothing() {
        WarningRuleConfig rule =
                new WarningRuleConfig(false, "a", new MetricRef("no.such", Statistic.MEAN, 1), null, 0, "", null);
        assertThat(messages(rule, 1, 100.0)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"MEAN, 2.5", "MAX, 4.0", "P95, 4.0", "SUM, 10.0"})
    void statisticsOfADistributionCanBeChosen(Statistic statistic, double value) {
        WarningRuleConfig rule =
                new WarningRuleConfig(true, "a", new MetricRef("root_dispatch_delay", statistic, 1), null, 0, "", null);
        assertThat(WarningRules.evaluate(
                        List.of(rule),
                        scheduler(0, false, "constant"),
                        metrics(null, new double[] {1, 2, 3, 4}),
                        WINDOW))
                .extracting(BenchmarkWarning::message, BenchmarkWarning::observed, BenchmarkWarning::sampleCount)
                .containsExactly(tuple(
                        statistic.text()
                                + " root dispatch delay was %.3fs over 4 samples (threshold 0.000s).".formatted(value),
                        value,
                        4L));
    }

    @Test
    void scalesHoldForTheFigureAndForWhatItIsComparedWith() {
        WarningRuleConfig rule = new WarningRuleConfig(
                true,
                "a",
                new MetricRef("generation_delay", Statistic.MEAN, 2),
                new MetricRef("time_to_first_token_ms.total.median", Statistic.MEAN, 0.001),
                0.5,
                "why",
                null);
        assertThat(messages(rule, 0.1, 100.0))
                .containsExactly("mean generation delay was 200% of mean time to first token ms.total.median"
                        + " (0.200s / 0.100s; threshold 50%).");
    }

    @Test
    void aBaselineThatIsNotAboveZeroSaysNothing() {
        assertThat(messages(WarningRuleConfig.DEFAULTS.getFirst(), 0.5, 0.0)).isEmpty();
    }

    @Test
    void anUnknownBaselineIsAWarningOfItsOwn() {
        WarningRuleConfig rule = new WarningRuleConfig(
                true,
                "mine",
                new MetricRef("generation_delay", Statistic.MEAN, 1),
                new MetricRef("time_to_first_token_ms", Statistic.MEAN, 1),
                0.5,
                "why",
                null);
        assertThat(WarningRules.evaluate(List.of(rule), scheduler(1, false, "constant"), metrics(100.0, null), WINDOW))
                .containsExactly(new BenchmarkWarning(
                        "unknown_metric",
                        "Metric 'time_to_first_token_ms' in rule 'mine' was not found on the compiled scheduler or"
                                + " generative metrics.",
                        0,
                        0.5,
                        BenchmarkWarning.Unit.SECONDS,
                        0,
                        ""));
    }

    /// Booleans equal only booleans, numbers by value, texts as they are; what is missing equals nothing.
    @ParameterizedTest
    @CsvSource({
        "dataset_incomplete, true, true",
        "dataset_incomplete, 1, false",
        "strategy_type, constant, true",
        "strategy_type, Constant, false",
        "start_time, 0, true",
        "start_time, 0.0, true",
        "start_time, false, false",
        "slo_attainment, 0, false",
        "root_dispatch_delay, 0, false"
    })
    void aConditionComparesByKind(String name, String wanted, boolean holds) {
        JsonValue value = wanted.matches("true|false")
                ? JsonValue.of(Boolean.parseBoolean(wanted))
                : wanted.matches("[0-9]+") ? JsonValue.of(Long.parseLong(wanted)) : text(wanted);
        assertThat(messages(conditional(name, value), 1, 100.0, true)).hasSize(holds ? 1 : 0);
    }

    @Test
    void anUnknownConditionIsAWarningOfItsOwn() {
        assertThat(messages(conditional("strategytype", JsonValue.of("constant")), 1, 100.0))
                .containsExactly("Metric 'strategytype' in rule 'mine' was not found on the compiled scheduler or"
                        + " generative metrics.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "time_to_first_token_ms",
                "time_to_first_token_ms.all",
                "time_to_first_token_ms.total.p95",
                "time_to_first_token_ms.total.percentiles",
                "time_to_first_token_ms.total.percentiles.p96",
                "time_to_first_token_ms.total.mean.x",
                "generation_delay.x",
                "request_totals",
                "request_totals.some",
                "strategy_type",
                "strategy_type.x",
                "text.tokens",
                "text.letters.input.total",
                "dataset_incomplete.x",
                "slo",
                ""
            })
    void pathsThatEndAtNoFigureAreUnknown(String path) {
        assertThat(WarningRules.evaluate(
                        List.of(rule("mine", path, 0)), scheduler(1, true, "constant"), metrics(100.0, null), WINDOW))
                .extracting(BenchmarkWarning::code)
                .containsExactly("unknown_metric");
    }

    @ParameterizedTest
    @CsvSource({
        "time_to_first_token_ms.total.percentiles.p99, 100.000s",
        "time_to_first_token_ms.total.std_dev, ",
        "time_to_first_token_ms.total.count, 1.000s",
        "time_to_first_token_ms.errored.mean, ",
        "time_to_first_token_ms.total.pdf, ",
        "time_to_first_token_ms.total.mean_ci.upper, ",
        "time_to_first_token_ms.total.percentile_cis.p99.lower, ",
        "request_totals.successful, ",
        "turns, ",
        "measure_end_time, 10.000s",
        "root_dispatch_delay.mean, "
    })
    void partsOfADistributionAreFigures(String path, @Nullable String shown) {
        assertThat(messages(rule("mine", path, 0), 0, 100.0))
                .containsExactlyElementsOf(
                        shown == null
                                ? List.of()
                                : List.of("mean " + path.replace('_', ' ') + " was " + shown
                                        + " over 1 sample (threshold 0.000s)."));
    }

    @Test
    void figuresAreRoundedToEvenAsTheReferenceDoes() {
        assertThat(messages(rule("a", "generation_delay", 0), 0.0625, 100.0))
                .containsExactly("mean generation delay was 0.062s over 1 sample (threshold 0.000s).");
    }

    @Test
    void sharesThatWouldLookLikeZeroGetMoreDecimals() {
        WarningRuleConfig rule = new WarningRuleConfig(
                true,
                "a",
                new MetricRef("generation_delay", Statistic.MEAN, 1),
                new MetricRef("time_to_first_token_ms.total", Statistic.MEAN, 0.001),
                0.00004,
                "",
                null);
        assertThat(messages(rule, 0.00031, 100.0))
                .containsExactly("mean generation delay was 0.3% of mean time to first token ms.total (0.0003s /"
                        + " 0.100s; threshold 0.004%).");
    }

    private static WarningRuleConfig conditional(String name, JsonValue wanted) {
        return new WarningRuleConfig(
                true,
                "mine",
                new MetricRef("generation_delay", Statistic.MEAN, 1),
                null,
                0,
                "",
                new Condition(name, new ComparedValue(wanted)));
    }

    private static JsonValue text(String value) {
        return value.contains(".") ? JsonValue.of(Double.parseDouble(value)) : JsonValue.of(value);
    }

    private static List<String> messages(WarningRuleConfig rule, double generation, @Nullable Double firstTokenMs) {
        return messages(rule, generation, firstTokenMs, false);
    }

    private static List<String> messages(
            WarningRuleConfig rule, double generation, @Nullable Double firstTokenMs, boolean incomplete) {
        return evaluate(List.of(rule), generation, firstTokenMs, null, incomplete, "constant").stream()
                .map(BenchmarkWarning::message)
                .toList();
    }

    private static WarningRuleConfig rule(String code, String path, double threshold) {
        return new WarningRuleConfig(true, code, new MetricRef(path, Statistic.MEAN, 1), null, threshold, "", null);
    }

    private static List<BenchmarkWarning> evaluate(
            List<WarningRuleConfig> rules,
            double generation,
            @Nullable Double firstTokenMs,
            double @Nullable [] rootDelays,
            boolean incomplete,
            String strategy) {
        return WarningRules.evaluate(
                rules, scheduler(generation, incomplete, strategy), metrics(firstTokenMs, rootDelays), WINDOW);
    }

    private static SchedulerMetrics scheduler(double generation, boolean incomplete, String strategy) {
        return new SchedulerMetrics(
                0.0,
                0.0,
                0.0,
                10.0,
                10.0,
                10.0,
                RequestTotals.ZERO,
                values(generation),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                incomplete,
                strategy);
    }

    private static BenchmarkMetrics metrics(@Nullable Double firstTokenMs, double @Nullable [] rootDelays) {
        DistributionSummary first = firstTokenMs == null ? DistributionSummary.EMPTY : values(firstTokenMs);
        return new BenchmarkMetrics(
                RequestTotals.ZERO,
                Map.of(
                        BenchmarkMetric.TIME_TO_FIRST_TOKEN_MS,
                        new StatusDistributionSummary(
                                first, DistributionSummary.EMPTY, DistributionSummary.EMPTY, first)),
                rootDelays == null ? null : values(rootDelays),
                Map.of(),
                null,
                null,
                List.of(),
                null);
    }

    private static DistributionSummary values(double... values) {
        return Distribution.summarize(WeightedValues.ofValues(values), null);
    }
}
