package dev.guidellm.data.synthetic;

import dev.guidellm.config.TokenSpread;
import dev.guidellm.data.PythonRandom;
import org.jspecify.annotations.Nullable;

/// Draws token counts from a spread, in the sequence that GuideLLM draws.
///
/// The lower end is `min`, else the mean less 5 deviations but at least 1 (the mean itself without a deviation);
/// the upper end is `max`, else the mean plus 5 deviations (the mean). Equal ends give a constant; without a
/// deviation every whole number between them is as likely; else the draw is Gaussian, moved into the range and
/// rounded half to even.
public final class TokenSampler {
    private final long mean;
    private final @Nullable Integer deviation;
    private final long low;
    private final long high;
    private final PythonRandom random;

    private TokenSampler(long mean, @Nullable Integer deviation, long low, long high, long seed) {
        this.mean = mean;
        this.deviation = deviation;
        this.low = low;
        this.high = high;
        this.random = new PythonRandom(seed);
    }

    /// The sampler of a spread; null when the spread has no mean.
    ///
    /// @throws IllegalArgumentException when no number lies between the ends and there is no deviation
    public static @Nullable TokenSampler of(TokenSpread spread, long seed) {
        Integer mean = spread.mean();
        if (mean == null) {
            return null;
        }
        long low = lowest(mean, spread.stdev(), spread.min());
        long high = highest(mean, spread.stdev(), spread.max());
        if (low > high && spread.stdev() == null) {
            throw new IllegalArgumentException(
                    "empty range for randrange() (" + low + ", " + (high + 1) + ", " + (high + 1 - low) + ")");
        }
        return new TokenSampler(mean, spread.stdev(), low, high, seed);
    }

    static long lowest(int mean, @Nullable Integer deviation, @Nullable Integer min) {
        if (min != null) {
            return min;
        }
        return deviation == null ? mean : Math.max(1, mean - 5L * deviation);
    }

    static long highest(int mean, @Nullable Integer deviation, @Nullable Integer max) {
        if (max != null) {
            return max;
        }
        return deviation == null ? mean : mean + 5L * deviation;
    }

    /// The next draw.
    public int next() {
        if (low == high) {
            return Math.toIntExact(low);
        }
        if (deviation == null) {
            return Math.toIntExact(random.between(low, high));
        }
        double drawn = random.gauss((double) mean, deviation);
        return Math.toIntExact(Math.round(Math.rint(Math.max((double) low, Math.min((double) high, drawn)))));
    }
}
