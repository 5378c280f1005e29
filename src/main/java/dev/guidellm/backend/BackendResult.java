package dev.guidellm.backend;

import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.TokenTimes;
import org.jspecify.annotations.Nullable;

/// What became of a request. Times are run times in nanoseconds, null where the moment did not come.
///
/// @param response what arrived, kept for failures and cancellations too; null when nothing did
/// @param stopConversation whether the remaining turns of the conversation are to be cancelled although this one
/// did not fail
/// @param http where the time went on the wire; null when nothing was written, or not over HTTP
/// @param tokenTimes when each token came; null unless asked for, and when none came
public record BackendResult(
        RequestOutcome outcome,
        @Nullable GenerationResponse response,
        @Nullable Long sentNanos,
        @Nullable Long firstRequestIterationNanos,
        @Nullable Long firstTokenNanos,
        @Nullable Long firstOutputTokenNanos,
        @Nullable Long lastTokenNanos,
        @Nullable Long lastRequestIterationNanos,
        int requestIterations,
        int tokenIterations,
        long endNanos,
        boolean stopConversation,
        @Nullable HttpPhases http,
        @Nullable TokenTimes tokenTimes) {

    /// A result of which nothing is known below the answer.
    public BackendResult(
            RequestOutcome outcome,
            @Nullable GenerationResponse response,
            @Nullable Long sentNanos,
            @Nullable Long firstRequestIterationNanos,
            @Nullable Long firstTokenNanos,
            @Nullable Long firstOutputTokenNanos,
            @Nullable Long lastTokenNanos,
            @Nullable Long lastRequestIterationNanos,
            int requestIterations,
            int tokenIterations,
            long endNanos,
            boolean stopConversation) {
        this(
                outcome,
                response,
                sentNanos,
                firstRequestIterationNanos,
                firstTokenNanos,
                firstOutputTokenNanos,
                lastTokenNanos,
                lastRequestIterationNanos,
                requestIterations,
                tokenIterations,
                endNanos,
                stopConversation,
                null,
                null);
    }

    /// The same with another answer.
    public BackendResult withResponse(@Nullable GenerationResponse other) {
        return new BackendResult(
                outcome,
                other,
                sentNanos,
                firstRequestIterationNanos,
                firstTokenNanos,
                firstOutputTokenNanos,
                lastTokenNanos,
                lastRequestIterationNanos,
                requestIterations,
                tokenIterations,
                endNanos,
                stopConversation,
                http,
                tokenTimes);
    }
}
