package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/// The tokens of a prompt by kind; null where the prompt has nothing of that kind.
///
/// @param seconds length of all sound together, to the millisecond
record PromptUsage(
        int textTokens,
        @Nullable Integer imageTokens,
        @Nullable Integer videoTokens,
        @Nullable Integer audioTokens,
        @Nullable Double seconds) {

    /// A prompt of text alone.
    static PromptUsage ofText(int tokens) {
        return new PromptUsage(tokens, null, null, null, null);
    }

    /// All tokens of the prompt.
    int total() {
        return textTokens + orZero(imageTokens) + orZero(videoTokens) + orZero(audioTokens);
    }

    /// The usage as the API writes it.
    ///
    /// @param withDetails whether to say `prompt_tokens_details` even where there are none
    JsonObject json(int completionTokens, boolean withDetails) {
        var json = JsonValue.object()
                .put("prompt_tokens", total())
                .put("completion_tokens", completionTokens)
                .put("total_tokens", total() + completionTokens);
        JsonObject details = details();
        if (withDetails || details != null) {
            json.put("prompt_tokens_details", details);
        }
        return json.build();
    }

    /// [#json] without empty details, as text in the style of events.
    String text(int completionTokens) {
        if (isTextOnly()) {
            return "{\"prompt_tokens\": " + textTokens + ", \"completion_tokens\": " + completionTokens
                    + ", \"total_tokens\": " + (textTokens + completionTokens) + "}";
        }
        return JsonWriter.toString(json(completionTokens, false), JsonWriter.Style.PYTHON);
    }

    private boolean isTextOnly() {
        return imageTokens == null && videoTokens == null && audioTokens == null;
    }

    private @Nullable JsonObject details() {
        if (isTextOnly()) {
            return null;
        }
        var details = JsonValue.object().put("prompt_tokens", textTokens);
        if (imageTokens != null) {
            details.put("image_tokens", imageTokens);
        }
        if (videoTokens != null) {
            details.put("video_tokens", videoTokens);
        }
        if (audioTokens != null) {
            details.put("audio_tokens", audioTokens).put("seconds", seconds);
        }
        return details.build();
    }

    private static int orZero(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }
}
