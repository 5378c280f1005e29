package dev.guidellm.search;

import org.jspecify.annotations.Nullable;

/// Tries the measured points as the place where a rising line turns into a flatter one, and takes the one whose two
/// lines come closest to the curve.
final class BreakpointSearch {
    static final int FEWEST_POINTS = 5;

    private static final double LINEAR_ERROR = 1e-12;
    private static final double PARALLEL = 1e-12;
    private static final double LARGEST_SLOPE_RATIO = 0.25;
    private static final double LEAST_IMPROVEMENT = 0.50;
    private static final double LEAST_FRACTION = 0.85;
    /// Share of the measured range within which a measured point counts as the knee.
    private static final double SAME_POINT = 1e-9;

    private final double[] concurrencies;
    private final double[] throughputs;
    private final double[] x;
    private final double[] y;

    /// @param concurrencies ascending
    BreakpointSearch(double[] concurrencies, double[] throughputs) {
        this.concurrencies = concurrencies;
        this.throughputs = throughputs;
        x = scaled(concurrencies);
        y = scaled(throughputs);
    }

    private record Candidate(int index, SegmentLine rising, SegmentLine tail, double improvement, double fraction) {
        double squaredError() {
            return rising.squaredError() + tail.squaredError();
        }
    }

    ThroughputFit fit() {
        if (range(concurrencies) <= 0 || range(throughputs) <= 0) {
            return new ThroughputFit.NoKnee("The throughput curve has no usable range");
        }
        int n = x.length;
        double single = SegmentLine.through(x, y, 0, n - 1).squaredError();
        if (single <= LINEAR_ERROR) {
            return new ThroughputFit.NoKnee("The throughput curve is approximately linear");
        }
        Candidate best = null;
        for (int i = 2; i <= n - (n == FEWEST_POINTS ? 2 : 3); i++) {
            Candidate candidate = candidate(i, single);
            if (candidate != null && (best == null || candidate.squaredError() < best.squaredError())) {
                best = candidate;
            }
        }
        return best == null
                ? new ThroughputFit.NoKnee("No breakpoint satisfied the saturation thresholds")
                : knee(best);
    }

    private @Nullable Candidate candidate(int i, double single) {
        SegmentLine rising = SegmentLine.through(x, y, 0, i);
        SegmentLine tail = SegmentLine.through(x, y, i, x.length - 1);
        Candidate candidate = new Candidate(
                i,
                rising,
                tail,
                1 - (rising.squaredError() + tail.squaredError()) / single,
                throughputs[i] / highest(throughputs));
        boolean saturates = rising.slope() > 0
                && tail.slope() / rising.slope() <= LARGEST_SLOPE_RATIO
                && candidate.improvement >= LEAST_IMPROVEMENT
                && candidate.fraction >= LEAST_FRACTION;
        return saturates ? candidate : null;
    }

    private ThroughputFit knee(Candidate best) {
        SegmentLine rising = best.rising;
        SegmentLine tail = best.tail;
        int i = best.index;
        double bend = rising.slope() - tail.slope();
        double meeting = Math.abs(bend) <= PARALLEL ? x[i] : (tail.intercept() - rising.intercept()) / bend;
        if (meeting < x[i - 1] || meeting > x[i + 1]) {
            meeting = x[i];
        }
        double knee = concurrencies[0] + meeting * range(concurrencies);
        return new ThroughputFit.Knee(
                knee,
                firstFrom(knee),
                concurrencies[i],
                rising.slope(),
                tail.slope(),
                tail.slope() / rising.slope(),
                best.improvement,
                best.fraction);
    }

    private double firstFrom(double knee) {
        double least = knee - SAME_POINT * range(concurrencies);
        for (double concurrency : concurrencies) {
            if (concurrency >= least) {
                return concurrency;
            }
        }
        throw new IllegalStateException("the knee " + knee + " lies beyond the measured range");
    }

    private static double[] scaled(double[] values) {
        double lowest = lowest(values);
        double range = range(values);
        double[] scaled = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            scaled[i] = (values[i] - lowest) / range;
        }
        return scaled;
    }

    private static double range(double[] values) {
        return highest(values) - lowest(values);
    }

    private static double lowest(double[] values) {
        double lowest = values[0];
        for (double value : values) {
            lowest = Math.min(lowest, value);
        }
        return lowest;
    }

    private static double highest(double[] values) {
        double highest = values[0];
        for (double value : values) {
            highest = Math.max(highest, value);
        }
        return highest;
    }
}
