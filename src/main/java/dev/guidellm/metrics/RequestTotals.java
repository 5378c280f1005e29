package dev.guidellm.metrics;

/// Numbers of requests by status.
public record RequestTotals(int successful, int errored, int incomplete) {
    /// None.
    public static final RequestTotals ZERO = new RequestTotals(0, 0, 0);

    /// All of them.
    public int total() {
        return successful + errored + incomplete;
    }
}
