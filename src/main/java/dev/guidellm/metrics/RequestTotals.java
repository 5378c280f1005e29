package dev.guidellm.metrics;

/// Numbers of requests by status.
public record RequestTotals(int successful, int errored, int incomplete) {
    /// None.
    public static final RequestTotals ZERO = new RequestTotals(0, 0, 0);

    /// All of them.
    public int total() {
        return successful + errored + incomplete;
    }

    /// One more of `status`.
    RequestTotals plusOne(RequestStatus status) {
        return switch (status) {
            case SUCCESSFUL -> new RequestTotals(successful + 1, errored, incomplete);
            case ERRORED -> new RequestTotals(successful, errored + 1, incomplete);
            case INCOMPLETE -> new RequestTotals(successful, errored, incomplete + 1);
        };
    }
}
