package dev.guidellm.schedule;

import java.util.Arrays;
import java.util.List;

/// A rate over time: how many arrivals to expect by a moment, and when to expect the n-th.
///
/// The expected number by `t` is the integral of the rate. Where it has a ramp from a to b over T, that is
/// `a·t + (b − a)·t² / 2T` for a linear one and `a/k · (exp(k·t) − 1)` with `k = ln(b/a) / T` for an exponential
/// one; both are turned round in closed form. Immutable.
final class RateCurve {
    /// Rounding of sums must not lose an arrival that is due exactly at the end.
    private static final double ROUNDING = 1e-9;

    private final List<RateStage> stages;
    /// Two pieces per stage: its ramp and what follows. `starts` and `counts` have one entry more.
    private final double[] starts;

    private final double[] counts;

    RateCurve(List<RateStage> stages) {
        this.stages = List.copyOf(stages);
        int pieces = 2 * stages.size();
        starts = new double[pieces + 1];
        counts = new double[pieces + 1];
        for (int i = 0; i < stages.size(); i++) {
            RateStage stage = stages.get(i);
            int ramp = 2 * i;
            starts[ramp + 1] = starts[ramp] + stage.rampSeconds();
            counts[ramp + 1] = counts[ramp] + rampCount(stage);
            starts[ramp + 2] = starts[ramp] + stage.seconds();
            counts[ramp + 2] = counts[ramp + 1] + stage.rate() * (stage.seconds() - stage.rampSeconds());
        }
    }

    double seconds() {
        return starts[starts.length - 1];
    }

    /// Arrivals to expect in all.
    double expected() {
        return counts[counts.length - 1];
    }

    /// When the `count`-th arrival is to be expected, in seconds after the beginning; positive infinity when the curve
    /// ends before.
    ///
    /// @param count above 0
    double timeOf(double count) {
        if (count > expected()) {
            return count <= expected() * (1 + ROUNDING) ? seconds() : Double.POSITIVE_INFINITY;
        }
        int piece = pieceOf(count);
        RateStage stage = stages.get(piece / 2);
        double more = count - counts[piece];
        double into = piece % 2 == 0 ? rampTime(stage, more) : more / stage.rate();
        return Math.min(starts[piece] + into, starts[piece + 1]);
    }

    /// The first piece by whose end so many are to be expected. Pieces without arrivals are passed over.
    private int pieceOf(double count) {
        int found = Arrays.binarySearch(counts, count);
        int end = found >= 0 ? found : -found - 1;
        while (end > 1 && counts[end - 1] >= count) {
            end--;
        }
        return Math.max(end, 1) - 1;
    }

    private static double rampCount(RateStage stage) {
        double growth = growth(stage);
        return growth == 0
                ? (stage.from() + stage.rate()) / 2 * stage.rampSeconds()
                : (stage.rate() - stage.from()) / growth;
    }

    private static double rampTime(RateStage stage, double count) {
        double growth = growth(stage);
        if (growth != 0) {
            return Math.log1p(count * growth / stage.from()) / growth;
        }
        // The root of a·t + (b − a)/2T · t² = count in the form that loses no digits.
        double slope = (stage.rate() - stage.from()) / stage.rampSeconds();
        double root = Math.sqrt(Math.max(0, stage.from() * stage.from() + 2 * slope * count));
        return 2 * count / (stage.from() + root);
    }

    /// Growth per second of an exponential ramp; 0 for a linear one, and where there is nothing to grow.
    private static double growth(RateStage stage) {
        return stage.curve() == RateStage.Curve.EXPONENTIAL && stage.rampSeconds() > 0
                ? Math.log(stage.rate() / stage.from()) / stage.rampSeconds()
                : 0;
    }
}
