package dev.guidellm.record;

import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the server answered, as far as it arrived.
///
/// @param responseId the server's own id
/// @param text the answer's text without reasoning; null when there is none
/// @param reasoningText the model's reasoning; null when there is none
/// @param toolCalls empty when there are none
/// @param inputMetrics what the server's usage says of the prompt
/// @param outputMetrics what the server's usage says of the answer, with words and characters counted here
/// @param responseMetrics the server's own metrics object, unchanged; null when there is none
/// @param finishReason why the model stopped, as the server named it; null when it did not say
public record GenerationResponse(
        @Nullable String responseId,
        @Nullable String text,
        @Nullable String reasoningText,
        List<ToolCall> toolCalls,
        UsageMetrics inputMetrics,
        UsageMetrics outputMetrics,
        @Nullable JsonValue responseMetrics,
        @Nullable String finishReason) {
    public GenerationResponse {
        toolCalls = List.copyOf(toolCalls);
    }
}
