package dev.guidellm.clock;

/// The one clock of a run: monotonic nanoseconds since the run's origin, tied once to the wall clock.
///
/// Safe to call from every thread.
public interface RunClock {

    /// Nanoseconds since the origin, never decreasing. May be negative for a moment before the origin.
    long nanos();

    /// Wall-clock time of the origin in seconds since 1970-01-01T00:00Z, read once when the clock was made.
    double originEpochSeconds();

    /// Wall-clock seconds of the moment `nanos` after the origin.
    default double epochSeconds(long nanos) {
        return originEpochSeconds() + nanos / 1e9;
    }

    /// Waits until [#nanos()] has reached `deadlineNanos`; returns at once when it has, and early when the thread is
    /// interrupted.
    void sleepUntil(long deadlineNanos);
}
