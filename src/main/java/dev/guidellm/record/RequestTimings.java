package dev.guidellm.record;

/// The moments of one request, in seconds on the run's clock (seconds since its origin; a report adds the wall-clock
/// origin).
///
/// A moment that never came is [#NEVER]. Differences and sums with it are NaN too, so that nothing is measured by
/// mistake. Plain numbers, since millions of requests are kept.
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
/// @param messages moments of single messages, which only two-way connections have
/// @param requestEnd answer read to its end, or broken off
/// @param resolveEnd the backend is done with it
/// @param finalized counted by the scheduler
public record RequestTimings(
        double targetedStart,
        double predecessorCompleted,
        double queued,
        double dequeued,
        double scheduledAt,
        double resolveStart,
        double requestStart,
        double firstRequestIteration,
        double firstTokenIteration,
        double firstOutputTokenIteration,
        double lastTokenIteration,
        double lastRequestIteration,
        int requestIterations,
        int tokenIterations,
        MessageTimings messages,
        double requestEnd,
        double resolveEnd,
        double finalized) {
    /// A moment that never came: NaN, to be asked for with [#came].
    public static final double NEVER = Double.NaN;

    /// Whether a moment came.
    public static boolean came(double moment) {
        return !Double.isNaN(moment);
    }

    /// When the request started: first byte written, else handed to the backend; [#NEVER] when neither happened.
    public double startedAt() {
        return came(requestStart) ? requestStart : resolveStart;
    }

    /// When it ended: answer read, else backend done; [#NEVER] when neither happened.
    public double completedAt() {
        return came(requestEnd) ? requestEnd : resolveEnd;
    }
}
