package dev.guidellm.compare;

import java.util.Arrays;

/// Many tests at once: adjusted p-values that keep the chance of even one false finding at the level (Holm, A
/// simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979).
final class HolmCorrection {
    private HolmCorrection() {}

    /// Adjusted p-values, in the order of the given ones.
    static double[] adjusted(double[] pValues) {
        int n = pValues.length;
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(pValues[a], pValues[b]));
        double[] adjusted = new double[n];
        double largest = 0;
        for (int rank = 0; rank < n; rank++) {
            largest = Math.max(largest, Math.min(1, (n - rank) * pValues[order[rank]]));
            adjusted[order[rank]] = largest;
        }
        return adjusted;
    }
}
