package dev.guidellm.output.html;

import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.RequestFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The requests that a report lists of one benchmark.
///
/// @param window the measured time, in Unix seconds
/// @param listed all of them, those outside the window too
/// @param complete whether every request of the window is listed, so that what is made of them holds for all
record LevelRequests(MeasurementWindow window, Map<RequestStatus, List<RequestFigures>> listed, boolean complete) {

    static LevelRequests of(BenchmarkResult result) {
        Map<RequestStatus, List<RequestFigures>> listed = new EnumMap<>(RequestStatus.class);
        for (RequestStatus status : RequestStatus.values()) {
            List<RequestFigures> kept = new ArrayList<>();
            for (RequestFigures request : result.requestFigures(status)) {
                if (Double.isFinite(request.start()) && Double.isFinite(request.end())) {
                    kept.add(request);
                }
            }
            listed.put(status, kept);
        }
        MeasurementWindow window = window(result);
        boolean complete = true;
        for (RequestStatus status : RequestStatus.values()) {
            Double all = result.number("metrics", "request_totals", status.key());
            long within = listed.getOrDefault(status, List.of()).stream()
                    .filter(each -> window.overlaps(each.start(), each.end()))
                    .count();
            complete &= all != null && within == Math.round(all);
        }
        return new LevelRequests(window, listed, complete);
    }

    /// The requests of one status that overlap the window.
    List<RequestFigures> within(RequestStatus status) {
        return listed(status).stream()
                .filter(each -> window.overlaps(each.start(), each.end()))
                .toList();
    }

    /// All listed requests of one status.
    List<RequestFigures> listed(RequestStatus status) {
        return listed.getOrDefault(status, List.of());
    }

    /// All listed requests.
    List<RequestFigures> all() {
        return Arrays.stream(RequestStatus.values())
                .flatMap(status -> listed(status).stream())
                .toList();
    }

    /// The successful requests that count for a latency.
    List<RequestFigures> measured(LatencyMetric metric) {
        return counting(metric, within(RequestStatus.SUCCESSFUL));
    }

    /// Those of `requests` that count for a latency: the token that it is about must lie in the window, as it
    /// must for the report's own figures.
    List<RequestFigures> counting(LatencyMetric metric, List<RequestFigures> requests) {
        return requests.stream()
                .filter(each -> switch (metric) {
                    case TTFT -> window.overlaps(each.start(), each.start() + each.ttftMillis() / 1000);
                    case ITL -> window.overlaps(each.firstToken(), each.end());
                    case TTFOT, TPOT, E2E -> true;
                })
                .toList();
    }

    private static MeasurementWindow window(BenchmarkResult result) {
        double start = moment(result, "measure_start_time", Double.NEGATIVE_INFINITY);
        double end = moment(result, "measure_end_time", Double.POSITIVE_INFINITY);
        return new MeasurementWindow(
                moment(result, "request_start_time", start), start, end, moment(result, "request_end_time", end));
    }

    /// The format has -1 for a moment that is unknown.
    private static double moment(BenchmarkResult result, String key, double otherwise) {
        Double moment = result.number("scheduler_metrics", key);
        return moment == null || moment < 0 ? otherwise : moment;
    }
}
