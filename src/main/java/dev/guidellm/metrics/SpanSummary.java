package dev.guidellm.metrics;

import java.util.ArrayList;
import java.util.List;

/// What came of the requests that were due in one [LoadSpan], whatever the measured window; of those without a due
/// time, the ones that started in it.
///
/// @param requests of all three lists
/// @param requestsPerSecond `requests` over the length of the span
/// @param ttftMillis of the successful requests
/// @param latencySeconds of the successful requests
/// @param latenessMillis due time to first byte written, of all requests that were sent; empty without due times
public record SpanSummary(
        LoadSpan span,
        RequestTotals requests,
        double requestsPerSecond,
        DistributionSummary ttftMillis,
        DistributionSummary latencySeconds,
        DistributionSummary latenessMillis) {

    /// A request that is due exactly when a span ends belongs to it, though its due time is a rounded difference.
    private static final double ROUNDING = 1e-6;

    /// One summary per span.
    ///
    /// @param spans without overlap, in order
    static List<SpanSummary> of(RequestColumns columns, List<LoadSpan> spans) {
        List<Collected> collected = spans.stream().map(_ -> new Collected()).toList();
        for (int row = 0; row < columns.size(); row++) {
            int index = indexOf(columns.due(row) - ROUNDING, spans);
            if (index >= 0) {
                collected.get(index).add(columns, row);
            }
        }
        List<SpanSummary> summaries = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            summaries.add(collected.get(i).summary(spans.get(i)));
        }
        return List.copyOf(summaries);
    }

    private static int indexOf(double moment, List<LoadSpan> spans) {
        int low = 0;
        int high = spans.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            LoadSpan span = spans.get(middle);
            if (moment > span.to()) {
                low = middle + 1;
            } else if (moment <= span.from()) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    private static final class Collected {
        private final WeightedValues ttft = new WeightedValues(16);
        private final WeightedValues latency = new WeightedValues(16);
        private final WeightedValues lateness = new WeightedValues(16);
        private RequestTotals totals = RequestTotals.ZERO;

        private void add(RequestColumns columns, int row) {
            RequestStatus status = columns.status(row);
            totals = totals.plusOne(status);
            put(lateness, 1000 * columns.value(RequestMetric.REQUEST_DISPATCH_DELAY, row));
            if (status == RequestStatus.SUCCESSFUL) {
                put(ttft, columns.value(RequestMetric.TIME_TO_FIRST_TOKEN_MS, row));
                put(latency, columns.value(RequestMetric.REQUEST_LATENCY, row));
            }
        }

        private static void put(WeightedValues values, double value) {
            if (!Double.isNaN(value)) {
                values.add(value, 1);
            }
        }

        private SpanSummary summary(LoadSpan span) {
            return new SpanSummary(
                    span,
                    totals,
                    totals.total() / (span.to() - span.from()),
                    Distribution.summarize(ttft, null),
                    Distribution.summarize(latency, null),
                    Distribution.summarize(lateness, null));
        }
    }
}
