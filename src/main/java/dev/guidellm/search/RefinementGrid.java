package dev.guidellm.search;

import java.util.List;
import java.util.stream.IntStream;

/// Evenly spaced concurrencies around a centre.
///
/// @param anchor the middle one, a multiple of the step
/// @param concurrencies ascending, all above 0
public record RefinementGrid(int anchor, int step, List<Integer> concurrencies) {
    public RefinementGrid {
        concurrencies = List.copyOf(concurrencies);
    }

    /// The grid with the largest step that has all its points above 0; with a step of 1 the rest are left out.
    ///
    /// @param centre above 0
    /// @param pointsEachSide of the anchor
    /// @param maxStep the largest step to try
    public static RefinementGrid around(double centre, int pointsEachSide, int maxStep) {
        for (int step = maxStep; step > 1; step--) {
            int anchor = anchor(centre, step);
            if (anchor - (long) pointsEachSide * step > 0) {
                return of(anchor, step, pointsEachSide);
            }
        }
        return of(anchor(centre, 1), 1, pointsEachSide);
    }

    private static int anchor(double centre, int step) {
        return Math.max(step, (int) Math.floor(centre / step + 0.5) * step);
    }

    private static RefinementGrid of(int anchor, int step, int pointsEachSide) {
        return new RefinementGrid(
                anchor,
                step,
                IntStream.rangeClosed(-pointsEachSide, pointsEachSide)
                        .map(k -> anchor + k * step)
                        .filter(streams -> streams > 0)
                        .boxed()
                        .toList());
    }
}
