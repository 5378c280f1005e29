package dev.guidellm.metrics;

import java.util.Arrays;
import java.util.Optional;

/// Short names of metrics, as people write them where a metric is asked for: `ttft_ms` for `time_to_first_token_ms`.
///
/// `tpot_ms` is the time per output token with the first token in it, as the report has it; the objective `tpot_ms`
/// is held against [#ITL_MS].
public enum ShortMetricName {
    TTFT_MS("ttft_ms", BenchmarkMetric.TIME_TO_FIRST_TOKEN_MS.key(), 1, "ms"),
    TTFOT_MS("ttfot_ms", BenchmarkMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS.key(), 1, "ms"),
    ITL_MS("itl_ms", BenchmarkMetric.INTER_TOKEN_LATENCY_MS.key(), 1, "ms"),
    TPOT_MS("tpot_ms", BenchmarkMetric.TIME_PER_OUTPUT_TOKEN_MS.key(), 1, "ms"),
    /// End-to-end latency, which the report has in seconds.
    E2EL_MS("e2el_ms", BenchmarkMetric.REQUEST_LATENCY.key(), 1000, "ms"),
    /// The same from the moment at which the request was due.
    SCHEDULED_E2EL_MS("scheduled_e2el_ms", BenchmarkMetric.REQUEST_SCHEDULED_LATENCY.key(), 1000, "ms"),
    RPS("rps", BenchmarkMetric.REQUESTS_PER_SECOND.key(), 1, "req/s"),
    GOODPUT("goodput", "request_goodput", 1, "req/s"),
    INPUT_TPS("input_tps", BenchmarkMetric.PROMPT_TOKENS_PER_SECOND.key(), 1, "tokens/s"),
    OUTPUT_TPS("output_tps", BenchmarkMetric.OUTPUT_TOKENS_PER_SECOND.key(), 1, "tokens/s"),
    TOTAL_TPS("total_tps", BenchmarkMetric.TOKENS_PER_SECOND.key(), 1, "tokens/s"),
    CONCURRENCY("concurrency", BenchmarkMetric.REQUEST_CONCURRENCY.key(), 1, "requests");

    private final String key;
    private final String field;
    private final double scale;
    private final String unit;

    ShortMetricName(String key, String field, double scale, String unit) {
        this.key = key;
        this.field = field;
        this.scale = scale;
        this.unit = unit;
    }

    /// The short name.
    public String key() {
        return key;
    }

    /// The name in the report's `metrics`.
    public String field() {
        return field;
    }

    /// What the report's values are multiplied by.
    public double scale() {
        return scale;
    }

    /// The unit after that.
    public String unit() {
        return unit;
    }

    /// The metric with the short name `key`.
    public static Optional<ShortMetricName> of(String key) {
        return Arrays.stream(values()).filter(name -> name.key.equals(key)).findFirst();
    }
}
