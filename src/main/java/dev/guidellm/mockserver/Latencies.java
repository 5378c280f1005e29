package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Draws the delays and lengths of answers: normal distributions cut off at 0. One per event loop, since the generator
/// belongs to one thread.
final class Latencies {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final MockServerSettings settings;
    private final RandomGenerator random;

    Latencies(MockServerSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
    }

    /// Nanoseconds from the start of service to the first token.
    long firstTokenNanos() {
        return Math.round(sample(settings.ttftMs(), settings.ttftMsStd()) * NANOS_PER_MILLI);
    }

    /// Nanoseconds from one token to the next.
    long nextTokenNanos() {
        return Math.round(sample(settings.itlMs(), settings.itlMsStd()) * NANOS_PER_MILLI);
    }

    /// Nanoseconds from the start of service to a whole answer of `tokens` tokens: the request latency where one was
    /// asked for, else the time its tokens would have taken.
    long wholeAnswerNanos(int tokens) {
        Double latency = settings.requestLatency();
        if (latency != null) {
            return Math.round(sample(latency, settings.requestLatencyStd()) * NANOS_PER_SECOND);
        }
        long total = firstTokenNanos();
        if (settings.itlMsStd() == 0) {
            return total + (tokens - 1) * nextTokenNanos();
        }
        for (int i = 1; i < tokens; i++) {
            total += nextTokenNanos();
        }
        return total;
    }

    /// How many tokens an answer has.
    ///
    /// @param cap the most that the request allows, null for no limit
    /// @param exactly whether the answer runs up to the cap whatever length is drawn
    AnswerLength answerLength(@Nullable Integer cap, boolean exactly) {
        if (cap != null && exactly) {
            return new AnswerLength(cap, true);
        }
        int drawn = Math.max(1, (int) sample(settings.outputTokens(), settings.outputTokensStd()));
        return cap != null && cap < drawn ? new AnswerLength(cap, true) : new AnswerLength(drawn, false);
    }

    private double sample(double mean, double deviation) {
        return deviation == 0 ? Math.max(0, mean) : Math.max(0, mean + deviation * random.nextGaussian());
    }

    /// The length of one answer.
    ///
    /// @param tokens at least 1
    /// @param cut whether the request's limit ended it
    record AnswerLength(int tokens, boolean cut) {}
}
