package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// Distributions of a level over time: how fast events come, and how much is under way.
///
/// Pinned by the rate and concurrency cases of `cases/metrics/statistics-cases.json`.
final class TimeWeighted {
    /// Events closer than this count as one, in seconds.
    static final double MERGE_SECONDS = 1e-4;
    /// Least time that an event can stand for, in seconds.
    private static final double SMALLEST_SPAN = 1e-6;

    private TimeWeighted() {}

    /// The part of the time axis that counts, bounds included.
    record Bounds(double start, double end) {
        /// The bounds of a measurement window.
        static Bounds of(MeasurementWindow window) {
            return new Bounds(window.start(), window.end());
        }
    }

    /// Events per second: each event stands for the time between the midpoints to its neighbours, and the
    /// bounds count as events without weight. Its mean is the sum of the weights over the length. Empty with
    /// fewer than two points.
    ///
    /// @param bounds events outside are left out; null for all, from the first to the last
    /// @param mergeSeconds 0 merges equal times only
    static DistributionSummary rate(TimeSeries events, @Nullable Bounds bounds, double mergeSeconds) {
        Distribution rates = rates(events, bounds, mergeSeconds);
        return rates == null ? DistributionSummary.EMPTY : rates.summary();
    }

    /// The distribution behind [#rate]; null with fewer than two points.
    static @Nullable Distribution rates(TimeSeries events, @Nullable Bounds bounds, double mergeSeconds) {
        Groups groups = new Groups(mergeSeconds);
        double[] sum = {0};
        if (bounds != null) {
            groups.add(bounds.start(), 0);
        }
        events.forEach((time, weight) -> {
            if (bounds == null || (time >= bounds.start() && time <= bounds.end())) {
                groups.add(time, weight);
                sum[0] += weight;
            }
        });
        if (bounds != null) {
            groups.add(bounds.end(), 0);
        }
        WeightedValues merged = groups.merged;
        int points = merged.size();
        if (points < 2) {
            return null;
        }
        WeightedValues rates = new WeightedValues(points);
        for (int i = 0; i < points; i++) {
            double before = i == 0 ? merged.value(i) : (merged.value(i - 1) + merged.value(i)) / 2;
            double after = i == points - 1 ? merged.value(i) : (merged.value(i) + merged.value(i + 1)) / 2;
            double span = Math.max(after - before, SMALLEST_SPAN);
            rates.add(merged.weight(i) / span, span);
        }
        return Distribution.of(rates, (long) Math.rint(sum[0]));
    }

    /// How much is under way, weighted by how long. Idle time within the bounds counts as level 0. Empty when
    /// nothing overlaps the bounds.
    ///
    /// @param intervals from, to and weight of each
    /// @param bounds null for all, from the first start to the last end
    /// @param mergeSeconds 0 merges equal times only
    static DistributionSummary concurrency(Intervals intervals, @Nullable Bounds bounds, double mergeSeconds) {
        Distribution levels = levels(intervals, bounds, mergeSeconds);
        return levels == null ? DistributionSummary.EMPTY : levels.summary();
    }

    /// The distribution behind [#concurrency]; null when nothing overlaps the bounds.
    static @Nullable Distribution levels(Intervals intervals, @Nullable Bounds bounds, double mergeSeconds) {
        TimeSeries changes = new TimeSeries();
        long count = 0;
        for (int i = 0; i < intervals.size(); i++) {
            double from = intervals.from(i);
            double to = intervals.to(i);
            if (bounds == null || (to >= bounds.start() && from <= bounds.end())) {
                changes.add(from, intervals.weight(i));
                changes.add(to, -intervals.weight(i));
                count++;
            }
        }
        if (count == 0) {
            return null;
        }
        Groups groups = new Groups(mergeSeconds);
        changes.forEach(groups::add);
        WeightedValues levels = levels(groups.merged, bounds);
        return levels.size() == 0 ? null : Distribution.of(levels, count);
    }

    /// The level between changes, weighted by the time it holds.
    private static WeightedValues levels(WeightedValues changes, @Nullable Bounds bounds) {
        WeightedValues levels = new WeightedValues(changes.size() + 1);
        if (bounds == null && changes.size() == 1) {
            levels.add(Math.max(0, changes.weight(0)), 1);
            return levels;
        }
        double level = 0;
        double time = bounds == null ? changes.value(0) : bounds.start();
        double end = bounds == null ? changes.value(changes.size() - 1) : bounds.end();
        for (int i = 0; i < changes.size() && changes.value(i) <= end; i++) {
            double changed = Math.max(time, changes.value(i));
            if (changed > time) {
                levels.add(Math.max(0, level), changed - time);
                time = changed;
            }
            level += changes.weight(i);
        }
        if (end > time) {
            levels.add(Math.max(0, level), end - time);
        }
        return levels;
    }

    /// Sums up events that come close to the first one of their group; must be given them in order.
    private static final class Groups {
        private final double mergeSeconds;
        private final WeightedValues merged = new WeightedValues(64);
        private double anchor = Double.NaN;
        private double weight;

        Groups(double mergeSeconds) {
            this.mergeSeconds = mergeSeconds;
        }

        void add(double time, double added) {
            if (merged.size() > 0 && time <= anchor + mergeSeconds) {
                weight += added;
                merged.replaceLastWeight(weight);
            } else {
                anchor = time;
                weight = added;
                merged.add(time, added);
            }
        }
    }
}
