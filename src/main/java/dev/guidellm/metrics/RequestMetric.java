package dev.guidellm.metrics;

import dev.guidellm.conversation.UsageField;
import dev.guidellm.record.RequestTimings;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The derived values of one request, in the order of the report. Null where a part of the formula is missing.
///
/// In the formulas S, E are `request_start`, `request_end`; T `targeted_start`; F, L first and last token; O
/// first output token; P `predecessor_completed`; N output tokens; K `token_iterations`. Pinned by
/// `cases/metrics/request-stats-cases.json`.
public enum RequestMetric {
    /// S, else when the request was handed to the backend.
    REQUEST_START_TIME("request_start_time", "s", r -> r.timings().startedAt()),
    /// E, else when the backend was done with it.
    REQUEST_END_TIME("request_end_time", "s", r -> r.timings().completedAt()),
    /// E − S.
    REQUEST_LATENCY("request_latency", "s", r -> latency(r.timings())),
    /// S − T; negative when it started early.
    REQUEST_DISPATCH_DELAY("request_dispatch_delay", "s", r -> dispatchDelay(r.timings())),
    /// The part of the dispatch delay spent waiting for the previous turn: max(0, min(S, P) − T), 0 without
    /// one.
    TURN_PREDECESSOR_DELAY("turn_predecessor_delay", "s", r -> predecessorDelay(r.timings())),
    /// The rest of the dispatch delay, which is the load generator's own.
    TURN_SCHEDULING_DELAY(
            "turn_scheduling_delay", "s", r -> difference(dispatchDelay(r.timings()), predecessorDelay(r.timings()))),
    /// E − T: the latency that counts the wait for a late start, free of coordinated omission.
    REQUEST_SCHEDULED_LATENCY(
            "request_scheduled_latency",
            "s",
            r -> difference(r.timings().requestEnd(), r.timings().targetedStart())),
    PROMPT_TOKENS("prompt_tokens", "tokens", true, r -> toDouble(r.promptTokens())),
    CACHED_TOKENS("cached_tokens", "tokens", true, r -> toDouble(r.input().get(UsageField.CACHED_TOKENS))),
    /// N.
    OUTPUT_TOKENS("output_tokens", "tokens", true, r -> toDouble(r.outputTokens())),
    TOTAL_TOKENS("total_tokens", "tokens", true, r -> toDouble(r.totalTokens())),
    /// 1000 (F − S).
    TIME_TO_FIRST_TOKEN_MS(
            "time_to_first_token_ms",
            "ms",
            r -> millis(
                    difference(r.timings().firstTokenIteration(), r.timings().requestStart()))),
    /// 1000 (L − last message sent); WebSocket only.
    TIME_TO_LAST_ROUND_TRIP_MS(
            "time_to_last_round_trip_ms",
            "ms",
            r -> millis(difference(r.timings().lastTokenIteration(), r.timings().lastRequestSent()))),
    /// 1000 (mean time of the tokens − mean time of the messages sent); WebSocket only.
    AVG_ROUND_TRIP_TIME_MS("avg_round_trip_time_ms", "ms", r -> averageRoundTrip(r.timings())),
    /// 1000 ((L or request end) − S) / N.
    TIME_PER_OUTPUT_TOKEN_MS("time_per_output_token_ms", "ms", RequestMetric::timePerOutputToken),
    /// 1000 (L − F) / (N − 1): the mean gap between tokens after the first.
    INTER_TOKEN_LATENCY_MS("inter_token_latency_ms", "ms", RequestMetric::interTokenLatency),
    /// Total tokens / latency; null where there was no answer, since a prompt alone says nothing of speed.
    TOKENS_PER_SECOND(
            "tokens_per_second",
            "tokens/s",
            r -> perSecond(r.answered() ? r.totalTokens() : null, latency(r.timings()))),
    /// N / latency.
    OUTPUT_TOKENS_PER_SECOND(
            "output_tokens_per_second", "tokens/s", r -> perSecond(r.outputTokens(), latency(r.timings()))),
    /// 1000 (O − S).
    TIME_TO_FIRST_OUTPUT_TOKEN_MS(
            "time_to_first_output_token_ms",
            "ms",
            r -> millis(difference(
                    r.timings().firstOutputTokenIteration(), r.timings().requestStart()))),
    /// (N − 1) / (K − 1).
    ITER_TOKENS_PER_ITERATION("iter_tokens_per_iteration", "tokens", RequestMetric::tokensPerLaterIteration),
    /// N / K.
    OUTPUT_TOKENS_PER_ITERATION("output_tokens_per_iteration", "tokens", RequestMetric::tokensPerIteration);

