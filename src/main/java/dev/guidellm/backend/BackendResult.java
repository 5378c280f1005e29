package dev.guidellm.backend;

import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome;
import org.jspecify.annotations.Nullable;

/// What became of a request. Times are run times in nanoseconds, null where the moment did not come.
///
/// @param response what arrived, kept for failures and cancellations too; null when nothing did
/// @param stopConversation whether the remaining turns of the conversation are to be cancelled although this one
/// did not fail
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
        boolean stopConversation) {}
