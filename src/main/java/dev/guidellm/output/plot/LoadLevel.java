package dev.guidellm.output.plot;

import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.report.BenchmarkResult;
import org.jspecify.annotations.Nullable;

/// What the charts show of one benchmark. A figure that was not measured is NaN.
///
/// @param index its place in the report
/// @param label its strategy
/// @param rate finished requests per second
/// @param concurrency requests in flight
/// @param timeToFirstToken of the successful requests, as the other latencies, in milliseconds
/// @param inputTokens prompt tokens per second, over all requests as the other throughputs
/// @param successful number of requests
record LoadLevel(
        int index,
        String label,
        double rate,
        double concurrency,
        Latency timeToFirstToken,
        Latency timeToFirstOutputToken,
        Latency interTokenLatency,
        Latency timePerOutputToken,
        Latency requestLatency,
        double inputTokens,
        double outputTokens,
        double totalTokens,
        double successful,
        double incomplete,
        double errored) {

    /// A distribution's two figures in milliseconds.
    record Latency(double median, double p95) {
        private static final Latency NONE = new Latency(Double.NaN, Double.NaN);
    }

    static LoadLevel of(int index, BenchmarkResult benchmark) {
        return new LoadLevel(
                index,
                benchmark.strategyText(),
                mean(benchmark, "requests_per_second"),
                mean(benchmark, "request_concurrency"),
                latency(benchmark, "time_to_first_token_ms", 1),
                latency(benchmark, "time_to_first_output_token_ms", 1),
                latency(benchmark, "inter_token_latency_ms", 1),
                latency(benchmark, "time_per_output_token_ms", 1),
                latency(benchmark, "request_latency", 1e3),
                mean(benchmark, "prompt_tokens_per_second"),
                mean(benchmark, "output_tokens_per_second"),
                mean(benchmark, "tokens_per_second"),
                count(benchmark, "successful"),
                count(benchmark, "incomplete"),
                count(benchmark, "errored"));
    }

    /// Tokens per second for each request in flight.
    double tokensPerActiveRequest() {
        return concurrency > 0 ? totalTokens / concurrency : Double.NaN;
    }

    private static double mean(BenchmarkResult benchmark, String metric) {
        StatusDistributionSummary summary = benchmark.metric(metric);
        return summary == null || summary.total().isEmpty()
                ? Double.NaN
                : summary.total().mean();
    }

    private static Latency latency(BenchmarkResult benchmark, String metric, double factor) {
        StatusDistributionSummary summary = benchmark.metric(metric);
        if (summary == null || summary.successful().isEmpty()) {
            return Latency.NONE;
        }
        DistributionSummary successful = summary.successful();
        return new Latency(successful.median() * factor, successful.percentile(Percentile.P95) * factor);
    }

    private static double count(BenchmarkResult benchmark, String status) {
        @Nullable Double count = benchmark.number("metrics", "request_totals", status);
        return count == null ? Double.NaN : count;
    }
}