    private final String key;
    private final String unit;
    private final boolean whole;

    @SuppressWarnings("ImmutableEnumChecker") // the lambdas capture nothing
    private final Function<MeasuredRequest, @Nullable Double> formula;

    RequestMetric(String key, String unit, Function<MeasuredRequest, @Nullable Double> formula) {
        this(key, unit, false, formula);
    }

    RequestMetric(String key, String unit, boolean whole, Function<MeasuredRequest, @Nullable Double> formula) {
        this.key = key;
        this.unit = unit;
        this.whole = whole;
        this.formula = formula;
    }

    /// The name in reports.
    public String key() {
        return key;
    }

    /// The unit of its values.
    public String unit() {
        return unit;
    }

    /// Whether reports write it as a whole number.
    public boolean isWhole() {
        return whole;
    }

    /// Whether it is a moment on the run's clock, to which reports add the wall-clock origin.
    public boolean isMoment() {
        return this == REQUEST_START_TIME || this == REQUEST_END_TIME;
    }

    /// The value for one request; null when it cannot be measured.
    public @Nullable Double of(MeasuredRequest request) {
        return formula.apply(request);
    }

    private static @Nullable Double latency(RequestTimings timings) {
        return difference(timings.requestEnd(), timings.requestStart());
    }

    private static @Nullable Double dispatchDelay(RequestTimings timings) {
        return difference(timings.requestStart(), timings.targetedStart());
    }

    private static @Nullable Double predecessorDelay(RequestTimings timings) {
        Double start = timings.requestStart();
        Double target = timings.targetedStart();
        if (start == null || target == null) {
            return null;
        }
        Double predecessor = timings.predecessorCompleted();
        return predecessor == null ? 0.0 : Math.max(0.0, Math.min(start, predecessor) - target);
    }

    private static @Nullable Double averageRoundTrip(RequestTimings timings) {
        if (timings.requestSentCount() == 0 || timings.tokenReceivedCount() == 0) {
            return null;
        }
        double received = timings.tokenReceivedSum() / timings.tokenReceivedCount();
        return 1000.0 * (received - timings.requestSentSum() / timings.requestSentCount());
    }

    private static @Nullable Double timePerOutputToken(MeasuredRequest request) {
        RequestTimings timings = request.timings();
        Long tokens = request.outputTokens();
        Double last = timings.lastTokenIteration() != null ? timings.lastTokenIteration() : timings.completedAt();
        Double spent = millis(difference(last, timings.requestStart()));
        return spent == null || tokens == null || tokens == 0 ? null : spent / tokens;
    }

    private static @Nullable Double interTokenLatency(MeasuredRequest request) {
        RequestTimings timings = request.timings();
        Long tokens = request.outputTokens();
        Double spent = millis(difference(timings.lastTokenIteration(), timings.firstTokenIteration()));
        return spent == null || tokens == null || tokens <= 1 ? null : spent / (tokens - 1);
    }

    private static @Nullable Double tokensPerLaterIteration(MeasuredRequest request) {
        Long tokens = request.outputTokens();
        int iterations = request.timings().tokenIterations();
        return tokens == null || tokens <= 1 || iterations <= 1 ? null : (tokens - 1.0) / (iterations - 1.0);
    }

    private static @Nullable Double tokensPerIteration(MeasuredRequest request) {
        Long tokens = request.outputTokens();
        int iterations = request.timings().tokenIterations();
        return tokens == null || iterations < 1 ? null : (double) tokens / iterations;
    }

    private static @Nullable Double perSecond(@Nullable Long tokens, @Nullable Double seconds) {
        return tokens == null || seconds == null || seconds == 0 ? null : tokens / seconds;
    }

    private static @Nullable Double difference(@Nullable Double later, @Nullable Double earlier) {
        return later == null || earlier == null ? null : later - earlier;
    }

    private static @Nullable Double millis(@Nullable Double seconds) {
        return seconds == null ? null : 1000.0 * seconds;
    }

    private static @Nullable Double toDouble(@Nullable Number count) {
        return count == null ? null : count.doubleValue();
    }
}
