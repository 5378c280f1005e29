package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Recorded load, read from another data source.
public sealed interface TraceData extends DataConfig {

    /// What all traces have.
    TraceSettings trace();

    @Override
    default JsonObject loadKwargs() {
        return trace().loadKwargs();
    }

    /// Times and token counts only.
    @Kind("trace_synthetic")
    record Minimal(@Inline TraceSettings trace) implements TraceData {}

    /// Mooncake's format: token blocks by hash.
    ///
    /// @param hashIdBlockSize tokens of a block
    @Kind("mooncake")
    record Mooncake(
            @Inline TraceSettings trace,
            @Default("hash_ids") String hashIdsColumn,
            @Default("512") @Range(above = 0) int hashIdBlockSize)
            implements TraceData {}

    /// OpenTelemetry spans.
    ///
    /// @param inputTokensAttributes span attributes that may hold the prompt's tokens, first found wins
    /// @param outputTokensAttributes span attributes that may hold the output's tokens
    /// @param history whose answers the history holds
    /// @param toolChoice what is asked of the server in a turn with tools
    /// @param traceOffsets whether the conversations start as far apart as they were recorded, not all together
    @Kind({"otel", "opentelemetry"})
    record Otel(
            String kind,
            @Inline TraceSettings trace,
            @Default("spans") String spansColumn,
            @Default("trace_id") String traceIdColumn,
            @Default("start_time") String spanTimestampField,

            @Default("gen_ai.usage.input_tokens,gen_ai.usage.prompt_tokens")
            List<String> inputTokensAttributes,

            @Default("gen_ai.usage.output_tokens,gen_ai.usage.completion_tokens")
            List<String> outputTokensAttributes,

            @Default("trace") History history,
            @Default("required") ToolChoice toolChoice,
            @Default("false") boolean traceOffsets)
            implements TraceData {
        public Otel {
            inputTokensAttributes = List.copyOf(inputTokensAttributes);
            outputTokensAttributes = List.copyOf(outputTokensAttributes);
        }
    }

    /// WEKA's format: whole conversations.
    ///
    /// @param hashIdBlockSize tokens of a block
    /// @param maxContextLen longest conversation in tokens
    /// @param tools tool definitions, null for a placeholder
    /// @param history whose answers the prompts hold: with the trace's, every prompt is sent as long as it was
    /// recorded
    /// @param warmPrefixes whether what prompts begin with (tools, system prompt) is sent once before the benchmark
    /// @param splitAgents whether sub-agents are looked for in conversations without groups, by the blocks of their
    /// prompts
    @Kind("weka")
    record Weka(
            @Inline(
                    defaults = {
                        "timestamp_column=t",
                        "prompt_tokens_column=in",
                        "output_tokens_column=out",
                        "conversation_id_column=id"
                    })
            TraceSettings trace,

            @Default("hash_ids") String hashIdsColumn,
            @Default("64") @Range(above = 0) int hashIdBlockSize,
            @Range(above = 0) @Nullable Integer maxContextLen,
            @Prepare(Prepare.Step.TOOL_LIST) @Nullable List<JsonObject> tools,
            @Inline(prefix = "tool_response_tokens") TokenSpread toolResponseTokens,
            @Default("trace") History history,
            @Default("false") boolean warmPrefixes,
            @Default("false") boolean splitAgents)
            implements TraceData {
        /// What `hashIdBlockSize` is when nobody says it.
        public static final int USUAL_BLOCK_SIZE = 64;

        public Weka {
            tools = tools == null ? null : List.copyOf(tools);
            toolResponseTokens.requireMean("tool_response_tokens");
        }
    }

    /// Where the history of a replayed conversation comes from.
    enum History implements Choice {
        /// The trace.
        TRACE,
        /// The server's answers.
        RUNTIME
    }

    /// Whether a turn with tools must call one.
    enum ToolChoice implements Choice {
        /// It must.
        REQUIRED,
        /// It may.
        AUTO
    }
}
