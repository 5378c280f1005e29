package dev.guidellm.benchmark;

import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.schedule.Judge;

/// A judge that is told of each request of the running benchmark, by the thread that keeps the books.
interface RequestJudge extends Judge {

    /// The strategy's clock starts. Called first.
    default void started(double startSeconds) {}

    /// A request is started, in the order of their starts.
    default void begun(String requestId, double atSeconds) {}

    /// A request that was sent is over, and in the benchmark's statistics.
    void ended(MeasuredRequest request);
}
