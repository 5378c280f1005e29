package dev.guidellm.benchmark;

import dev.guidellm.metrics.LiveStatistics;
import org.jspecify.annotations.Nullable;

/// One benchmark at one moment of its run.
///
/// @param index number of the benchmark, from 0
/// @param strategy the strategy's text, such as `concurrent@4`
/// @param phase where the benchmark stands
/// @param elapsedSeconds since its start
/// @param inFlight requests on their way
/// @param fraction how much of the benchmark is done, 0 to 1; null when nothing bounds it
/// @param remainingSeconds how long it may still take; null when unknown
/// @param live the figures so far
public record ProgressSnapshot(
        int index,
        String strategy,
        Phase phase,
        double elapsedSeconds,
        int inFlight,
        @Nullable Double fraction,
        @Nullable Double remainingSeconds,
        LiveStatistics live) {

    /// The phases of a benchmark.
    public enum Phase {
        /// Nothing sent yet.
        PENDING,
        /// Before the measurement window.
        WARMUP,
        /// Within the measurement window.
        ACTIVE,
        /// After the measurement window.
        COOLDOWN,
        /// Requests are over, figures are worked out.
        COMPILING,
        /// Done.
        COMPLETED
    }
}
