package dev.guidellm.clock;

/// The machine's monotonic time without an origin of its own: for what must be comparable between processes.
///
/// On Linux this is CLOCK_MONOTONIC, the same in every process of the machine. Safe to call from every thread.
public final class MonotonicTime {
    private MonotonicTime() {}

    /// Nanoseconds since an arbitrary moment, never decreasing.
    public static long nanos() {
        return System.nanoTime();
    }
}
