package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// One stage of `--profile kind=stages`: for so long, so much load.
///
/// @param rate requests per second; null in a stage of streams
/// @param streams requests in flight; null in a stage of rates
/// @param duration seconds, the ramp included
/// @param ramp seconds at the beginning over which the load goes from that of the stage before (0 before the first)
/// to this one's; null for none, or for the whole stage where `from` is given
/// @param from rate at the beginning of the ramp instead of that of the stage before
/// @param curve how a rate changes during the ramp
public record LoadStage(
        @Range(atLeast = 0) @Nullable Double rate,
        @Range(atLeast = 0) @Nullable Integer streams,
        @Range(above = 0) double duration,
        @Range(atLeast = 0) @Nullable Double ramp,
        @Range(atLeast = 0) @Nullable Double from,
        @Default("linear") Curve curve) {
    /// How a rate goes from one value to another.
    public enum Curve implements Choice {
        /// By the same difference each second.
        LINEAR,
        /// By the same factor each second.
        EXPONENTIAL
    }

    public LoadStage {
        if ((rate == null) == (streams == null)) {
            throw ConfigException.rule("a stage needs either rate or streams");
        }
        if (rate == null && (from != null || curve != Curve.LINEAR)) {
            throw ConfigException.rule("from and curve go with rate; a stage of streams has ramp");
        }
        if (ramp != null && ramp > duration) {
            throw ConfigException.rule("ramp", "ramp is part of the duration and cannot be longer");
        }
        if (from != null && ramp != null && ramp == 0) {
            throw ConfigException.rule("from", "from is the rate before a ramp, and ramp is 0");
        }
    }

    /// How long the load changes.
    public double rampSeconds() {
        if (ramp != null) {
            return ramp;
        }
        return from == null ? 0 : duration;
    }
}
