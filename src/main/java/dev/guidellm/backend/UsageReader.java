package dev.guidellm.backend;

import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The counts in the `usage` object of completions and chat completions. A count that the server does not give
/// stays unknown.
///
/// `prompt_tokens` and `completion_tokens` hold the media tokens too; the text's share is what is left without
/// them, unless the server names it. Reasoning tokens are part of the text's share.
final class UsageReader {
    private UsageReader() {}

    /// Counts of the prompt.
    static UsageMetrics input(@Nullable JsonObject usage) {
        if (usage == null) {
            return UsageMetrics.NONE;
        }
        JsonObject details = details(usage, "prompt_tokens_details");
        Map<UsageField, Number> counts = media(details);
        put(counts, UsageField.CACHED_TOKENS, count(details, "cached_tokens"));
        Long named = positive(count(details, "prompt_tokens"));
        if (named == null) {
            named = positive(count(details, "text_tokens"));
        }
        put(counts, UsageField.TEXT_TOKENS, named != null ? named : rest(usage, "prompt_tokens", counts));
        return UsageMetrics.of(counts);
    }

    /// Counts of the answer.
    static UsageMetrics output(@Nullable JsonObject usage) {
        if (usage == null) {
            return UsageMetrics.NONE;
        }
        JsonObject details = details(usage, "completion_tokens_details");
        Map<UsageField, Number> counts = media(details);
        // "text_tokens" is not asked for here: where it is given, it leaves the reasoning tokens out
        Long named = positive(count(details, "completion_tokens"));
        put(counts, UsageField.TEXT_TOKENS, named != null ? named : rest(usage, "completion_tokens", counts));
        return UsageMetrics.of(counts);
    }

    private static Map<UsageField, Number> media(@Nullable JsonObject details) {
        Map<UsageField, Number> counts = new EnumMap<>(UsageField.class);
        put(counts, UsageField.IMAGE_TOKENS, count(details, "image_tokens"));
        put(counts, UsageField.VIDEO_TOKENS, count(details, "video_tokens"));
        put(counts, UsageField.AUDIO_TOKENS, count(details, "audio_tokens"));
        put(counts, UsageField.AUDIO_SECONDS, details == null ? null : JsonParts.seconds(details.get("seconds")));
        return counts;
    }

    private static @Nullable Long rest(JsonObject usage, String key, Map<UsageField, Number> counts) {
        Long all = JsonParts.count(usage.get(key));
        if (all == null) {
            return null;
        }
        long media = 0;
        for (UsageField field :
                new UsageField[] {UsageField.IMAGE_TOKENS, UsageField.VIDEO_TOKENS, UsageField.AUDIO_TOKENS}) {
            Number count = counts.get(field);
            media += count == null ? 0 : count.longValue();
        }
        return Math.max(0, all - media);
    }

    private static @Nullable JsonObject details(JsonObject usage, String key) {
        return usage.get(key) instanceof JsonObject details ? details : null;
    }

    private static @Nullable Long count(@Nullable JsonObject details, String key) {
        JsonValue value = details == null ? null : details.get(key);
        return JsonParts.count(value);
    }

    private static @Nullable Long positive(@Nullable Long count) {
        return count == null || count == 0 ? null : count;
    }

    private static void put(Map<UsageField, Number> counts, UsageField field, @Nullable Number value) {
        if (value != null) {
            counts.put(field, value);
        }
    }
}
