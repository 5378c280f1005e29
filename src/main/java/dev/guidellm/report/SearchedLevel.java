package dev.guidellm.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One level of a goodput search, over all its runs, as a report's conclusion tells it.
///
/// @param level streams, or requests per second
/// @param passed whether every goal was reached
/// @param resolved whether that is certain
/// @param runsSetAside runs that the others contradict
/// @param overSaturated whether it failed because the server fell behind
/// @param answered requests that were answered; null where the report does not say
/// @param errored requests that failed; null where the report does not say
public record SearchedLevel(
        double level,
        boolean passed,
        boolean resolved,
        long runsSetAside,
        boolean overSaturated,
        List<Goal> goals,
        @Nullable Long answered,
        @Nullable Long errored) {
    public SearchedLevel {
        goals = List.copyOf(goals);
    }

    /// How objectives that are judged together fared.
    ///
    /// @param limits in words, such as `e2el 2500 ms`
    /// @param target share of the requests that must keep them; null where the report does not say
    /// @param share that did; null when no request had a verdict
    public record Goal(
            String limits,
            @Nullable Double target,
            @Nullable Double share,
            @Nullable Double lower,
            @Nullable Double upper,
            long requests) {

        /// Requests that did not keep them.
        double missed() {
            return share == null ? 0 : requests * (1 - share);
        }
    }

    /// Whether requests were sent and all of them failed.
    public boolean unanswered() {
        return answered != null && answered == 0 && errored != null && errored > 0;
    }

    /// Whether more than half of the misses were failed requests, not slow answers.
    public boolean failedByErrors() {
        double missed = goals.stream().mapToDouble(Goal::missed).max().orElse(0);
        return errored != null && errored > 0 && errored * 2 > missed;
    }
}
