package dev.guidellm.record;

import org.jspecify.annotations.Nullable;

/// The moments of one request, in seconds on the run's clock (seconds since its origin; a report adds the wall-clock
/// origin).
/// A moment that never came is null.
///
/// @param targetedStart when the schedule meant the request to start
/// @param predecessorCompleted end of the last parent turn, think time excluded
/// @param queued put on the queue
/// @param dequeued taken from the queue for a slot
/// @param scheduledAt `dequeued`, or `targetedStart` where that was later
/// @param resolveStart handed to the backend
/// @param requestStart first byte about to be written
/// @param firstRequestIteration first non-blank line of the stream
/// @param firstTokenIteration first line that carried a token, reasoning included
/// @param firstOutputTokenIteration first line that carried content or a tool call
/// @param lastTokenIteration last line that carried a token
/// @param lastRequestIteration last non-blank line of the stream
/// @param requestIterations number of non-blank lines
/// @param tokenIterations number of lines that carried a token
/// @param requestEnd answer read to its end, or broken off
/// @param resolveEnd the backend is done with it
/// @param finalized counted by the scheduler
public record RequestTimings(
        @Nullable Double targetedStart,
        @Nullable Double predecessorCompleted,
        @Nullable Double queued,
        @Nullable Double dequeued,
        @Nullable Double scheduledAt,
        @Nullable Double resolveStart,
        @Nullable Double requestStart,
        @Nullable Double firstRequestIteration,
        @Nullable Double firstTokenIteration,
        @Nullable Double firstOutputTokenIteration,
        @Nullable Double lastTokenIteration,
        @Nullable Double lastRequestIteration,
        int requestIterations,
        int tokenIterations,
        @Nullable Double lastRequestSent,
        double requestSentSum,
        int requestSentCount,
        double tokenReceivedSum,
        int tokenReceivedCount,
        @Nullable Double requestEnd,
        @Nullable Double resolveEnd,
        @Nullable Double finalized) {

    /// When the request started: first byte written, else handed to the backend; null when neither happened.
    public @Nullable Double startedAt() {
        return requestStart != null ? requestStart : resolveStart;
    }

    /// When it ended: answer read, else backend done; null when neither happened.
    public @Nullable Double completedAt() {
        return requestEnd != null ? requestEnd : resolveEnd;
    }
}
