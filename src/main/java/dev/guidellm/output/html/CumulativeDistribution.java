package dev.guidellm.output.html;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.report.RequestFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The empirical distribution function: distinct values in ascending order, each with the share of values at or
/// below it.
///
/// @param exact whether it was made of the requests; else only the report's own percentiles are its points
record CumulativeDistribution(double[] values, double[] shares, boolean exact) {
    /// Far above the rounding of a sum of shares, far below one request's share.
    private static final double SHARE_TOLERANCE = 1e-9;
    private static final int KEEP_ALL = 200;
    private static final double[] RANKS = ranks();

    /// Of a level; null where nothing was measured.
    static @Nullable CumulativeDistribution of(LatencyMetric metric, Level level, LevelRequests requests) {
        ToDoubleFunction<RequestFigures> value = metric.ofRequest();
        DistributionSummary summary = level.distribution(metric);
        if (value == null || summary == null) {
            return null;
        }
        if (!requests.complete()) {
            return of(summary, metric.millis());
        }
        CumulativeDistribution found = of(requests.measured(metric), value, metric::weight);
        return found.values.length == 0 ? null : found;
    }

    /// Of what was measured of each request. Values without a positive weight are left out.
    static CumulativeDistribution of(
            List<RequestFigures> requests,
            ToDoubleFunction<RequestFigures> value,
            ToDoubleFunction<RequestFigures> weight) {
        double[] sorted = new double[requests.size()];
        double[] weights = new double[requests.size()];
        int kept = 0;
        boolean alike = true;
        for (RequestFigures request : requests) {
            double found = value.applyAsDouble(request);
            double times = weight.applyAsDouble(request);
            if (Double.isFinite(found) && times > 0) {
                alike &= kept == 0 || times == weights[0];
                sorted[kept] = found;
                weights[kept++] = times;
            }
        }
        if (alike) {
            Arrays.sort(sorted, 0, kept);
        } else {
            sortBoth(sorted, weights, kept);
        }
        double[] values = new double[kept];
        double[] sums = new double[kept];
        int distinct = 0;
        double sum = 0;
        for (int i = 0; i < kept; i++) {
            sum += weights[i];
            if (distinct == 0 || values[distinct - 1] != sorted[i]) {
                values[distinct++] = sorted[i];
            }
            sums[distinct - 1] = sum;
        }
        for (int i = 0; i < distinct; i++) {
            sums[i] /= sum;
        }
        return new CumulativeDistribution(Arrays.copyOf(values, distinct), Arrays.copyOf(sums, distinct), true);
    }

    private static void sortBoth(double[] values, double[] weights, int count) {
        double[][] pairs = new double[count][];
        for (int i = 0; i < count; i++) {
            pairs[i] = new double[] {values[i], weights[i]};
        }
        Arrays.sort(pairs, (a, b) -> Double.compare(a[0], b[0]));
        for (int i = 0; i < count; i++) {
            values[i] = pairs[i][0];
            weights[i] = pairs[i][1];
        }
    }

    private static CumulativeDistribution of(DistributionSummary summary, double scale) {
        Percentile[] percentiles = Percentile.values();
        double[] values = new double[percentiles.length + 2];
        double[] shares = new double[percentiles.length + 2];
        values[0] = summary.min() * scale;
        for (int i = 0; i < percentiles.length; i++) {
            values[i + 1] = summary.percentile(percentiles[i]) * scale;
            shares[i + 1] = percentiles[i].quantile();
        }
        values[percentiles.length + 1] = summary.max() * scale;
        shares[percentiles.length + 1] = 1;
        return new CumulativeDistribution(values, shares, false);
    }

    /// The smallest value with at least this share at or below it; NaN of no values.
    double percentile(double share) {
        return values.length == 0 ? Double.NaN : values[place(share, 0)];
    }

    private int place(double share, int from) {
        int place = from;
        while (place < values.length - 1 && shares[place] < share - SHARE_TOLERANCE) {
            place++;
        }
        return place;
    }

    /// The member of the page's data. Of many values those at about two hundred ranks are kept, more densely in
    /// the upper tail; each kept point is exact.
    JsonObject json() {
        int[] kept = kept();
        return JsonValue.object()
                .put(
                        "values",
                        Figure.list(
                                Arrays.stream(kept).mapToDouble(i -> values[i]).toArray()))
                .put(
                        "shares",
                        Figure.list(
                                Arrays.stream(kept).mapToDouble(i -> shares[i]).toArray()))
                .put("exact", exact)
                .build();
    }

    private int[] kept() {
        if (values.length <= KEEP_ALL) {
            return IntStream.range(0, values.length).toArray();
        }
        TreeSet<Integer> kept = new TreeSet<>(List.of(0, values.length - 1));
        int place = 0;
        for (double rank : RANKS) {
            place = place(rank, place);
            kept.add(place);
        }
        return kept.stream().mapToInt(each -> each).toArray();
    }

    private static double[] ranks() {
        List<Double> ranks = new ArrayList<>(List.of(0.001));
        for (int i = 2; i < 180; i++) {
            ranks.add(i / 200.0);
        }
        for (int i = 900; i < 990; i += 5) {
            ranks.add(i / 1000.0);
        }
        for (int i = 990; i < 1000; i++) {
            ranks.add(i / 1000.0);
        }
        for (int i = 9992; i < 10_000; i += 2) {
            ranks.add(i / 10_000.0);
        }
        return ranks.stream().mapToDouble(each -> each).toArray();
    }
}
