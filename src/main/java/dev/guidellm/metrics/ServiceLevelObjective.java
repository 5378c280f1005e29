package dev.guidellm.metrics;

import dev.guidellm.config.SloConfig;
import org.jspecify.annotations.Nullable;

/// What a request must keep to count as good; a value equal to its limit passes.
///
/// The limit on the time per output token is held against the inter-token latency, which leaves out the first
/// token.
public record ServiceLevelObjective(SloConfig limits) {

    /// How a request fares.
    public enum Verdict {
        MET,
        MISSED,
        /// An objective has no measurement, even where another one is already missed.
        UNDETERMINED
    }

    /// The verdict on one request.
    public Verdict judge(MeasuredRequest request) {
        Verdict first = judge(limits.ttftMs(), RequestMetric.TIME_TO_FIRST_TOKEN_MS.of(request));
        Verdict gap = judge(limits.tpotMs(), RequestMetric.INTER_TOKEN_LATENCY_MS.of(request));
        Verdict whole = judge(limits.e2elMs(), RequestMetric.REQUEST_LATENCY.of(request) * 1000.0);
        if (first == Verdict.UNDETERMINED || gap == Verdict.UNDETERMINED || whole == Verdict.UNDETERMINED) {
            return Verdict.UNDETERMINED;
        }
        boolean met = first == Verdict.MET && gap == Verdict.MET && whole == Verdict.MET;
        return met ? Verdict.MET : Verdict.MISSED;
    }

    /// The largest share of a limit that the request takes: at most 1 when it keeps all; not a number where an
    /// objective has no measurement.
    public double largestShare(MeasuredRequest request) {
        return Math.max(
                Math.max(
                        share(limits.ttftMs(), RequestMetric.TIME_TO_FIRST_TOKEN_MS.of(request)),
                        share(limits.tpotMs(), RequestMetric.INTER_TOKEN_LATENCY_MS.of(request))),
                share(limits.e2elMs(), RequestMetric.REQUEST_LATENCY.of(request) * 1000.0));
    }

    /// The same of a request that was cut off: it takes at least so much. Above 1 it has surely missed an objective.
    public double leastShare(MeasuredRequest request) {
        double elapsed =
                1000.0 * (request.timings().completedAt() - request.timings().startedAt());
        double firstToken = RequestMetric.TIME_TO_FIRST_TOKEN_MS.of(request);
        double least = Math.max(
                share(limits.ttftMs(), Double.isNaN(firstToken) ? elapsed : firstToken),
                share(limits.e2elMs(), elapsed));
        return Double.isNaN(least) ? 0 : least;
    }

    private static double share(@Nullable Double limit, double value) {
        return limit == null ? 0 : value / limit;
    }

    private static Verdict judge(@Nullable Double limit, double value) {
        if (limit == null) {
            return Verdict.MET;
        }
        if (Double.isNaN(value)) {
            return Verdict.UNDETERMINED;
        }
        return value > limit ? Verdict.MISSED : Verdict.MET;
    }
}
