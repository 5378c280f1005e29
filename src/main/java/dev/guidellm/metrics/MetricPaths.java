package dev.guidellm.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the figures of one benchmark by the paths that a report gives them, such as
/// `time_to_first_token_ms.total`: among the scheduler's metrics first, then among the others.
final class MetricPaths {
    private final Map<String, Found> roots = new LinkedHashMap<>();
    private final BenchmarkMetrics metrics;

    MetricPaths(SchedulerMetrics scheduler, BenchmarkMetrics metrics) {
        this.metrics = metrics;
        roots.put("start_time", figure(scheduler.startTime()));
        roots.put("request_start_time", figure(scheduler.requestStartTime()));
        roots.put("measure_start_time", figure(scheduler.measureStartTime()));
        roots.put("measure_end_time", figure(scheduler.measureEndTime()));
        roots.put("request_end_time", figure(scheduler.requestEndTime()));
        roots.put("end_time", figure(scheduler.endTime()));
        roots.put("generation_delay", new Values(scheduler.generationDelay()));
        for (SchedulerAverage average : SchedulerAverage.values()) {
            roots.put(average.key(), figure(average.of(scheduler)));
        }
        roots.put("dataset_incomplete", new Truth(scheduler.datasetIncomplete()));
        roots.put("strategy_type", new Text(scheduler.strategyType()));
        DistributionSummary root = metrics.rootDispatchDelay();
        roots.put("root_dispatch_delay", root == null ? new Absent() : new Values(root));
        roots.put("slo_attainment", figure(metrics.sloAttainment()));
        roots.put("slo_determined_requests", new Figure(metrics.sloDeterminedRequests()));
        roots.put("turns", metrics.turns() == null ? new Absent() : new Unknown());
        putTotals("requests_made", scheduler.requestsMade());
        putTotals("request_totals", metrics.requestTotals());
    }

    /// What stands at a path.
    sealed interface Found {}

    record Values(DistributionSummary summary) implements Found {}

    record Figure(double value) implements Found {}

    record Truth(boolean value) implements Found {}

    record Text(String value) implements Found {}

    /// A known path without a value.
    record Absent() implements Found {}

    /// No such path, or one that ends at no figure.
    record Unknown() implements Found {}

    Found find(String path) {
        Found found = roots.get(path);
        if (found != null) {
            return found;
        }
        List<String> parts = List.of(path.split("\\.", -1));
        Found root = roots.get(parts.getFirst());
        if (root != null) {
            return within(root, parts.subList(1, parts.size()));
        }
        if (parts.getFirst().equals("request_goodput")) {
            return byStatus(metrics.requestGoodput(), parts.subList(1, parts.size()));
        }
        for (BenchmarkMetric metric : BenchmarkMetric.values()) {
            if (metric.key().equals(parts.getFirst())) {
                return byStatus(metrics.distribution(metric), parts.subList(1, parts.size()));
            }
        }
        return inModality(parts);
    }

    private Found inModality(List<String> parts) {
        if (parts.size() < 3) {
            return new Unknown();
        }
        for (Modality modality : Modality.values()) {
            if (modality.group().equals(parts.get(0)) && modality.key().equals(parts.get(1))) {
                ModalityMetrics found = metrics.modality(modality);
                List<String> rest = parts.subList(3, parts.size());
                return switch (parts.get(2)) {
                    case "input" -> byStatus(found.input(), rest);
                    case "input_per_second" -> byStatus(found.inputPerSecond(), rest);
                    case "input_concurrency" -> byStatus(found.inputConcurrency(), rest);
                    case "output" -> byStatus(found.output(), rest);
                    case "output_per_second" -> byStatus(found.outputPerSecond(), rest);
                    case "output_concurrency" -> byStatus(found.outputConcurrency(), rest);
                    case "total" -> byStatus(found.total(), rest);
                    case "total_per_second" -> byStatus(found.totalPerSecond(), rest);
                    case "total_concurrency" -> byStatus(found.totalConcurrency(), rest);
                    default -> new Unknown();
                };
            }
        }
        return new Unknown();
    }

    private static Found byStatus(@Nullable StatusDistributionSummary summary, List<String> rest) {
        if (summary == null) {
            return new Absent();
        }
        if (rest.isEmpty()) {
            return new Unknown();
        }
        List<String> below = rest.subList(1, rest.size());
        return switch (rest.getFirst()) {
            case "successful" -> within(new Values(summary.successful()), below);
            case "errored" -> within(new Values(summary.errored()), below);
            case "incomplete" -> within(new Values(summary.incomplete()), below);
            case "total" -> within(new Values(summary.total()), below);
            default -> new Unknown();
        };
    }

    private static Found within(Found found, List<String> rest) {
        if (rest.isEmpty() || found instanceof Absent) {
            return found;
        }
        return found instanceof Values(DistributionSummary summary) ? member(summary, rest) : new Unknown();
    }

    private static Found member(DistributionSummary summary, List<String> path) {
        String name = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        return switch (name) {
            case "mean" -> measured(summary, summary.mean(), rest);
            case "median" -> measured(summary, summary.median(), rest);
            case "mode" -> measured(summary, summary.mode(), rest);
            case "variance" -> measured(summary, summary.variance(), rest);
            case "std_dev" -> measured(summary, summary.stdDev(), rest);
            case "min" -> measured(summary, summary.min(), rest);
            case "max" -> measured(summary, summary.max(), rest);
            case "count" -> within(new Figure(summary.count()), rest);
            case "total_sum" -> within(new Figure(summary.totalSum()), rest);
            case "pdf" -> new Absent();
            case "mean_ci" -> bound(summary.meanInterval(), rest);
            case "percentiles", "percentile_cis" -> {
                Percentile percentile = rest.isEmpty() ? null : percentile(rest.getFirst());
                if (percentile == null) {
                    yield new Unknown();
                }
                List<String> below = rest.subList(1, rest.size());
                yield name.equals("percentiles")
                        ? measured(summary, summary.percentile(percentile), below)
                        : bound(summary.percentileInterval(percentile), below);
            }
            default -> new Unknown();
        };
    }

    /// A number of a distribution: without values it says nothing, although it is written as 0.
    private static Found measured(DistributionSummary summary, double number, List<String> rest) {
        Found found = new Figure(number);
        return rest.isEmpty() && summary.isEmpty() ? new Absent() : within(found, rest);
    }

    private static Found bound(@Nullable ConfidenceInterval interval, List<String> rest) {
        if (interval == null) {
            return new Absent();
        }
        return switch (String.join(".", rest)) {
            case "lower" -> new Figure(interval.lower());
            case "upper" -> new Figure(interval.upper());
            default -> new Unknown();
        };
    }

    private static @Nullable Percentile percentile(String key) {
        for (Percentile percentile : Percentile.values()) {
            if (percentile.key().equals(key)) {
                return percentile;
            }
        }
        return null;
    }

    private void putTotals(String name, RequestTotals totals) {
        roots.put(name, new Unknown());
        roots.put(name + ".successful", new Figure(totals.successful()));
        roots.put(name + ".errored", new Figure(totals.errored()));
        roots.put(name + ".incomplete", new Figure(totals.incomplete()));
        roots.put(name + ".total", new Figure(totals.total()));
    }

    private static Found figure(@Nullable Double value) {
        return value == null ? new Absent() : new Figure(value);
    }
}
