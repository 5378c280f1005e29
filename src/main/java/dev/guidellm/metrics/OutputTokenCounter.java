package dev.guidellm.metrics;

import dev.guidellm.record.GenerationResponse;
import org.jspecify.annotations.Nullable;

/// Counts an answer's tokens on this side, for servers that report no usage.
@FunctionalInterface
public interface OutputTokenCounter {
    /// Counts nothing: such answers have an unknown length.
    OutputTokenCounter NONE = response -> null;

    /// Tokens of the answer's text and reasoning; null when it cannot be told. Called on the accumulator's
    /// thread, only for answers without a count.
    @Nullable
    Long count(GenerationResponse response);
}
