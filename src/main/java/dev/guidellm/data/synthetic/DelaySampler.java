package dev.guidellm.data.synthetic;

import dev.guidellm.config.DelaySpread;
import dev.guidellm.data.PythonRandom;
import org.jspecify.annotations.Nullable;

/// Draws think times in seconds: the rules of [TokenSampler], but from 0 up and not rounded.
final class DelaySampler {
    private final double mean;
    private final @Nullable Double deviation;
    private final double low;
    private final double high;
    private final PythonRandom random;

    private DelaySampler(double mean, @Nullable Double deviation, double low, double high, long seed) {
        this.mean = mean;
        this.deviation = deviation;
        this.low = low;
        this.high = high;
        this.random = new PythonRandom(seed);
    }

    /// The sampler of a spread; null when the spread has no mean.
    static @Nullable DelaySampler of(DelaySpread spread, long seed) {
        Double mean = spread.mean();
        if (mean == null) {
            return null;
        }
        double low = lowest(mean, spread.stdev(), spread.min());
        double high = highest(mean, spread.stdev(), spread.max());
        return new DelaySampler(mean, spread.stdev(), low, high, seed);
    }

    static double lowest(double mean, @Nullable Double deviation, @Nullable Double min) {
        if (min != null) {
            return min;
        }
        return deviation == null ? mean : Math.max(0.0, mean - 5 * deviation);
    }

    static double highest(double mean, @Nullable Double deviation, @Nullable Double max) {
        if (max != null) {
            return max;
        }
        return deviation == null ? mean : mean + 5 * deviation;
    }

    double next() {
        if (low == high) {
            return low;
        }
        if (deviation == null) {
            return random.uniform(low, high);
        }
        return Math.max(low, Math.min(high, random.gauss(mean, deviation)));
    }
}
