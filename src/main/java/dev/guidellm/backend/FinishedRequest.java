package dev.guidellm.backend;

/// A request that is over, its answer not understood yet.
public interface FinishedRequest {

    /// Run time at which the answer was complete, broke off or was given up.
    long endNanos();

    /// Understands the answer. Costs time (JSON): never on a transport loop. Call once.
    BackendResult decode();
}
