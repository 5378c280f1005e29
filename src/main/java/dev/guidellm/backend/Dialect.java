package dev.guidellm.backend;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.MultiturnReasoning;
import dev.guidellm.config.RequestExtras;
import org.jspecify.annotations.Nullable;

/// What is the same for every request of a run.
///
/// @param model as it stands in each request, perhaps empty
/// @param stream whether answers are asked for, and read, as event streams
/// @param maxTokens answer length where the data set names none; null for the server's own
/// @param defaultToolResponse stands in for a tool's result that the data set lacks
record Dialect(
        String model,
        boolean stream,
        @Nullable Integer maxTokens,
        RequestExtras extras,
        MultiturnReasoning multiturnReasoning,
        String defaultToolResponse) {

    /// The dialect of a configuration, with the model still as configured. What the extras say of `stream` binds
    /// both the request and the reading of its answer.
    static Dialect of(BackendConfig.OpenAiHttp config, String defaultToolResponse) {
        RequestExtras extras = config.extras() == null ? RequestExtras.NONE : config.extras();
        Boolean stream = extras.stream();
        if (stream == null && extras.body() != null) {
            stream = JsonParts.truth(extras.body().get("stream"));
        }
        return new Dialect(
                config.model(),
                stream == null ? config.stream() : stream,
                config.maxTokens(),
                extras,
                config.multiturnReasoning(),
                defaultToolResponse);
    }

    Dialect withModel(String name) {
        return new Dialect(name, stream, maxTokens, extras, multiturnReasoning, defaultToolResponse);
    }
}
