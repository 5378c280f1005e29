package dev.guidellm.mockserver;

import org.jspecify.annotations.Nullable;

/// One request, read to its end.
///
/// @param path without query
/// @param keepsAlive whether the connection outlives the answer
/// @param chunkable whether the client understands an answer in chunks (HTTP/1.1)
/// @param requestId the header `x-request-id`
/// @param refusal why the request could not be read, null when it could
/// @param arrivalNanos when the last byte had been read, on [dev.guidellm.clock.MonotonicTime]
record IncomingRequest(
        String method,
        String path,
        boolean keepsAlive,
        boolean chunkable,
        @Nullable String requestId,
        @Nullable String contentType,
        byte[] body,
        @Nullable RequestRefused refusal,
        long arrivalNanos) {

    /// Stands for a request that could not be read; its connection closes after the answer.
    static IncomingRequest unreadable(RequestRefused refusal, long arrivalNanos) {
        return new IncomingRequest("", "", false, true, null, null, new byte[0], refusal, arrivalNanos);
    }
}
