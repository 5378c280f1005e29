package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.mockserver.Latencies.AnswerLength;

/// One generation endpoint's language. Safe to call from every thread.
interface Dialect {

    /// What `body` asks for.
    GenerationPlan read(JsonObject body) throws RequestRefused;

    /// The answer in one piece.
    JsonObject wholeAnswer(GenerationPlan plan, AnswerLength length);

    /// The answer in events.
    StreamScript stream(GenerationPlan plan, AnswerLength length);
}
