package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.ConfidenceIntervals;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One benchmark as the page shows it. Figures that were not measured are null.
///
/// @param index place in the report, from 0
/// @param label of [BenchmarkReport#labels]
record Level(int index, String label, BenchmarkResult result) {
    private static final double USUAL_CONFIDENCE = 0.95;

    /// All levels of a report.
    static List<Level> of(BenchmarkReport report) {
        List<String> labels = report.labels();
        return IntStream.range(0, labels.size())
                .mapToObj(i -> new Level(i, labels.get(i), report.benchmarks().get(i)))
                .toList();
    }

    /// The successful requests' distribution of a metric; null when it is empty.
    @Nullable
    DistributionSummary distribution(LatencyMetric metric) {
        return successful(metric.key());
    }

    /// The successful requests' distribution below `metrics`; null when it is empty.
    @Nullable
    DistributionSummary successful(String metric) {
        return successful(result.metric(metric));
    }

    /// The successful requests' part of a distribution; null when there is none.
    static @Nullable DistributionSummary successful(@Nullable StatusDistributionSummary all) {
        return all == null || all.successful().isEmpty() ? null : all.successful();
    }

    /// The mean over all requests, of a rate or a concurrency.
    @Nullable
    Double totalMean(String metric) {
        StatusDistributionSummary all = result.metric(metric);
        return all == null || all.total().isEmpty()
                ? null
                : (Double) all.total().mean();
    }

    /// Requests in the measured window of one status, or `total`.
    @Nullable
    Double requests(String status) {
        return result.number("metrics", "request_totals", status);
    }

    /// Errored requests as a share of all; null without requests.
    @Nullable
    Double errorRate() {
        Double errored = requests("errored");
        Double total = requests("total");
        return errored == null || total == null || total == 0 ? null : (Double) (errored / total);
    }

    /// Share of the determined requests that met the objectives.
    @Nullable
    Double attainment() {
        return result.number("metrics", "slo_attainment");
    }

    /// Requests with a verdict.
    int determined() {
        Double determined = result.number("metrics", "slo_determined_requests");
        return determined == null ? 0 : (int) Math.round(determined);
    }

    /// Conforming requests per second.
    @Nullable
    Double goodput() {
        return attainment() == null ? null : result.number("metrics", "request_goodput", "total", "mean");
    }

    /// Confidence level of the intervals; null when they are off.
    @Nullable
    Double confidence() {
        return result.number("config", "confidence");
    }

    /// The level of the page's own intervals: 95 % where the report has none.
    double confidenceOrUsual() {
        return Objects.requireNonNullElse(confidence(), USUAL_CONFIDENCE);
    }

    /// The interval of [#attainment]; null without one.
    @Nullable
    ConfidenceInterval attainmentInterval() {
        Integer conforming = conforming();
        return conforming == null
                ? null
                : ConfidenceIntervals.proportion(conforming, determined(), confidenceOrUsual());
    }

    /// Requests that kept the objectives; null where none was judged.
    @Nullable
    Integer conforming() {
        Double share = attainment();
        return share == null ? null : (Integer) (int) Math.round(share * determined());
    }

    /// The limit of an objective in milliseconds; null when it is not set.
    @Nullable
    Double objective(LatencyMetric metric) {
        return metric.objective() == null ? null : result.number("config", "slo", metric.objective());
    }

    /// Requests that were meant to be in flight at a time; null when the strategy names none.
    @Nullable
    Double configuredConcurrency() {
        JsonValue strategy = result.get("config", "strategy");
        return switch (String.valueOf(JsonPath.text(strategy, "type_"))) {
            case "synchronous" -> 1.0;
            case "concurrent" -> JsonPath.number(strategy, "streams");
            case "throughput" -> JsonPath.number(strategy, "max_concurrency");
            default -> null;
        };
    }

    /// Requests per second that were meant to be sent; null when the strategy names no rate.
    @Nullable
    Double configuredRate() {
        return result.number("config", "strategy", "rate");
    }

    /// Tokens per second of the successful requests.
    @Nullable
    Double successfulTokenRate() {
        DistributionSummary rates = successful("tokens_per_second");
        return rates == null ? null : (Double) rates.mean();
    }

    /// The first level with the highest token rate of successful requests, since prompts of failed ones count for
    /// nothing; 0 where none had any, -1 without levels.
    static int peak(List<Level> levels) {
        int peak = levels.isEmpty() ? -1 : 0;
        double highest = Double.NEGATIVE_INFINITY;
        for (Level level : levels) {
            Double rate = level.successfulTokenRate();
            if (rate != null && rate > highest) {
                highest = rate;
                peak = level.index;
            }
        }
        return peak;
    }
}
