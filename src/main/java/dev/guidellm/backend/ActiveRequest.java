package dev.guidellm.backend;

/// A request that is under way.
public interface ActiveRequest {

    /// Gives it up; its listener's `onEnd` follows soon. Safe from every thread; without effect after the end.
    void cancel();
}
