package dev.guidellm.mockserver;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a valid generation request asks for.
///
/// @param model as the request named it
/// @param streamed whether the answer is a stream
/// @param includeUsage whether the stream ends with the usage
/// @param prompt what the prompt costs
/// @param texts the text of each message of the prompt, as far as they are kept
/// @param tokenLimit most tokens of the answer, null for no limit
/// @param runsToLimit whether the answer has exactly `tokenLimit` tokens
/// @param tool name of the function that must be called, null for an answer in words
record GenerationPlan(
        String model,
        boolean streamed,
        boolean includeUsage,
        PromptUsage prompt,
        List<String> texts,
        @Nullable Integer tokenLimit,
        boolean runsToLimit,
        @Nullable String tool) {}
