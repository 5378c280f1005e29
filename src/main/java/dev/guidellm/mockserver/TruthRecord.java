package dev.guidellm.mockserver;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the server did for one generation request. All moments are on [dev.guidellm.clock.MonotonicTime].
///
/// @param requestId the request's `x-request-id`, null when it had none
/// @param path the endpoint
/// @param streamed whether the answer was a stream
/// @param promptTokens as counted by the server
/// @param prompt the text of each message that has one, in order; empty unless prompts are recorded
/// @param arrivalNanos when the last byte of the request had been read
/// @param serviceNanos when a slot was free; the arrival where slots are not limited
/// @param intendedNanos when each write should have happened, by the timetable
/// @param writeNanos when each write happened, taken right before it: one per token of a stream, one in all
/// otherwise
/// @param endNanos right before the last bytes were written, or when the client was seen to be gone
/// @param completed whether the answer was given to its end
public record TruthRecord(
        @Nullable String requestId,
        String path,
        boolean streamed,
        int promptTokens,
        List<String> prompt,
        long arrivalNanos,
        long serviceNanos,
        long[] intendedNanos,
        long[] writeNanos,
        long endNanos,
        boolean completed) {
    public TruthRecord {
        prompt = List.copyOf(prompt);
    }

    /// When the first byte of the answer was written, or null when the client went before.
    public @Nullable Long firstWriteNanos() {
        return writeNanos.length == 0 ? null : writeNanos[0];
    }
}
