package dev.guidellm.metrics;

import java.util.Arrays;

/// Growing pairs of a value and its weight, in two arrays.
final class WeightedValues {
    /// Pairs that are sorted by insertion before runs are merged.
    private static final int RUN = 16;

    private double[] values;
    private double[] weights;
    private int size;

    WeightedValues(int capacity) {
        values = new double[Math.max(4, capacity)];
        weights = new double[values.length];
    }

    /// Pairs with the weight 1.
    static WeightedValues ofValues(double... values) {
        WeightedValues pairs = new WeightedValues(values.length);
        for (double value : values) {
            pairs.add(value, 1.0);
        }
        return pairs;
    }

    void add(double value, double weight) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        values[size] = value;
        weights[size] = weight;
        size++;
    }

    void replaceLastWeight(double weight) {
        weights[size - 1] = weight;
    }

    void addAll(WeightedValues other) {
        for (int i = 0; i < other.size; i++) {
            add(other.values[i], other.weights[i]);
        }
    }

    int size() {
        return size;
    }

    double value(int index) {
        return values[index];
    }

    double weight(int index) {
        return weights[index];
    }

    double weightSum() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += weights[i];
        }
        return sum;
    }

    boolean allWeightsAreOne() {
        for (int i = 0; i < size; i++) {
            if (weights[i] != 1.0) {
                return false;
            }
        }
        return true;
    }

    void clear() {
        size = 0;
    }

    /// Orders the pairs by value, equal values in the order in which they came.
    void sort() {
        if (isSorted()) {
            return;
        }
        if (allWeightsAreEqual()) {
            Arrays.sort(values, 0, size);
            return;
        }
        for (int left = 0; left < size; left += RUN) {
            insertionSort(left, Math.min(left + RUN, size));
        }
        double[] fromValues = values;
        double[] fromWeights = weights;
        double[] toValues = new double[values.length];
        double[] toWeights = new double[values.length];
        for (int run = RUN; run < size; run *= 2) {
            for (int left = 0; left < size; left += 2 * run) {
                merge(fromValues, fromWeights, toValues, toWeights, left, Math.min(left + run, size), run);
            }
            double[] oldValues = fromValues;
            double[] oldWeights = fromWeights;
            fromValues = toValues;
            fromWeights = toWeights;
            toValues = oldValues;
            toWeights = oldWeights;
        }
        values = fromValues;
        weights = fromWeights;
    }

    private boolean isSorted() {
        for (int i = 1; i < size; i++) {
            if (values[i - 1] > values[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean allWeightsAreEqual() {
        for (int i = 1; i < size; i++) {
            if (weights[i] != weights[0]) {
                return false;
            }
        }
        return true;
    }

    private void insertionSort(int left, int right) {
        for (int i = left + 1; i < right; i++) {
            double value = values[i];
            double weight = weights[i];
            int at = i;
            while (at > left && values[at - 1] > value) {
                values[at] = values[at - 1];
                weights[at] = weights[at - 1];
                at--;
            }
            values[at] = value;
            weights[at] = weight;
        }
    }

    /// Merges the sorted runs [left, middle) and [middle, middle + run).
    private void merge(
            double[] fromValues,
            double[] fromWeights,
            double[] toValues,
            double[] toWeights,
            int left,
            int middle,
            int run) {
        int right = Math.min(middle + run, size);
        if (middle == right || fromValues[middle - 1] <= fromValues[middle]) {
            // times come nearly in order
            System.arraycopy(fromValues, left, toValues, left, right - left);
            System.arraycopy(fromWeights, left, toWeights, left, right - left);
            return;
        }
        int a = left;
        int b = middle;
        for (int out = left; out < right; out++) {
            boolean takeLeft = a < middle && (b >= right || fromValues[a] <= fromValues[b]);
            int source = takeLeft ? a++ : b++;
            toValues[out] = fromValues[source];
            toWeights[out] = fromWeights[source];
        }
    }
}
