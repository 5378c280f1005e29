package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rule that adds a warning to a benchmark when a figure is above a threshold.
///
/// @param code the warning's name
/// @param metric the figure
/// @param relativeTo what the figure is divided by, null for nothing
/// @param threshold the warning comes strictly above it
/// @param note what it means
/// @param when a condition on another figure, null for none
@IgnoreUnknown
public record WarningRuleConfig(
        @Default("true") boolean enabled,
        String code,
        MetricRef metric,
        @Nullable MetricRef relativeTo,
        @Range(atLeast = 0) double threshold,
        @Default("") String note,
        @Nullable Condition when) {

    /// The rules that hold unless others are given.
    public static final List<WarningRuleConfig> DEFAULTS = List.of(
            new WarningRuleConfig(
                    true,
                    "generation_delay_ttft",
                    new MetricRef("generation_delay", Statistic.MEAN, 1.0),
                    new MetricRef("time_to_first_token_ms.total", Statistic.MEAN, 0.001),
                    0.01,
                    "This means that the benchmark was likely bottlenecked by the data generation.",
                    null),
            new WarningRuleConfig(
                    true,
                    "root_late",
                    new MetricRef("root_dispatch_delay", Statistic.P95, 1.0),
                    null,
                    0.2,
                    "This means that conversations were loaded late.",
                    null),
            new WarningRuleConfig(
                    true,
                    "dataset_incomplete",
                    new MetricRef("dataset_incomplete", Statistic.MEAN, 1.0),
                    null,
                    0.0,
                    "The trace dataset was not fully loaded. This could result in late arrivals of trace conversations.",
                    new Condition("strategy_type", new ComparedValue(JsonValue.of("trace")))));

    /// A figure of a benchmark.
    ///
    /// @param name its path, with dots
    /// @param statistic which number of a distribution
    /// @param scale factor on it
    @IgnoreUnknown
    public record MetricRef(
            String name,
            @Default("mean") Statistic statistic,
            @Default("1.0") double scale) {}

    /// Which number of a distribution is looked at.
    public enum Statistic implements Choice {
        /// The mean.
        MEAN,
        /// The largest value.
        MAX,
        /// The 95th percentile.
        P95,
        /// The sum.
        SUM
    }

    /// Holds when the named figure has this value.
    @IgnoreUnknown
    public record Condition(String name, ComparedValue equals) {}

    /// A text, number or truth value.
    public record ComparedValue(JsonValue value) {}
}
