package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// Keeps the running figures of one benchmark. Fed by one thread.
final class LiveCounter {
    private final StageTimes.Mean latency = new StageTimes.Mean();
    private final StageTimes.Mean firstToken = new StageTimes.Mean();
    private final StageTimes.Mean gap = new StageTimes.Mean();
    private final StageTimes.Mean prompt = new StageTimes.Mean();
    private final StageTimes.Mean output = new StageTimes.Mean();
    private final StageTimes.Mean total = new StageTimes.Mean();
    private double firstStart = Double.POSITIVE_INFINITY;
    private double lastEnd = Double.NEGATIVE_INFINITY;
    private double busySeconds;

    void add(MeasuredRequest request, RequestStatus status) {
        double end = RequestMetric.REQUEST_END_TIME.of(request);
        double start = RequestMetric.REQUEST_START_TIME.of(request);
        if (!Double.isNaN(end) && !Double.isNaN(start)) {
            firstStart = Math.min(firstStart, start);
            lastEnd = Math.max(lastEnd, end);
            busySeconds += end - start;
        }
        if (status != RequestStatus.SUCCESSFUL) {
            return;
        }
        latency.add(RequestMetric.REQUEST_LATENCY.of(request));
        firstToken.add(RequestMetric.TIME_TO_FIRST_TOKEN_MS.of(request));
        gap.add(RequestMetric.INTER_TOKEN_LATENCY_MS.of(request), request.outputTokens() - 1);
        prompt.add(RequestMetric.PROMPT_TOKENS.of(request));
        output.add(RequestMetric.OUTPUT_TOKENS.of(request));
        total.add(RequestMetric.TOTAL_TOKENS.of(request));
    }

    LiveStatistics snapshot(RequestTotals totals, int throttled) {
        double elapsed = Math.max(0, lastEnd - firstStart);
        return new LiveStatistics(
                totals,
                throttled,
                elapsed,
                perSecond(totals.successful(), elapsed),
                output.count() == 0 ? null : perSecond(output.sum(), elapsed),
                total.count() == 0 ? null : perSecond(total.sum(), elapsed),
                perSecond(busySeconds, elapsed),
                latency.mean(),
                firstToken.mean(),
                gap.mean(),
                prompt.mean(),
                output.mean());
    }

    private static @Nullable Double perSecond(double amount, double elapsed) {
        return elapsed > 0 ? Double.valueOf(amount / elapsed) : null;
    }
}
