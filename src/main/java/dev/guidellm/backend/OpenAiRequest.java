package dev.guidellm.backend;

import dev.guidellm.conversation.TurnType;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.transport.HttpRequest;

/// A request of [OpenAiBackend], ready to be sent.
record OpenAiRequest(String requestId, TurnType turnType, HttpRequest http, OpenAiArguments arguments)
        implements PreparedRequest {

    @Override
    public GenerationResponse shown(GenerationResponse answer) {
        return arguments.secrets().mask(answer);
    }
}
