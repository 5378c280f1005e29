package dev.guidellm.schedule;

/// A stretch of time with a rate of its own, which may be reached little by little.
///
/// @param from rate at its beginning, requests per second
/// @param rate rate after the ramp, requests per second
/// @param rampSeconds how long the rate takes from `from` to `rate`; 0 for at once, `seconds` for all the time
/// @param seconds how long the stage lasts, its ramp included; above 0
public record RateStage(double from, double rate, double rampSeconds, double seconds, Curve curve) {
    /// How a rate goes from one value to another.
    public enum Curve {
        /// By the same difference each second.
        LINEAR,
        /// By the same factor each second.
        EXPONENTIAL
    }

    public RateStage {
        if (!(from >= 0 && rate >= 0 && seconds > 0 && rampSeconds >= 0 && rampSeconds <= seconds)) {
            throw new IllegalArgumentException(
                    "no stage from " + from + " to " + rate + " in " + rampSeconds + " of " + seconds + " s");
        }
        if (curve == Curve.EXPONENTIAL && rampSeconds > 0 && !(from > 0 && rate > 0)) {
            throw new IllegalArgumentException("no factor leads from " + from + " to " + rate);
        }
    }

    /// A stage that has its rate from the beginning.
    public static RateStage steady(double rate, double seconds) {
        return new RateStage(rate, rate, 0, seconds, Curve.LINEAR);
    }

    /// The highest rate in it.
    double peak() {
        return rampSeconds == 0 ? rate : Math.max(from, rate);
    }
}
