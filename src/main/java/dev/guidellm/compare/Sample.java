package dev.guidellm.compare;

import java.util.Arrays;

/// Values of the requests of one run, in the order in which the requests started, so that neighbours in time are
/// neighbours here. Arrays are not copied and not to be changed.
///
/// @param values one per request
/// @param weights what each counts; the report weighs latencies per token by tokens
record Sample(double[] values, double[] weights) {

    int size() {
        return values.length;
    }

    /// Sum of values by weight over the sum of weights; NaN for none.
    double mean() {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * weights[i];
        }
        return sum / weightSum();
    }

    double weightSum() {
        return Arrays.stream(weights).sum();
    }
}
