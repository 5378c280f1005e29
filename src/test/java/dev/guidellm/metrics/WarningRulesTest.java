package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guidellm.config.WarningRuleConfig;
import dev.guidellm.config.WarningRuleConfig.MetricRef;
import dev.guidellm.config.WarningRuleConfig.Statistic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
