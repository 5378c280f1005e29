package dev.guidellm.backend;

/// A request that is over, its answer not understood yet.
public interface FinishedRequest {

    /// Run time at which the answer was complete, broke off or was given up.
    long endNanos();

    /// Whether it failed, as far as can be told without understanding the answer: failures may have to stop the run.
    default boolean isFailedAtFirstSight() {
        return false;
    }

    /// Understands the answer. Costs time (JSON): never on a transport loop. Call once.
    BackendResult decode();
}
