package dev.guidellm.metrics;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// Results in the form of the golden files.
@NullMarked
final class SummaryJson {
    private SummaryJson() {}

    static JsonObject of(DistributionSummary summary, JsonValue pdf) {
        JsonValue.ObjectBuilder percentiles = JsonValue.object();
        JsonValue.ObjectBuilder intervals = JsonValue.object();
        for (Percentile percentile : Percentile.values()) {
            percentiles.put(percentile.key(), JsonValue.of(summary.percentile(percentile)));
            intervals.put(percentile.key(), of(summary.percentileInterval(percentile)));
        }
        return JsonValue.object()
                .put("mean", summary.mean())
                .put("median", summary.median())
                .put("mode", summary.mode())
                .put("variance", summary.variance())
                .put("std_dev", summary.stdDev())
                .put("min", summary.min())
                .put("max", summary.max())
                .put("count", summary.count())
                .put("total_sum", summary.totalSum())
                .put("percentiles", percentiles.build())
                .put("pdf", pdf)
                .put("mean_ci", of(summary.meanInterval()))
                .put("percentile_cis", summary.percentileIntervals() == null ? null : intervals.build())
                .build();
    }

    static JsonValue of(@Nullable ConfidenceInterval interval) {
        return interval == null
                ? JsonValue.NULL
                : JsonValue.object()
                        .put("lower", interval.lower())
                        .put("upper", interval.upper())
                        .build();
    }

    static JsonArray pairs(double[][] pairs) {
        List<JsonValue> items = new ArrayList<>();
        for (double[] pair : pairs) {
            items.add(new JsonArray(List.of(JsonValue.of(pair[0]), JsonValue.of(pair[1]))));
        }
        return new JsonArray(items);
    }

    /// The number at `key`; null when it is null.
    static @Nullable Double number(JsonObject object, String key) {
        return number(object.get(key));
    }

    static @Nullable Double number(@Nullable JsonValue value) {
        return switch (value) {
            case null -> null;
            case JsonValue.JsonInteger(var whole) -> whole.doubleValue();
            case JsonValue.JsonDouble(double number) -> number;
            default -> null;
        };
    }
}
