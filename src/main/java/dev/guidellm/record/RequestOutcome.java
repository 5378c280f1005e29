package dev.guidellm.record;

import org.jspecify.annotations.Nullable;

/// How one request ended. A server's failure is a measurement, not an exception.
public sealed interface RequestOutcome {

    /// The whole answer arrived and makes sense.
    record Completed() implements RequestOutcome {}

    /// The request failed.
    ///
    /// @param httpStatus the status, null when there was none
    /// @param errorCode the code inside the server's error object, null when there was none
    /// @param message one line for a person: status, and what the server said, cut to a bounded length
    /// @param retryAfter the server's Retry-After header, null when there was none
    record Failed(
            FailureKind kind,
            @Nullable Integer httpStatus,
            @Nullable String errorCode,
            String message,
            @Nullable String retryAfter)
            implements RequestOutcome {}

    /// The run ended first, or an earlier turn of the conversation failed.
    ///
    /// @param started whether the request had been handed to the backend
    record Cancelled(boolean started) implements RequestOutcome {}
}
