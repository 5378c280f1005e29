package dev.guidellm.backend;

import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.record.GenerationResponse;
import org.jspecify.annotations.Nullable;

/// An earlier turn of a conversation and what the server answered.
///
/// @param response null when the turn left no answer to build upon; its own side is sent all the same
public record HistoryTurn(
        GenerationRequest request, @Nullable GenerationResponse response) {}
