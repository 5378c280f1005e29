package dev.guidellm.metrics;

/// The distributions of one benchmark, in the order of the report's `metrics` object.
///
/// `root_dispatch_delay`, a plain distribution, stands between [#TURN_SCHEDULING_DELAY] and
/// [#REQUEST_STREAMING_ITERATIONS_COUNT] there, and `request_totals` before all of them.
public enum BenchmarkMetric {
    /// Rate of request ends.
    REQUESTS_PER_SECOND("requests_per_second", "req/s", false, false),
    /// Requests in flight, weighted by time.
    REQUEST_CONCURRENCY("request_concurrency", "requests", false, false),
    REQUEST_LATENCY("request_latency", "s", true, false),
    REQUEST_DISPATCH_DELAY("request_dispatch_delay", "s", true, true),
    REQUEST_SCHEDULED_LATENCY("request_scheduled_latency", "s", true, true),
    TURN_PREDECESSOR_DELAY("turn_predecessor_delay", "s", false, true),
    TURN_SCHEDULING_DELAY("turn_scheduling_delay", "s", false, true),
    REQUEST_STREAMING_ITERATIONS_COUNT("request_streaming_iterations_count", "count", true, false),
    PROMPT_TOKEN_COUNT("prompt_token_count", "tokens", true, false),
    OUTPUT_TOKEN_COUNT("output_token_count", "tokens", true, false),
    TOTAL_TOKEN_COUNT("total_token_count", "tokens", true, false),
    TIME_TO_FIRST_TOKEN_MS("time_to_first_token_ms", "ms", true, false),
    TIME_TO_FIRST_OUTPUT_TOKEN_MS("time_to_first_output_token_ms", "ms", true, false),
    /// Weighted by output tokens.
    TIME_PER_OUTPUT_TOKEN_MS("time_per_output_token_ms", "ms", false, false),
    /// Weighted by output tokens after the first.
    INTER_TOKEN_LATENCY_MS("inter_token_latency_ms", "ms", false, false),
    TIME_TO_LAST_ROUND_TRIP_MS("time_to_last_round_trip_ms", "ms", true, false),
    AVG_ROUND_TRIP_TIME_MS("avg_round_trip_time_ms", "ms", true, false),
    PROMPT_TOKENS_PER_SECOND("prompt_tokens_per_second", "tokens/s", false, false),
    OUTPUT_TOKENS_PER_SECOND("output_tokens_per_second", "tokens/s", false, false),
    TOKENS_PER_SECOND("tokens_per_second", "tokens/s", false, false),
    /// Tokens of each iteration that carried any.
    OUTPUT_TOKENS_PER_ITERATION("output_tokens_per_iteration", "tokens", false, false),
    /// The same after each request's first one.
    ITER_TOKENS_PER_ITERATION("iter_tokens_per_iteration", "tokens", false, false);

    private final String key;
    private final String unit;
    private final boolean interval;
    private final boolean scheduleRelative;

    BenchmarkMetric(String key, String unit, boolean interval, boolean scheduleRelative) {
        this.key = key;
        this.unit = unit;
        this.interval = interval;
        this.scheduleRelative = scheduleRelative;
    }

    /// The name in reports.
    public String key() {
        return key;
    }

    /// The unit of its values.
    public String unit() {
        return unit;
    }

    /// Whether it carries confidence intervals.
    public boolean hasInterval() {
        return interval;
    }

    /// Whether it only exists where the strategy has an arrival schedule.
    public boolean isScheduleRelative() {
        return scheduleRelative;
    }
}
