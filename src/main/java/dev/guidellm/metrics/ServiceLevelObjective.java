package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// What a request must keep to count as good. A limit that is null is not asked for; equal to the limit passes.
///
/// @param ttftMs limit of the time to first token
/// @param tpotMs limit of the mean gap between tokens after the first (the inter-token latency)
/// @param e2elMs limit of the whole latency
public record ServiceLevelObjective(
        @Nullable Double ttftMs,
        @Nullable Double tpotMs,
        @Nullable Double e2elMs) {
    public ServiceLevelObjective {
        if (ttftMs == null && tpotMs == null && e2elMs == null) {
            throw new IllegalArgumentException("requires at least one of ttft_ms, tpot_ms, or e2el_ms");
        }
    }

    /// How a request fares.
    public enum Verdict {
        MET,
        MISSED,
        /// An objective has no measurement, even where another one is already missed.
        UNDETERMINED
    }

    /// The verdict on one request.
    public Verdict judge(MeasuredRequest request) {
        Double latency = RequestMetric.REQUEST_LATENCY.of(request);
        Verdict first = judge(ttftMs, RequestMetric.TIME_TO_FIRST_TOKEN_MS.of(request));
        Verdict gap = judge(tpotMs, RequestMetric.INTER_TOKEN_LATENCY_MS.of(request));
        Verdict whole = judge(e2elMs, latency == null ? null : latency * 1000.0);
        if (first == Verdict.UNDETERMINED || gap == Verdict.UNDETERMINED || whole == Verdict.UNDETERMINED) {
            return Verdict.UNDETERMINED;
        }
        boolean met = first == Verdict.MET && gap == Verdict.MET && whole == Verdict.MET;
        return met ? Verdict.MET : Verdict.MISSED;
    }

    private static Verdict judge(@Nullable Double limit, @Nullable Double value) {
        if (limit == null) {
            return Verdict.MET;
        }
        if (value == null) {
            return Verdict.UNDETERMINED;
        }
        return value > limit ? Verdict.MISSED : Verdict.MET;
    }
}
