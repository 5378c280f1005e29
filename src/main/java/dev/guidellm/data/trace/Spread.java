package dev.guidellm.data.trace;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// How values are spread. A percentile is the smallest value that is not below that share of all values.
///
/// @param deviation the standard deviation of all values
/// @param sorted the values in order
public record Spread(double mean, double deviation, double[] sorted) {

    /// The spread of `values`; null when there are none.
    public static @Nullable Spread of(double[] values) {
        if (values.length == 0) {
            return null;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double mean = Arrays.stream(sorted).average().orElse(0);
        double squares = Arrays.stream(sorted).map(v -> (v - mean) * (v - mean)).sum();
        return new Spread(mean, Math.sqrt(squares / sorted.length), sorted);
    }

    /// The value below or at which `share` of all values are.
    ///
    /// @param share from 0 to 1
    public double percentile(double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
    }

    /// All figures by name.
    public JsonObject json() {
        return JsonValue.object()
                .put("count", sorted.length)
                .put("mean", mean)
                .put("std_dev", deviation)
                .put("min", sorted[0])
                .put("p10", percentile(0.1))
                .put("p25", percentile(0.25))
                .put("median", percentile(0.5))
                .put("p75", percentile(0.75))
                .put("p90", percentile(0.9))
                .put("p99", percentile(0.99))
                .put("max", sorted[sorted.length - 1])
                .build();
    }
}
