package dev.guidellm.metrics;

import dev.guidellm.record.RequestOutcome;
import org.jspecify.annotations.Nullable;

/// The three lists of requests in a report, in its order.
public enum RequestStatus {
    SUCCESSFUL("successful"),
    ERRORED("errored"),
    INCOMPLETE("incomplete");

    private final String key;

    RequestStatus(String key) {
        this.key = key;
    }

    /// The name in reports.
    public String key() {
        return key;
    }

    /// The list of a request; null for one that was cancelled before it started, which is in none.
    public static @Nullable RequestStatus of(RequestOutcome outcome) {
        return switch (outcome) {
            case RequestOutcome.Completed _ -> SUCCESSFUL;
            case RequestOutcome.Failed _ -> ERRORED;
            case RequestOutcome.Cancelled(boolean started) -> started ? INCOMPLETE : null;
        };
    }
}
