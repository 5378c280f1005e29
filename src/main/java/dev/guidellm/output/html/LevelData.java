package dev.guidellm.output.html;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.report.RequestFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the page's charts need of one level. Made in one pass over its requests, which are not kept.
///
/// @param charts the level's member of the page's data
/// @param population what the objectives' sliders need
/// @param turns null where every request is a first turn
/// @param complete whether all requests of the window are listed
/// @param listed how many are listed
record LevelData(
        JsonObject charts,
        ObjectiveGrid.Population population,
        @Nullable TurnFigures turns,
        boolean complete,
        int listed) {
    /// The percentiles that the page shows of a distribution.
    static final List<Percentile> SHOWN =
            List.of(Percentile.P50, Percentile.P90, Percentile.P95, Percentile.P99, Percentile.P999);

    static LevelData of(Level level) {
        LevelRequests requests = LevelRequests.of(level.result());
        TurnFigures turns = TurnFigures.of(level, requests);
        double origin = origin(requests);
        JsonValue.ObjectBuilder distributions = JsonValue.object();
        JsonValue.ObjectBuilder latency = JsonValue.object();
        for (LatencyMetric metric : LatencyMetric.values()) {
            latency.put(metric.id(), summary(level.distribution(metric), metric.millis()));
            if (metric.ofRequest() != null) {
                CumulativeDistribution distribution = CumulativeDistribution.of(metric, level, requests);
                distributions.put(metric.id(), distribution == null ? null : distribution.json());
            }
        }
        List<RequestFigures> all = requests.all();
        JsonObject charts = JsonValue.object()
                .put("label", level.label())
                .put("request_rate", level.totalMean("requests_per_second"))
                .put("concurrency", level.totalMean("request_concurrency"))
                .put("input_tps", level.totalMean("prompt_tokens_per_second"))
                .put("output_tps", level.totalMean("output_tokens_per_second"))
                .put("total_tps", level.totalMean("tokens_per_second"))
                .put("configured_concurrency", level.configuredConcurrency())
                .put("configured_rate", level.configuredRate())
                .put("successful", level.requests("successful"))
                .put("incomplete", level.requests("incomplete"))
                .put("errored", level.requests("errored"))
                .put("confidence", level.confidence())
                .put("latency", latency.build())
                .put("distributions", distributions.build())
                .put("window", window(requests.window(), origin))
                .put("latency_timeline", all.isEmpty() ? null : LatencyTimeline.json(requests, origin))
                .put("load_timeline", LoadTimeline.json(requests, origin))
                .put("turns", turns == null ? null : turns.json())
                .build();
        return new LevelData(charts, ObjectiveGrid.Population.of(requests), turns, requests.complete(), all.size());
    }

    /// Where the level's time begins: with its first request.
    private static double origin(LevelRequests requests) {
        double asked = requests.window().requestStart();
        return Double.isFinite(asked)
                ? asked
                : requests.all().stream()
                        .mapToDouble(RequestFigures::start)
                        .min()
                        .orElse(0);
    }

    private static JsonValue window(MeasurementWindow window, double origin) {
        return Figure.list(window.start() - origin, window.end() - origin);
    }

    private static @Nullable JsonObject summary(@Nullable DistributionSummary summary, double millis) {
        if (summary == null) {
            return null;
        }
        JsonValue.ObjectBuilder out =
                JsonValue.object().put("mean", estimate(summary.mean(), summary.meanInterval(), millis));
        for (Percentile percentile : SHOWN) {
            out.put(
                    percentile.key(),
                    estimate(summary.percentile(percentile), summary.percentileInterval(percentile), millis));
        }
        return out.build();
    }

    /// A value with its interval: three numbers, the last two null where there is none.
    private static JsonValue estimate(double value, @Nullable ConfidenceInterval interval, double millis) {
        return Figure.list(
                value * millis,
                interval == null ? Double.NaN : interval.lower() * millis,
                interval == null ? Double.NaN : interval.upper() * millis);
    }
}
