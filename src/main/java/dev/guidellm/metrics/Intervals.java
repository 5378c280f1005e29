package dev.guidellm.metrics;

import java.util.Arrays;

/// Growing list of weighted stretches of time.
final class Intervals {
    private double[] numbers = new double[48];
    private int size;

    void add(double from, double to, double weight) {
        if (3 * size == numbers.length) {
            numbers = Arrays.copyOf(numbers, numbers.length * 2);
        }
        numbers[3 * size] = from;
        numbers[3 * size + 1] = to;
        numbers[3 * size + 2] = weight;
        size++;
    }

    void addAll(Intervals other) {
        for (int i = 0; i < other.size; i++) {
            add(other.from(i), other.to(i), other.weight(i));
        }
    }

    int size() {
        return size;
    }

    double from(int index) {
        return numbers[3 * index];
    }

    double to(int index) {
        return numbers[3 * index + 1];
    }

    double weight(int index) {
        return numbers[3 * index + 2];
    }
}
