package dev.guidellm.metrics;

import java.util.Arrays;

/// Weighted events on a time axis. A request's tokens are one entry that stands for many evenly spaced points,
/// so the memory needed follows the number of requests, not of tokens.
final class TimeSeries {
    private double[] first = new double[16];
    private double[] last = new double[16];
    private double[] firstWeight = new double[16];
    private double[] restWeight = new double[16];
    private int[] restCount = new int[16];
    private int size;

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
    }

    void addAll(TimeSeries other) {
        for (int i = 0; i < other.size; i++) {
            addSpread(other.first[i], other.firstWeight[i], other.last[i], other.restCount[i], other.restWeight[i]);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// Gives all points in ascending order: entries by their first point, and a heap of those under way.
    void forEach(Points points) {
        WeightedValues order = new WeightedValues(size);
        for (int i = 0; i < size; i++) {
            order.add(first[i], i);
        }
        order.sort();
        Heap heap = new Heap();
        int next = 0;
        while (next < size || heap.size > 0) {
            if (next < size && (heap.size == 0 || order.value(next) <= heap.times[0])) {
                int entry = (int) order.weight(next++);
                points.accept(first[entry], firstWeight[entry]);
                if (restCount[entry] > 0) {
                    heap.push(entry, pointTime(entry, 1));
                }
            } else {
                int entry = heap.entries[0];
                points.accept(heap.times[0], restWeight[entry]);
                int step = heap.steps[0] + 1;
                if (step <= restCount[entry]) {
                    heap.replaceTop(step, pointTime(entry, step));
                } else {
                    heap.pop();
                }
            }
        }
    }

    private double pointTime(int entry, int step) {
        return first[entry] + step * (last[entry] - first[entry]) / restCount[entry];
    }

    /// Entries under way, the earliest next point on top.
    private static final class Heap {
        private double[] times = new double[64];
        private int[] entries = new int[64];
        private int[] steps = new int[64];
        private int size;

        void push(int entry, double time) {
            if (size == times.length) {
                times = Arrays.copyOf(times, size * 2);
                entries = Arrays.copyOf(entries, size * 2);
                steps = Arrays.copyOf(steps, size * 2);
            }
            int at = size++;
            while (at > 0 && times[(at - 1) / 2] > time) {
                move((at - 1) / 2, at);
                at = (at - 1) / 2;
            }
            put(at, entry, 1, time);
        }

        void replaceTop(int step, double time) {
            sink(entries[0], step, time);
        }

        void pop() {
            size--;
            if (size > 0) {
                sink(entries[size], steps[size], times[size]);
            }
        }

        private void sink(int entry, int step, double time) {
            int at = 0;
            while (true) {
                int child = 2 * at + 1;
                if (child >= size) {
                    break;
                }
                if (child + 1 < size && times[child + 1] < times[child]) {
                    child++;
                }
                if (times[child] >= time) {
                    break;
                }
                move(child, at);
                at = child;
            }
            put(at, entry, step, time);
        }

        private void move(int from, int to) {
            put(to, entries[from], steps[from], times[from]);
        }

        private void put(int at, int entry, int step, double time) {
            entries[at] = entry;
            steps[at] = step;
            times[at] = time;
        }
    }
}
