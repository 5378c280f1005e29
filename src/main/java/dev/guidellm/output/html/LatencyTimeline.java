package dev.guidellm.output.html;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.RequestFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// How the latencies of successful requests changed within a level, by the time at which the requests started.
///
/// Few requests stand there one by one; of many, equal stretches of time get their median and 95th percentile.
final class LatencyTimeline {
    private static final int SINGLE_REQUESTS = 300;
    private static final int REQUESTS_PER_STRETCH = 20;
    private static final int MOST_STRETCHES = 100;

    private LatencyTimeline() {}

    /// The member of the page's data: `binned`, `seconds` (middle of each stretch, or start of each request),
    /// and for each latency `median` and `p95`, or `value`.
    static JsonObject json(LevelRequests requests, double origin) {
        List<RequestFigures> ordered = requests.listed(RequestStatus.SUCCESSFUL).stream()
                .sorted(Comparator.comparingDouble(RequestFigures::start))
                .toList();
        return ordered.size() <= SINGLE_REQUESTS ? single(ordered, origin) : binned(ordered, origin);
    }

    private static JsonObject single(List<RequestFigures> ordered, double origin) {
        JsonValue.ObjectBuilder out = JsonValue.object().put("binned", false);
        out.put(
                "seconds",
                Figure.list(ordered.stream()
                        .mapToDouble(each -> each.start() - origin)
                        .toArray()));
        for (LatencyMetric metric : LatencyMetric.OF_REQUESTS) {
            double[] values =
                    ordered.stream().mapToDouble(each -> value(metric, each)).toArray();
            out.put(
                    metric.id(),
                    JsonValue.object().put("value", Figure.list(values)).build());
        }
        return out.build();
    }

    private static JsonObject binned(List<RequestFigures> ordered, double origin) {
        int stretches = Math.min(MOST_STRETCHES, ordered.size() / REQUESTS_PER_STRETCH);
        double from = ordered.getFirst().start();
        double width = Math.max((ordered.getLast().start() - from) / stretches, Double.MIN_NORMAL);
        List<List<RequestFigures>> bins = new ArrayList<>();
        for (int i = 0; i < stretches; i++) {
            bins.add(new ArrayList<>());
        }
        for (RequestFigures request : ordered) {
            bins.get((int) Math.min((request.start() - from) / width, stretches - 1.0))
                    .add(request);
        }
        double[] seconds = new double[stretches];
        Arrays.setAll(seconds, i -> from - origin + (i + 0.5) * width);
        JsonValue.ObjectBuilder out = JsonValue.object()
                .put("binned", true)
                .put("width", Figure.rounded(width))
                .put("seconds", Figure.list(seconds));
        for (LatencyMetric metric : LatencyMetric.OF_REQUESTS) {
            double[] medians = new double[stretches];
            double[] tails = new double[stretches];
            for (int i = 0; i < stretches; i++) {
                CumulativeDistribution values =
                        CumulativeDistribution.of(bins.get(i), each -> value(metric, each), _ -> 1);
                medians[i] = values.percentile(0.5);
                tails[i] = values.percentile(0.95);
            }
            out.put(
                    metric.id(),
                    JsonValue.object()
                            .put("median", Figure.list(medians))
                            .put("p95", Figure.list(tails))
                            .build());
        }
        return out.build();
    }

    private static double value(LatencyMetric metric, RequestFigures request) {
        return Objects.requireNonNull(metric.ofRequest()).applyAsDouble(request);
    }
}
