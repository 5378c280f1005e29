package dev.guidellm.compare;

import dev.guidellm.compare.ReportMetric.Attainment;
import dev.guidellm.compare.ReportMetric.ByStatus;
import dev.guidellm.compare.ReportMetric.ErrorShare;
import dev.guidellm.compare.ReportMetric.Plain;
import dev.guidellm.compare.ReportMetric.Single;
import dev.guidellm.metrics.BenchmarkMetric;
import dev.guidellm.metrics.Modality;
import dev.guidellm.metrics.SchedulerAverage;
import dev.guidellm.metrics.ShortMetricName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All metrics that expressions can name: the short names first, then those of the report.
public final class ReportMetrics {
    private static final String GOODPUT = "request_goodput";

    private static final Map<String, ReportMetric> BY_NAME = new LinkedHashMap<>();

    static {
        for (ShortMetricName name : ShortMetricName.values()) {
            add(new ReportMetric(
                    name.key(),
                    new ByStatus(List.of("metrics", name.field()), isLevel(name.field())),
                    name.scale(),
                    name.unit(),
                    direction(name.field())));
        }
        add(new ReportMetric("slo_attainment", new Attainment(), 1, "", Direction.HIGHER_IS_BETTER));
        add(new ReportMetric("error_share", new ErrorShare(), 1, "", Direction.LOWER_IS_BETTER));
        for (BenchmarkMetric metric : BenchmarkMetric.values()) {
            byStatus(metric.key(), metric.unit(), direction(metric), "metrics", metric.key());
        }
        byStatus(GOODPUT, "req/s", Direction.HIGHER_IS_BETTER, "metrics", GOODPUT);
        plain("root_dispatch_delay", "metrics", "root_dispatch_delay");
        single("slo_determined_requests", "", Direction.NEITHER, "metrics", "slo_determined_requests");
        for (String status : Population.names()) {
            single("request_totals." + status, "", Direction.NEITHER, "metrics", "request_totals", status);
        }
        for (Modality modality : Modality.values()) {
            for (String side : List.of("input", "output", "total")) {
                for (String form : List.of("", "_per_second", "_concurrency")) {
                    String name = modality.group() + "." + modality.key() + "." + side + form;
                    byStatus(
                            name,
                            modality.key() + (form.equals("_per_second") ? "/s" : ""),
                            form.equals("_per_second") ? Direction.HIGHER_IS_BETTER : Direction.NEITHER,
                            "metrics",
                            modality.group(),
                            modality.key(),
                            side + form);
                }
            }
        }
        plain("generation_delay", "scheduler_metrics", "generation_delay");
        for (SchedulerAverage average : SchedulerAverage.values()) {
            single(average.key(), "s", Direction.LOWER_IS_BETTER, "scheduler_metrics", average.key());
        }
        for (String status : Population.names()) {
            single("requests_made." + status, "", Direction.NEITHER, "scheduler_metrics", "requests_made", status);
        }
        single("duration", "s", Direction.NEITHER, "duration");
    }

    private ReportMetrics() {}

    /// The metric of a name; null when there is none.
    public static @Nullable ReportMetric of(String name) {
        return BY_NAME.get(name);
    }

    /// All names, the short ones first.
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /// All metrics by name.
    static Map<String, ReportMetric> all() {
        return Collections.unmodifiableMap(BY_NAME);
    }

    private static void byStatus(String name, String unit, Direction direction, String... path) {
        add(new ReportMetric(name, new ByStatus(List.of(path), isLevel(name)), 1, unit, direction));
    }

    private static void plain(String name, String... path) {
        add(new ReportMetric(name, new Plain(List.of(path)), 1, "s", Direction.LOWER_IS_BETTER));
    }

    private static void single(String name, String unit, Direction direction, String... path) {
        add(new ReportMetric(name, new Single(List.of(path)), 1, unit, direction));
    }

    private static void add(ReportMetric metric) {
        BY_NAME.put(metric.name(), metric);
    }

    private static boolean isLevel(String field) {
        return field.endsWith("_per_second") || field.endsWith("_concurrency") || field.equals(GOODPUT);
    }

    private static Direction direction(String field) {
        for (BenchmarkMetric metric : BenchmarkMetric.values()) {
            if (metric.key().equals(field)) {
                return direction(metric);
            }
        }
        return Direction.HIGHER_IS_BETTER; // request_goodput, which is no BenchmarkMetric
    }

    private static Direction direction(BenchmarkMetric metric) {
        return switch (metric) {
            case REQUESTS_PER_SECOND, PROMPT_TOKENS_PER_SECOND, OUTPUT_TOKENS_PER_SECOND, TOKENS_PER_SECOND ->
                Direction.HIGHER_IS_BETTER;
            case REQUEST_LATENCY,
                    REQUEST_DISPATCH_DELAY,
                    REQUEST_SCHEDULED_LATENCY,
                    TURN_PREDECESSOR_DELAY,
                    TURN_SCHEDULING_DELAY,
                    TIME_TO_FIRST_TOKEN_MS,
                    TIME_TO_FIRST_OUTPUT_TOKEN_MS,
                    TIME_PER_OUTPUT_TOKEN_MS,
                    INTER_TOKEN_LATENCY_MS,
                    TIME_TO_LAST_ROUND_TRIP_MS,
                    AVG_ROUND_TRIP_TIME_MS -> Direction.LOWER_IS_BETTER;
            case REQUEST_CONCURRENCY,
                    REQUEST_STREAMING_ITERATIONS_COUNT,
                    PROMPT_TOKEN_COUNT,
                    OUTPUT_TOKEN_COUNT,
                    TOTAL_TOKEN_COUNT,
                    OUTPUT_TOKENS_PER_ITERATION,
                    ITER_TOKENS_PER_ITERATION -> Direction.NEITHER;
        };
    }
}
