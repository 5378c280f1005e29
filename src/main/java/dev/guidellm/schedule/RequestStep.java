package dev.guidellm.schedule;

/// Steps in the life of a request.
public enum RequestStep {
    /// Made, and waiting.
    QUEUED,
    /// Taken for a slot.
    PENDING,
    /// Handed to the backend.
    IN_PROGRESS,
    /// Its first token has arrived; still in flight.
    FIRST_TOKEN,
    /// Ended well.
    COMPLETED,
    /// Failed.
    ERRORED,
    /// Given up, or never started.
    CANCELLED;

    /// Whether nothing follows.
    public boolean terminal() {
        return switch (this) {
            case QUEUED, PENDING, IN_PROGRESS, FIRST_TOKEN -> false;
            case COMPLETED, ERRORED, CANCELLED -> true;
        };
    }
}
