package dev.guidellm.data.trace;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How many of something went on at the same time.
///
/// @param mean over time
/// @param median the number that was reached or gone below for half of the time
/// @param bucketSeconds length of a bucket
/// @param buckets the mean of each piece of the time
public record Occupancy(double mean, double median, int max, double bucketSeconds, double[] buckets) {
    private static final int BUCKETS = 120;

    /// What went on from `begins[i]` to `ends[i]`, in seconds; null when it took no time at all.
    static @Nullable Occupancy of(double[] begins, double[] ends) {
        double from = Arrays.stream(begins).min().orElse(0);
        double to = Arrays.stream(ends).max().orElse(0);
        if (!(to > from)) {
            return null;
        }
        double[] up = begins.clone();
        double[] down = ends.clone();
        Arrays.sort(up);
        Arrays.sort(down);
        double width = (to - from) / BUCKETS;
        double[] buckets = new double[BUCKETS];
        Map<Integer, Double> timeAt = new TreeMap<>();
        int level = 0;
        int max = 0;
        int nextUp = 0;
        int nextDown = 0;
        double at = from;
        double area = 0;
        while (nextDown < down.length) {
            boolean rises = nextUp < up.length && up[nextUp] < down[nextDown];
            double moment = rises ? up[nextUp++] : down[nextDown++];
            if (moment > at) {
                timeAt.merge(level, moment - at, Double::sum);
                area += level * (moment - at);
                fill(buckets, (at - from) / width, (moment - from) / width, level);
                at = moment;
            }
            level += rises ? 1 : -1;
            max = Math.max(max, level);
        }
        return new Occupancy(area / (to - from), median(timeAt, (to - from) / 2), max, width, buckets);
    }

    /// @param from in buckets
    /// @param to in buckets
    private static void fill(double[] buckets, double from, double to, int level) {
        for (int i = (int) from; i < to && i < buckets.length; i++) {
            buckets[i] += level * (Math.min(to, i + 1) - Math.max(from, i));
        }
    }

    private static double median(Map<Integer, Double> timeAt, double half) {
        double passed = 0;
        for (Map.Entry<Integer, Double> entry : timeAt.entrySet()) {
            passed += entry.getValue();
            if (passed >= half) {
                return entry.getKey();
            }
        }
        return 0;
    }

    /// All figures by name.
    public JsonObject json() {
        List<JsonValue> means = new ArrayList<>();
        for (double bucket : buckets) {
            means.add(JsonValue.of(bucket));
        }
        return JsonValue.object()
                .put("mean", mean)
                .put("median", median)
                .put("max", max)
                .put("bucket_seconds", bucketSeconds)
                .put("means", new JsonArray(means))
                .build();
    }
}
