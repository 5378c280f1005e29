package dev.guidellm.metrics;

import dev.guidellm.conversation.UsageField;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestTimings;
import java.util.function.ToDoubleFunction;

/// The derived values of one request, in the order of the report. NaN where a part of the formula is missing, as
/// follows from moments that are NaN.
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
            "turn_scheduling_delay", "s", r -> dispatchDelay(r.timings()) - predecessorDelay(r.timings())),
    /// E − T: the latency that counts the wait for a late start, free of coordinated omission.
    REQUEST_SCHEDULED_LATENCY(
            "request_scheduled_latency",
            "s",
            r -> r.timings().requestEnd() - r.timings().targetedStart()),
    PROMPT_TOKENS("prompt_tokens", "tokens", true, MeasuredRequest::promptTokens),
    CACHED_TOKENS("cached_tokens", "tokens", true, r -> r.input().value(UsageField.CACHED_TOKENS)),
    /// N.
    OUTPUT_TOKENS("output_tokens", "tokens", true, MeasuredRequest::outputTokens),
    TOTAL_TOKENS("total_tokens", "tokens", true, MeasuredRequest::totalTokens),
    /// 1000 (F − S).
    TIME_TO_FIRST_TOKEN_MS(
            "time_to_first_token_ms",
            "ms",
            r -> millis(r.timings().requestStart(), r.timings().firstTokenIteration())),
    /// 1000 (L − last message sent); WebSocket only.
    TIME_TO_LAST_ROUND_TRIP_MS(
            "time_to_last_round_trip_ms",
            "ms",
            r -> millis(r.timings().messages().lastSent(), r.timings().lastTokenIteration())),
    /// 1000 (mean time of the tokens − mean time of the messages sent); WebSocket only.
    AVG_ROUND_TRIP_TIME_MS(
            "avg_round_trip_time_ms", "ms", r -> averageRoundTrip(r.timings().messages())),
    /// 1000 ((L or request end) − S) / N.
    TIME_PER_OUTPUT_TOKEN_MS("time_per_output_token_ms", "ms", RequestMetric::timePerOutputToken),
    /// 1000 (L − F) / (N − 1): the mean gap between tokens after the first.
    INTER_TOKEN_LATENCY_MS("inter_token_latency_ms", "ms", RequestMetric::interTokenLatency),
    /// Total tokens / latency; null where there was no answer, since a prompt alone says nothing of speed.
    TOKENS_PER_SECOND(
            "tokens_per_second",
            "tokens/s",
            r -> r.answered() ? perSecond(r.totalTokens(), latency(r.timings())) : Double.NaN),
    /// N / latency.
    OUTPUT_TOKENS_PER_SECOND(
            "output_tokens_per_second", "tokens/s", r -> perSecond(r.outputTokens(), latency(r.timings()))),
    /// 1000 (O − S).
    TIME_TO_FIRST_OUTPUT_TOKEN_MS(
            "time_to_first_output_token_ms",
            "ms",
            r -> millis(r.timings().requestStart(), r.timings().firstOutputTokenIteration())),
    /// (N − 1) / (K − 1).
    ITER_TOKENS_PER_ITERATION("iter_tokens_per_iteration", "tokens", RequestMetric::tokensPerLaterIteration),
    /// N / K.
    OUTPUT_TOKENS_PER_ITERATION("output_tokens_per_iteration", "tokens", RequestMetric::tokensPerIteration);

    private final String key;
    private final String unit;
    private final boolean whole;

    @SuppressWarnings("ImmutableEnumChecker") // the lambdas capture nothing
    private final ToDoubleFunction<MeasuredRequest> formula;

    RequestMetric(String key, String unit, ToDoubleFunction<MeasuredRequest> formula) {
        this(key, unit, false, formula);
    }

    RequestMetric(String key, String unit, boolean whole, ToDoubleFunction<MeasuredRequest> formula) {
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

    /// The value for one request; NaN when it cannot be measured.
    public double of(MeasuredRequest request) {
        return formula.applyAsDouble(request);
    }

    private static double latency(RequestTimings timings) {
        return timings.requestEnd() - timings.requestStart();
    }

    private static double dispatchDelay(RequestTimings timings) {
        return timings.requestStart() - timings.targetedStart();
    }

    private static double predecessorDelay(RequestTimings timings) {
        double start = timings.requestStart();
        double target = timings.targetedStart();
        if (Double.isNaN(start) || Double.isNaN(target)) {
            return Double.NaN;
        }
        double predecessor = timings.predecessorCompleted();
        return Double.isNaN(predecessor) ? 0 : Math.max(0, Math.min(start, predecessor) - target);
    }

    private static double averageRoundTrip(MessageTimings messages) {
        if (messages.sentCount() == 0 || messages.tokenReceivedCount() == 0) {
            return Double.NaN;
        }
        double received = messages.tokenReceivedSum() / messages.tokenReceivedCount();
        return 1000.0 * (received - messages.sentSum() / messages.sentCount());
    }

    private static double timePerOutputToken(MeasuredRequest request) {
        RequestTimings timings = request.timings();
        double last = timings.lastTokenIteration();
        double spent = millis(timings.requestStart(), Double.isNaN(last) ? timings.completedAt() : last);
        double tokens = request.outputTokens();
        return tokens == 0 ? Double.NaN : spent / tokens;
    }

    private static double interTokenLatency(MeasuredRequest request) {
        double tokens = request.outputTokens();
        return tokens > 1
                ? millis(
                                request.timings().firstTokenIteration(),
                                request.timings().lastTokenIteration())
                        / (tokens - 1)
                : Double.NaN;
    }

    private static double tokensPerLaterIteration(MeasuredRequest request) {
        double tokens = request.outputTokens();
        int iterations = request.timings().tokenIterations();
        return tokens > 1 && iterations > 1 ? (tokens - 1.0) / (iterations - 1.0) : Double.NaN;
    }

    private static double tokensPerIteration(MeasuredRequest request) {
        int iterations = request.timings().tokenIterations();
        return iterations < 1 ? Double.NaN : request.outputTokens() / iterations;
    }

    private static double perSecond(double tokens, double seconds) {
        return seconds == 0 ? Double.NaN : tokens / seconds;
    }

    private static double millis(double from, double to) {
        return 1000.0 * (to - from);
    }
}
