package dev.guidellm.backend;

import dev.guidellm.conversation.TurnType;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.transport.HttpRequest;
import java.nio.charset.StandardCharsets;

/// A request of [OpenAiBackend], ready to be sent. The arguments are put together only when they are asked for,
/// so that the body stands in memory once.
///
/// @param argumentsStart JSON text before the body
/// @param shownBody the body as it may be shown, mostly the one that is sent
/// @param argumentsEnd JSON text after the body
/// @param secrets what must not be shown
record OpenAiRequest(
        String requestId,
        TurnType turnType,
        HttpRequest http,
        String argumentsStart,
        byte[] shownBody,
        String argumentsEnd,
        Secrets secrets)
        implements PreparedRequest {

    @Override
    public String argumentsJson() {
        return secrets.maskArguments(argumentsStart + new String(shownBody, StandardCharsets.UTF_8) + argumentsEnd);
    }

    @Override
    public GenerationResponse shown(GenerationResponse answer) {
        return secrets.mask(answer);
    }
}
