package dev.guidellm.backend;

import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.record.GenerationResponse;

/// An earlier turn of a conversation and what the server answered.
public record HistoryTurn(GenerationRequest request, GenerationResponse response) {}
