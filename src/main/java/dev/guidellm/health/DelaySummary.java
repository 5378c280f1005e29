package dev.guidellm.health;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;

/// Delays of one sort in milliseconds; percentiles are exact to 3 %, mean and maximum exactly.
///
/// @param count how many; with 0 the other figures mean nothing
public record DelaySummary(long count, double mean, double p50, double p90, double p99, double p999, double max) {
    /// No delay was recorded.
    public static final DelaySummary NONE = new DelaySummary(0, 0, 0, 0, 0, 0, 0);

    /// Whether there is nothing.
    public boolean isEmpty() {
        return count == 0;
    }

    /// As it stands in reports.
    public JsonObject json() {
        return JsonValue.object()
                .put("count", count)
                .put("mean", mean)
                .put("p50", p50)
                .put("p90", p90)
                .put("p99", p99)
                .put("p999", p999)
                .put("max", max)
                .build();
    }
}
