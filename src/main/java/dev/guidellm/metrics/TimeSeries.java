package dev.guidellm.metrics;

import java.util.Arrays;

/// Weighted events on a time axis. A request's tokens are one entry that stands for many evenly spaced points,
/// so the memory needed follows the number of requests, not of tokens.
final class TimeSeries {
    /// Points that are sorted together: few, so that each costs some comparisons only. More were slower.
    private static final int POINTS_PER_SLICE = 32;
    private static final int MOST_SLICES = 1 << 20;
    private static final int NONE = -1;

    private double[] first = new double[16];
    private double[] last = new double[16];
    private double[] firstWeight = new double[16];
    private double[] restWeight = new double[16];
    private int[] restCount = new int[16];
    private int size;
    private long points;

    /// Takes one point.
    interface Points {
        void accept(double time, double weight);
    }

    /// Adds one event.
    void add(double time, double weight) {
        addSpread(time, weight, time, 0, 0);
    }

    /// Adds one event at `from`, and `count` more evenly spaced after it, the last one at `to`.
    void addSpread(double from, double weight, double to, int count, double weightOfEach) {
        if (size == first.length) {
            int larger = size * 2;
            first = Arrays.copyOf(first, larger);
            last = Arrays.copyOf(last, larger);
            firstWeight = Arrays.copyOf(firstWeight, larger);
            restWeight = Arrays.copyOf(restWeight, larger);
            restCount = Arrays.copyOf(restCount, larger);
        }
        first[size] = from;
        last[size] = Math.max(from, to);
        firstWeight[size] = weight;
        restWeight[size] = weightOfEach;
        restCount[size] = count;
        size++;
        points += 1 + count;
    }

    /// Gives the points of two series in ascending order together.
    ///
    /// @param few held in memory, point by point
    static void forEachOfBoth(TimeSeries few, Points ofFew, TimeSeries many, Points ofMany) {
        WeightedValues waiting = new WeightedValues(few.size);
        few.forEach(waiting::add);
        int[] next = {0};
        many.forEach((time, weight) -> {
            while (next[0] < waiting.size() && waiting.value(next[0]) <= time) {
                ofFew.accept(waiting.value(next[0]), waiting.weight(next[0]));
                next[0]++;
            }
            ofMany.accept(time, weight);
        });
        for (int i = next[0]; i < waiting.size(); i++) {
            ofFew.accept(waiting.value(i), waiting.weight(i));
        }
    }

    /// Gives all points in ascending order.
    ///
    /// The time is cut into slices. An entry waits in the slice of its next point, so that it costs a step and no
    /// search to go on; a slice's points are sorted when its turn comes. The effort per point does not grow with
    /// the number of requests under way.
    void forEach(Points target) {
        if (size > 0) {
            new Sweep().run(target);
        }
    }

    private final class Sweep {
        private final double from;
        private final double slicesPerSecond;
        /// The first entry that waits in a slice, and the one that waits behind an entry.
        private final int[] waiting;
        private final int[] behind = new int[size];
        /// Number of an entry's next point.
        private final int[] steps = new int[size];
        private final WeightedValues slice = new WeightedValues(2 * POINTS_PER_SLICE);

        Sweep() {
            double start = Double.POSITIVE_INFINITY;
            double end = Double.NEGATIVE_INFINITY;
            for (int entry = 0; entry < size; entry++) {
                start = Math.min(start, first[entry]);
                end = Math.max(end, last[entry]);
            }
            from = start;
            waiting = new int[Math.clamp(points / POINTS_PER_SLICE, 1, MOST_SLICES)];
            slicesPerSecond = end > start ? waiting.length / (end - start) : 0;
            Arrays.fill(waiting, NONE);
            for (int entry = size - 1; entry >= 0; entry--) {
                await(sliceOf(first[entry]), entry);
            }
        }

        void run(Points target) {
            for (int number = 0; number < waiting.length; number++) {
                slice.clear();
                for (int entry = waiting[number]; entry != NONE; ) {
                    int next = behind[entry];
                    collect(entry, number);
                    entry = next;
                }
                slice.sort();
                for (int i = 0; i < slice.size(); i++) {
                    target.accept(slice.value(i), slice.weight(i));
                }
            }
        }

        /// Takes the points of an entry that lie in a slice, and puts it into the slice of the one after.
        private void collect(int entry, int number) {
            int count = restCount[entry];
            double start = first[entry];
            double gap = count == 0 ? 0 : (last[entry] - start) / count;
            double weight = restWeight[entry];
            int step = steps[entry];
            double time = start + step * gap;
            if (step == 0) {
                slice.add(start, firstWeight[entry]);
                time = start + gap;
                step = 1;
            }
            while (step <= count) {
                if (step == count) {
                    time = last[entry]; // not the sum of rounded gaps
                }
                int home = sliceOf(time);
                if (home > number) {
                    steps[entry] = step;
                    await(home, entry);
                    return;
                }
                slice.add(time, weight);
                step++;
                time = start + step * gap;
            }
        }

        private void await(int number, int entry) {
            behind[entry] = waiting[number];
            waiting[number] = entry;
        }

        private int sliceOf(double time) {
            return Math.min(waiting.length - 1, (int) ((time - from) * slicesPerSecond));
        }
    }
}
