package dev.guidellm.simulation;

import static dev.guidellm.simulation.SimulatedRun.number;
import static dev.guidellm.simulation.SimulatedRun.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.report.BenchmarkResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/// Holds a report against the record of the server that answered: figure by figure, to the rounding of a
/// `double`, or for rates and levels over time to what the format's own rounding of time allows.
final class ServerTruth {
    /// Seconds of a run, as a difference of two doubles.
    private static final double SECONDS = 1e-9;

    private static final double MILLIS = 1e-6;

    /// Sums of many.
    private static final double RELATIVE = 1e-9;

    /// Events that come closer together are one in the report's format.
    private static final double MERGED_SECONDS = 1e-4;

    private static final List<Percentile> PERCENTILES =
            List.of(Percentile.P01, Percentile.P50, Percentile.P90, Percentile.P95, Percentile.P99, Percentile.P999);

    private ServerTruth() {}

    /// Checks every request and every figure of every benchmark. Without warm-up and cool-down.
    static void holds(SimulatedRun run) {
        for (int i = 0; i < run.benchmarks().size(); i++) {
            holds(run.benchmarks().get(i), run.served().get(i), run.streamed());
        }
    }

    private static void holds(BenchmarkResult benchmark, List<Served> served, boolean streamed) {
        Map<String, Served> unseen = new HashMap<>();
        served.forEach(entry -> unseen.put(entry.requestId(), entry));
        for (RequestStatus status : RequestStatus.values()) {
            for (JsonObject request : SimulatedRun.listed(benchmark, status)) {
                Served entry = Objects.requireNonNull(unseen.remove(text(request, "request_id")));
                if (status(entry) != status) {
                    throw new AssertionError(status + " in the report: " + entry);
                }
                if (entry.answered()) {
                    request(request, entry, streamed);
                }
            }
        }
        assertThat(unseen).as("requests that the report does not list").isEmpty();
        List<Served> successful = served.stream().filter(Served::answered).toList();
        if (!successful.isEmpty()) {
            figures(benchmark, successful, streamed);
        }
    }

    private static RequestStatus status(Served entry) {
        return switch (entry.ending()) {
            case ANSWERED -> RequestStatus.SUCCESSFUL;
            case ERROR, UNREACHABLE, BROKEN_OFF -> RequestStatus.ERRORED;
            case GIVEN_UP -> RequestStatus.INCOMPLETE;
        };
    }

    private static void request(JsonObject request, Served entry, boolean streamed) {
        boolean ttft = streamed
                ? near(number(request, "time_to_first_token_ms"), entry.ttftMillis(), MILLIS)
                : JsonValue.NULL.equals(request.get("time_to_first_token_ms"));
        if (!ttft
                || !near(number(request, "request_latency"), entry.latencySeconds(), SECONDS)
                || number(request, "output_tokens") != entry.tokens()
                || number(request, "prompt_tokens") != entry.promptTokens()) {
            throw new AssertionError(entry + " is told as " + request);
        }
    }

    private static boolean near(double told, double truth, double rounding) {
        return Math.abs(told - truth) <= rounding;
    }

    private static void figures(BenchmarkResult benchmark, List<Served> served, boolean streamed) {
        double seconds = number(benchmark, "duration");
        double tokens = served.stream().mapToInt(Served::tokens).sum();
        distribution(benchmark, "request_latency", served, Served::latencySeconds);
        distribution(benchmark, "output_token_count", served, Served::tokens);
        distribution(benchmark, "prompt_token_count", served, Served::promptTokens);
        if (streamed) {
            distribution(benchmark, "time_to_first_token_ms", served, Served::ttftMillis);
            double decoding = served.stream()
                    .mapToDouble(e -> (e.lastTokenNanos() - e.firstTokenNanos()) / 1e6)
                    .sum();
            if (tokens > served.size()) {
                close(
                        "inter_token_latency_ms",
                        summary(benchmark, "inter_token_latency_ms").mean(),
                        decoding / (tokens - served.size()));
            }
        }
        rate("requests_per_second", benchmark, served.size(), seconds);
        rate("output_tokens_per_second", benchmark, tokens, seconds);
        double underWay = served.stream().mapToDouble(Served::latencySeconds).sum() / seconds;
        assertThat(summary(benchmark, "request_concurrency").mean())
                .as("request_concurrency")
                .isEqualTo(underWay, within(2 * served.size() / seconds * MERGED_SECONDS));
    }

    private static void rate(String metric, BenchmarkResult benchmark, double events, double seconds) {
        double truth = events / seconds;
        assertThat(summary(benchmark, metric).mean())
                .as(metric)
                .isEqualTo(truth, within(truth * (2 * MERGED_SECONDS / seconds + RELATIVE)));
    }

    private static void distribution(
            BenchmarkResult benchmark, String metric, List<Served> served, ToDoubleFunction<Served> truth) {
        DistributionSummary told = summary(benchmark, metric);
        double[] sorted = served.stream().mapToDouble(truth).sorted().toArray();
        assertThat(told.count()).as(metric).isEqualTo(sorted.length);
        close(
                metric + " mean",
                told.mean(),
                served.stream().mapToDouble(truth).average().orElseThrow());
        close(metric + " min", told.min(), sorted[0]);
        close(metric + " max", told.max(), sorted[sorted.length - 1]);
        for (Percentile percentile : PERCENTILES) {
            // Every definition of a percentile lies between these two.
            double rank = percentile.quantile() * sorted.length;
            double below = sorted[(int) Math.clamp(Math.floor(rank) - 1, 0, sorted.length - 1)];
            double above = sorted[(int) Math.clamp(Math.ceil(rank), 0, sorted.length - 1)];
            assertThat(told.percentile(percentile))
                    .as(metric + " " + percentile)
                    .isBetween(below - 1e-6, above + 1e-6);
        }
    }

    private static DistributionSummary summary(BenchmarkResult benchmark, String metric) {
        StatusDistributionSummary byStatus = Objects.requireNonNull(benchmark.metric(metric), metric);
        return byStatus.successful();
    }

    private static void close(String what, double told, double truth) {
        assertThat(told).as(what).isEqualTo(truth, within(Math.abs(truth) * RELATIVE + 1e-9));
    }
}
