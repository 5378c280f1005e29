package dev.guidellm.data.trace;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a recorded request says.
sealed interface TraceContent {

    /// Text of which only the length is known.
    record Words() implements TraceContent {}

    /// Text of which the shared blocks are known.
    ///
    /// @param blocks the ids of its blocks
    /// @param blockSize tokens of a block
    /// @param scope equal for two prompts of a copy when their ids mean the same blocks
    /// @param partialLast whether the last block is cut where the prompt ends; else what is beyond the blocks is
    /// text of its own
    /// @param tools what it does with tools; null for nothing
    record Blocks(
            BlockIds blocks,
            int blockSize,
            long scope,
            boolean partialLast,
            @Nullable ToolUse tools) implements TraceContent {

        /// The ids of the blocks that a prompt of `promptTokens` fills: only these can be found in a cache.
        long[] fullIds(int promptTokens) {
            long[] ids = blocks.toArray();
            int full = promptTokens / blockSize;
            return ids.length <= full ? ids : Arrays.copyOf(ids, full);
        }
    }

    /// Recorded messages.
    ///
    /// @param messages null for a turn that sends tool results only
    /// @param results what the tools answered; empty for a turn without tool results
    /// @param tools their definitions as JSON text; null for none
    /// @param toolChoice what is asked of the model; null for its default
    record Messages(
            @Nullable JsonValue messages,
            List<String> results,
            @Nullable JsonValue tools,
            @Nullable String toolChoice) implements TraceContent {
        public Messages {
            results = List.copyOf(results);
        }
    }

    /// Recorded messages of which a turn sends a part; its answer is recorded, too.
    ///
    /// @param chat all messages of the conversation
    /// @param first the first message that is sent
    /// @param end behind the last message that is sent; here the answer begins
    /// @param answerEnd behind the answer's last message
    record Chat(JsonArray chat, int first, int end, int answerEnd) implements TraceContent {
        List<JsonValue> sent() {
            return chat.items().subList(first, end);
        }

        List<JsonValue> answer() {
            return chat.items().subList(end, answerEnd);
        }
    }

    /// What a turn of made-up text does with tools.
    ///
    /// @param definitions the tools it offers as JSON text; null for none
    /// @param result the tool result it brings; null for none
    /// @param resultInside whether the result is part of the prompt's own tokens, instead of the answer to the call
    ///     that the server made
    record ToolUse(
            @Nullable JsonValue definitions, @Nullable ToolResult result, boolean resultInside) {}

    /// A tool's answer.
    ///
    /// @param tokens tokens of a made-up one; 0 for the default one
    record ToolResult(int tokens) {}
}
