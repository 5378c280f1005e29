package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// Keeps the running figures of one benchmark. Fed by one thread.
final class LiveCounter {
    private final StageTimes.Mean firstToken = new StageTimes.Mean();
    private final StageTimes.Mean gap = new StageTimes.Mean();
    private final StageTimes.Mean output = new StageTimes.Mean();
    private final RecentValues recentFirstToken = new RecentValues();
    private final RecentValues recentGap = new RecentValues();
    private final @Nullable Double confidence;
    private int conforming;
    private int determined;
    private double firstStart = Double.POSITIVE_INFINITY;
    private double lastEnd = Double.NEGATIVE_INFINITY;

    /// @param confidence of the interval of the attainment; null for none
    LiveCounter(@Nullable Double confidence) {
        this.confidence = confidence;
    }

    /// @param verdict on a successful request
    void add(MeasuredRequest request, RequestStatus status, ServiceLevelObjective.Verdict verdict) {
        double end = RequestMetric.REQUEST_END_TIME.of(request);
        double start = RequestMetric.REQUEST_START_TIME.of(request);
        if (!Double.isNaN(end) && !Double.isNaN(start)) {
            firstStart = Math.min(firstStart, start);
            lastEnd = Math.max(lastEnd, end);
        }
        judge(status, verdict);
        if (status != RequestStatus.SUCCESSFUL) {
            return;
        }
        double firstTokenMs = RequestMetric.TIME_TO_FIRST_TOKEN_MS.of(request);
        double gapMs = RequestMetric.INTER_TOKEN_LATENCY_MS.of(request);
        firstToken.add(firstTokenMs);
        gap.add(gapMs, request.outputTokens() - 1);
        recentFirstToken.add(end, firstTokenMs);
        recentGap.add(end, gapMs);
        output.add(RequestMetric.OUTPUT_TOKENS.of(request));
    }

    private void judge(RequestStatus status, ServiceLevelObjective.Verdict verdict) {
        boolean met = status == RequestStatus.SUCCESSFUL && verdict == ServiceLevelObjective.Verdict.MET;
        boolean missed = status == RequestStatus.ERRORED
                || (status == RequestStatus.SUCCESSFUL && verdict == ServiceLevelObjective.Verdict.MISSED);
        conforming += met ? 1 : 0;
        determined += met || missed ? 1 : 0;
    }

    /// @param now in seconds
    /// @param objectives whether there are any
    LiveStatistics snapshot(RequestTotals totals, double now, boolean objectives) {
        double elapsed = Math.max(0, lastEnd - firstStart);
        return new LiveStatistics(
                totals,
                perSecond(totals.successful(), elapsed),
                output.count() == 0 ? null : perSecond(output.sum(), elapsed),
                firstToken.mean(),
                gap.mean(),
                recentFirstToken.at(now),
                recentGap.at(now),
                objectives && determined > 0 ? attainment() : null);
    }

    private LiveAttainment attainment() {
        return new LiveAttainment(
                conforming,
                determined,
                confidence == null ? null : ConfidenceIntervals.proportion(conforming, determined, confidence));
    }

    private static @Nullable Double perSecond(double amount, double elapsed) {
        return elapsed > 0 ? Double.valueOf(amount / elapsed) : null;
    }
}
