package dev.guidellm.compare;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// The listed requests of one benchmark that lie in its measurement window, and their values of each metric, chosen
/// and weighted as the report's statistics are.
final class RequestValues {
    private static final String FIRST_TOKEN = "first_token_iteration";

    /// Metrics of the report that its requests have under the same name.
    private static final Set<String> SAME_NAME = Set.of(
            "request_latency",
            "request_dispatch_delay",
            "request_scheduled_latency",
            "turn_predecessor_delay",
            "turn_scheduling_delay",
            "time_to_first_token_ms",
            "time_to_first_output_token_ms",
            "time_per_output_token_ms",
            "inter_token_latency_ms",
            "time_to_last_round_trip_ms",
            "avg_round_trip_time_ms");

    private static final Map<String, String> OTHER_NAME = Map.of(
            "prompt_token_count", "prompt_tokens",
            "output_token_count", "output_tokens",
            "total_token_count", "total_tokens");

    private final BenchmarkResult benchmark;
    private final double from;
    private final double to;
    private final List<Listed> requests = new ArrayList<>();

    private record Listed(RequestStatus status, double start, double end, JsonValue json) {}

    RequestValues(BenchmarkResult benchmark) {
        this.benchmark = benchmark;
        from = orElse(benchmark.number("start_time"), Double.NEGATIVE_INFINITY);
        to = orElse(benchmark.number("end_time"), Double.POSITIVE_INFINITY);
        for (RequestStatus status : RequestStatus.values()) {
            for (JsonValue json : benchmark.requests(status)) {
                double end = orElse(JsonPath.number(json, "request_end_time"), Double.NaN);
                double start = orElse(JsonPath.number(json, "request_start_time"), end);
                if (overlaps(start, end)) {
                    requests.add(new Listed(status, start, end, json));
                }
            }
        }
        requests.sort(Comparator.comparingDouble(Listed::start));
    }

    /// The values of a metric; null for one that requests do not have one by one.
    @Nullable
    Sample of(MetricExpression expression) {
        String metric = expression.metric().field();
        String field = SAME_NAME.contains(metric) ? metric : OTHER_NAME.get(metric);
        if (field == null) {
            return null;
        }
        DoubleStream.Builder values = DoubleStream.builder();
        DoubleStream.Builder weights = DoubleStream.builder();
        for (Listed request : requests) {
            Double value = JsonPath.number(request.json, field);
            double weight = weight(metric, request.json);
            if (value != null && weight > 0 && isOf(expression.population(), request) && counts(metric, request)) {
                values.add(value * expression.metric().scale());
                weights.add(weight);
            }
        }
        return new Sample(values.build().toArray(), weights.build().toArray());
    }

    /// For each request with a verdict 1 if it met the objectives, else 0; errored ones have failed.
    Sample attainment() {
        Double first = benchmark.number("config", "slo", "ttft_ms");
        Double gap = benchmark.number("config", "slo", "tpot_ms");
        Double whole = benchmark.number("config", "slo", "e2el_ms");
        DoubleStream.Builder verdicts = DoubleStream.builder();
        for (Listed request : requests) {
            switch (request.status) {
                case SUCCESSFUL -> {
                    Double ttft = JsonPath.number(request.json, "time_to_first_token_ms");
                    Double itl = JsonPath.number(request.json, "inter_token_latency_ms");
                    Double latency = JsonPath.number(request.json, "request_latency");
                    boolean known = (first == null || ttft != null)
                            && (gap == null || itl != null)
                            && (whole == null || latency != null);
                    if (known) {
                        boolean met = isMet(first, ttft)
                                && isMet(gap, itl)
                                && isMet(whole, latency == null ? null : (Double) (latency * 1000));
                        verdicts.add(met ? 1 : 0);
                    }
                }
                case ERRORED -> verdicts.add(0);
                case INCOMPLETE -> {}
            }
        }
        return evenly(verdicts.build().toArray());
    }

    /// For each request that ended by itself 1 if it failed, else 0.
    Sample errors() {
        return evenly(requests.stream()
                .filter(request -> request.status != RequestStatus.INCOMPLETE)
                .mapToDouble(request -> request.status == RequestStatus.ERRORED ? 1 : 0)
                .toArray());
    }

    private static Sample evenly(double[] values) {
        double[] weights = new double[values.length];
        Arrays.fill(weights, 1);
        return new Sample(values, weights);
    }

    private static boolean isMet(@Nullable Double limit, @Nullable Double value) {
        return limit == null || (value != null && value <= limit);
    }

    private static boolean isOf(Population population, Listed request) {
        return population == Population.TOTAL || request.status.key().equals(population.key());
    }

    /// Latencies per token are weighted by the tokens that they are about.
    private static double weight(String metric, JsonValue request) {
        Double tokens = JsonPath.number(request, "output_tokens");
        return switch (metric) {
            case "time_per_output_token_ms" -> tokens == null ? 0 : tokens;
            case "inter_token_latency_ms" -> tokens == null ? 0 : tokens - 1;
            default -> 1;
        };
    }

    /// Whether the request's part that the metric is about lies in the window.
    private boolean counts(String metric, Listed request) {
        return switch (metric) {
            case "time_to_first_token_ms" -> overlaps(request.start, moment(request, FIRST_TOKEN));
            case "time_to_first_output_token_ms" ->
                overlaps(request.start, moment(request, "first_output_token_iteration"));
            case "inter_token_latency_ms" -> overlaps(moment(request, FIRST_TOKEN), request.end);
            default -> true;
        };
    }

    private static double moment(Listed request, String key) {
        return orElse(JsonPath.number(request.json, "info", "timings", key), Double.NaN);
    }

    private boolean overlaps(double start, double end) {
        return end >= from && start <= to;
    }

    private static double orElse(@Nullable Double value, double other) {
        return value == null ? other : value;
    }
}
