package dev.guidellm.metrics;

import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Distributions of a level over time: how fast events come ([Rates]), and how much is under way ([Levels]).
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
    /// bounds count as events without weight. Its mean is the sum of the weights over the length.
    static final class Rates implements TimeSeries.Points {
        private final @Nullable Bounds bounds;
        private final Groups groups;
        private double sum;

        /// @param bounds events outside are left out; null for all, from the first to the last
        /// @param mergeSeconds 0 merges equal times only
        Rates(@Nullable Bounds bounds, double mergeSeconds) {
            this.bounds = bounds;
            groups = new Groups(mergeSeconds);
            if (bounds != null) {
                groups.add(bounds.start(), 0);
            }
        }

        /// Takes the next event; must be given them in order.
        @Override
        public void accept(double time, double weight) {
            if (bounds == null || (time >= bounds.start() && time <= bounds.end())) {
                groups.add(time, weight);
                sum += weight;
            }
        }

        /// To be asked for once, after the last event. Empty with fewer than two points.
        DistributionSummary summary() {
            Distribution rates = distribution();
            return rates == null ? DistributionSummary.EMPTY : rates.summary();
        }

        /// The distribution behind [#summary]; null with fewer than two points.
        @Nullable
        Distribution distribution() {
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
            return Distribution.of(rates, (long) Math.rint(sum));
        }
    }

    /// How much is under way, weighted by how long. Idle time within the bounds counts as level 0.
    static final class Levels {
        private final @Nullable Bounds bounds;
        private final Groups groups;
        private long count;

        /// @param bounds null for all, from the first start to the last end
        /// @param mergeSeconds 0 merges equal times only
        Levels(@Nullable Bounds bounds, double mergeSeconds) {
            this.bounds = bounds;
            groups = new Groups(mergeSeconds);
        }

        /// Takes all that was under way. To be called once.
        ///
        /// @param byStart numbers of the stretches, in the order of their starts
        /// @param byEnd the same numbers in the order of their ends
        /// @param weight of a stretch; NaN leaves it out
        void sweep(
                int[] byStart,
                int[] byEnd,
                IntToDoubleFunction start,
                IntToDoubleFunction end,
                IntToDoubleFunction weight) {
            int started = 0;
            int ended = 0;
            while (ended < byEnd.length) {
                boolean starts = started < byStart.length
                        && start.applyAsDouble(byStart[started]) <= end.applyAsDouble(byEnd[ended]);
                int number = starts ? byStart[started++] : byEnd[ended++];
                double amount = weight.applyAsDouble(number);
                double from = start.applyAsDouble(number);
                double to = end.applyAsDouble(number);
                if (!Double.isNaN(amount) && overlaps(from, to)) {
                    groups.add(starts ? from : to, starts ? amount : -amount);
                    count += starts ? 1 : 0;
                }
            }
        }

        private boolean overlaps(double from, double to) {
            return bounds == null || (to >= bounds.start() && from <= bounds.end());
        }

        /// Empty when nothing overlaps the bounds.
        DistributionSummary summary() {
            Distribution levels = distribution();
            return levels == null ? DistributionSummary.EMPTY : levels.summary();
        }

        /// The distribution behind [#summary]; null when nothing overlaps the bounds.
        @Nullable
        Distribution distribution() {
            if (count == 0) {
                return null;
            }
            WeightedValues levels = levels(groups.merged, bounds);
            return levels.size() == 0 ? null : Distribution.of(levels, count);
        }
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
        /// Up to when an event belongs to the last group.
        private double last = Double.NEGATIVE_INFINITY;
        private double weight;

        Groups(double mergeSeconds) {
            this.mergeSeconds = mergeSeconds;
        }

        void add(double time, double added) {
            if (time <= last) {
                weight += added;
                merged.replaceLastWeight(weight);
            } else {
                last = time + mergeSeconds;
                weight = added;
                merged.add(time, added);
            }
        }
    }
}
