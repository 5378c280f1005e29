package dev.guidellm.metrics;

import dev.guidellm.config.WarningRuleConfig;
import dev.guidellm.config.WarningRuleConfig.MetricRef;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.NumberText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Evaluates the warning rules on one benchmark.
///
/// A rule whose figure is absent or has no samples says nothing; one that names a figure which does not exist, also
/// in its condition, adds a warning about itself. A warning comes strictly above the threshold.
public final class WarningRules {
    private static final int MOST_SECONDS_DECIMALS = 9;
    private static final int MOST_PERCENT_DECIMALS = 4;

    private final MetricPaths paths;
    private final List<BenchmarkWarning> warnings = new ArrayList<>();

    private WarningRules(MetricPaths paths) {
        this.paths = paths;
    }

    /// A figure that a rule may look at, scaled.
    private record Figure(double value, long samples, boolean truth) {}

    /// The warnings of one benchmark, in the order of the rules. A window that warmup and cooldown left empty
    /// is warned of first, whatever the rules.
    public static List<BenchmarkWarning> evaluate(
            List<WarningRuleConfig> rules,
            SchedulerMetrics scheduler,
            BenchmarkMetrics metrics,
            MeasurementWindow window) {
        WarningRules evaluation = new WarningRules(new MetricPaths(scheduler, metrics));
        if (window.isSwallowed()) {
            evaluation.warnings.add(emptyWindow(window));
        }
        for (WarningRuleConfig rule : rules) {
            if (rule.enabled() && evaluation.holds(rule)) {
                evaluation.apply(rule);
            }
        }
        return List.copyOf(evaluation.warnings);
    }

    private static BenchmarkWarning emptyWindow(MeasurementWindow window) {
        double run = window.requestEnd() - window.requestStart();
        return new BenchmarkWarning(
                "empty_measurement_window",
                "Warmup and cooldown left nothing to measure of a run of " + seconds(run) + ".",
                window.duration(),
                0,
                BenchmarkWarning.Unit.SECONDS,
                0,
                "Shorten them, or let the benchmark run longer.");
    }

    private boolean holds(WarningRuleConfig rule) {
        WarningRuleConfig.Condition condition = rule.when();
        if (condition == null) {
            return true;
        }
        JsonValue wanted = condition.equals().value();
        return switch (paths.find(condition.name())) {
            case MetricPaths.Text(String text) ->
                wanted instanceof JsonValue.JsonString(String other) && text.equals(other);
            case MetricPaths.Truth(boolean truth) ->
                wanted instanceof JsonValue.JsonBoolean(boolean other) && truth == other;
            case MetricPaths.Figure(double figure) -> Objects.equals(number(wanted), figure);
            case MetricPaths.Values _, MetricPaths.Absent _ -> false;
            case MetricPaths.Unknown _ -> {
                warnings.add(unknown(rule, condition.name()));
                yield false;
            }
        };
    }

    private void apply(WarningRuleConfig rule) {
        Figure observed = figure(rule, rule.metric());
        if (observed == null) {
            return;
        }
        MetricRef reference = rule.relativeTo();
        if (reference == null) {
            if (observed.value > rule.threshold()) {
                warnings.add(absolute(rule, observed));
            }
            return;
        }
        Figure baseline = figure(rule, reference);
        if (baseline != null && baseline.value > 0 && observed.value / baseline.value > rule.threshold()) {
            warnings.add(ratio(rule, reference, observed, baseline));
        }
    }

    /// The figure of `reference`; null when there is nothing to compare.
    private @Nullable Figure figure(WarningRuleConfig rule, MetricRef reference) {
        return switch (paths.find(reference.name())) {
            case MetricPaths.Values(DistributionSummary summary) ->
                summary.isEmpty()
                        ? null
                        : new Figure(statistic(summary, reference) * reference.scale(), summary.count(), false);
            case MetricPaths.Figure(double number) -> new Figure(number * reference.scale(), 1, false);
            case MetricPaths.Truth(boolean truth) -> new Figure(truth ? reference.scale() : 0, 1, true);
            case MetricPaths.Absent _ -> null;
            case MetricPaths.Unknown _, MetricPaths.Text _ -> {
                warnings.add(unknown(rule, reference.name()));
                yield null;
            }
        };
    }

    private static double statistic(DistributionSummary summary, MetricRef reference) {
        return switch (reference.statistic()) {
            case MEAN -> summary.mean();
            case MAX -> summary.max();
            case P95 -> summary.percentile(Percentile.P95);
            case SUM -> summary.totalSum();
        };
    }

    private static BenchmarkWarning unknown(WarningRuleConfig rule, String path) {
        return new BenchmarkWarning(
                "unknown_metric",
                "Metric '%s' in rule '%s' was not found on the compiled scheduler or generative metrics."
                        .formatted(path, rule.code()),
                0,
                rule.threshold(),
                BenchmarkWarning.Unit.SECONDS,
                0,
                "");
    }

    private static BenchmarkWarning absolute(WarningRuleConfig rule, Figure observed) {
        String label = label(rule.metric());
        String message = observed.truth
                ? label + " was true."
                : "%s was %s over %d %s (threshold %s)."
                        .formatted(
                                label,
                                seconds(observed.value),
                                observed.samples,
                                observed.samples == 1 ? "sample" : "samples",
                                seconds(rule.threshold()));
        return new BenchmarkWarning(
                rule.code(),
                message,
                observed.value,
                rule.threshold(),
                observed.truth ? BenchmarkWarning.Unit.BOOLEAN : BenchmarkWarning.Unit.SECONDS,
                observed.samples,
                rule.note());
    }

    private static BenchmarkWarning ratio(
            WarningRuleConfig rule, MetricRef reference, Figure observed, Figure baseline) {
        double share = observed.value / baseline.value;
        return new BenchmarkWarning(
                rule.code(),
                "%s was %s of %s (%s / %s; threshold %s)."
                        .formatted(
                                label(rule.metric()),
                                percent(share),
                                label(reference),
                                seconds(observed.value),
                                seconds(baseline.value),
                                percent(rule.threshold())),
                share,
                rule.threshold(),
                BenchmarkWarning.Unit.RATIO,
                observed.samples,
                rule.note());
    }

    private static String label(MetricRef reference) {
        return reference.statistic().text() + " " + reference.name().replace('_', ' ');
    }

    private static String seconds(double value) {
        return shown(value, 3, MOST_SECONDS_DECIMALS) + "s";
    }

    private static String percent(double share) {
        return shown(share * 100, 0, MOST_PERCENT_DECIMALS) + "%";
    }

    /// Shows more decimals while a value that is not zero would look like zero.
    private static String shown(double value, int decimals, int most) {
        String text = NumberText.fixed(value, decimals);
        boolean looksZero = new BigDecimal(text).signum() == 0;
        return value != 0 && looksZero && decimals < most ? shown(value, decimals + 1, most) : text;
    }

    private static @Nullable Double number(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonInteger(var whole) -> whole.doubleValue();
            case JsonValue.JsonDouble(double number) -> number;
            default -> null;
        };
    }
}
