package dev.guidellm.report;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.RequestTotals;
import dev.guidellm.metrics.StatusDistributionSummary;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Distributions and counts as the document writes them.
final class DistributionJson {
    private DistributionJson() {}

    static JsonValue write(@Nullable StatusDistributionSummary summary) {
        if (summary == null) {
            return JsonValue.NULL;
        }
        return JsonValue.object()
                .put("successful", write(summary.successful()))
                .put("errored", write(summary.errored()))
                .put("incomplete", write(summary.incomplete()))
                .put("total", write(summary.total()))
                .build();
    }

    static JsonValue write(@Nullable DistributionSummary summary) {
        if (summary == null) {
            return JsonValue.NULL;
        }
        JsonValue.ObjectBuilder percentiles = JsonValue.object();
        for (Percentile percentile : Percentile.values()) {
            percentiles.put(percentile.key(), JsonValue.of(summary.percentile(percentile)));
        }
        return JsonValue.object()
                .put("mean", JsonValue.of(summary.mean()))
                .put("median", JsonValue.of(summary.median()))
                .put("mode", JsonValue.of(summary.mode()))
                .put("variance", JsonValue.of(summary.variance()))
                .put("std_dev", JsonValue.of(summary.stdDev()))
                .put("min", JsonValue.of(summary.min()))
                .put("max", JsonValue.of(summary.max()))
                .put("count", JsonValue.of(summary.count()))
                .put("total_sum", JsonValue.of(summary.totalSum()))
                .put("percentiles", percentiles.build())
                .put("pdf", JsonValue.NULL)
                .put("mean_ci", write(summary.meanInterval()))
                .put("percentile_cis", intervals(summary))
                .build();
    }

    private static JsonValue intervals(DistributionSummary summary) {
        if (summary.percentileIntervals() == null) {
            return JsonValue.NULL;
        }
        JsonValue.ObjectBuilder intervals = JsonValue.object();
        for (Percentile percentile : Percentile.values()) {
            intervals.put(percentile.key(), write(summary.percentileInterval(percentile)));
        }
        return intervals.build();
    }

    private static JsonValue write(@Nullable ConfidenceInterval interval) {
        return interval == null
                ? JsonValue.NULL
                : JsonValue.object()
                        .put("lower", JsonValue.of(interval.lower()))
                        .put("upper", JsonValue.of(interval.upper()))
                        .build();
    }

    static JsonValue write(RequestTotals totals) {
        return JsonValue.object()
                .put("successful", totals.successful())
                .put("errored", totals.errored())
                .put("incomplete", totals.incomplete())
                .put("total", totals.total())
                .build();
    }

    static StatusDistributionSummary readByStatus(JsonObject object) {
        return new StatusDistributionSummary(
                read(object.get("successful")),
                read(object.get("errored")),
                read(object.get("incomplete")),
                read(object.get("total")));
    }

    static DistributionSummary read(@Nullable JsonValue value) {
        if (!(value instanceof JsonObject)) {
            return DistributionSummary.EMPTY;
        }
        Map<Percentile, Double> percentiles = new EnumMap<>(Percentile.class);
        Map<Percentile, ConfidenceInterval> intervals = new EnumMap<>(Percentile.class);
        for (Percentile percentile : Percentile.values()) {
            percentiles.put(percentile, number(value, "percentiles", percentile.key()));
            ConfidenceInterval interval = interval(JsonPath.get(value, "percentile_cis", percentile.key()));
            if (interval != null) {
                intervals.put(percentile, interval);
            }
        }
        return new DistributionSummary(
                number(value, "mean"),
                number(value, "median"),
                number(value, "mode"),
                number(value, "variance"),
                number(value, "std_dev"),
                number(value, "min"),
                number(value, "max"),
                (long) number(value, "count"),
                number(value, "total_sum"),
                percentiles,
                interval(JsonPath.get(value, "mean_ci")),
                JsonPath.get(value, "percentile_cis") == null ? null : intervals);
    }

    private static @Nullable ConfidenceInterval interval(@Nullable JsonValue value) {
        Double lower = JsonPath.number(value, "lower");
        Double upper = JsonPath.number(value, "upper");
        return lower == null || upper == null ? null : new ConfidenceInterval(lower, upper);
    }

    private static double number(JsonValue value, String... keys) {
        Double number = JsonPath.number(value, keys);
        return number == null ? 0.0 : number;
    }
}
