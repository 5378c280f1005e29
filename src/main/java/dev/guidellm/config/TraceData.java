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

    /// Azure's LLM inference traces: a request a row, with its moment and its token counts.
    @Kind("azure")
    record Azure(
            @Inline(
                    defaults = {
                        "timestamp_column=TIMESTAMP",
                        "prompt_tokens_column=ContextTokens",
                        "output_tokens_column=GeneratedTokens"
                    })
            TraceSettings trace)
            implements TraceData {}

    /// BurstGPT: a request a row; those of a session, where the file names it, are one conversation.
    @Kind("burstgpt")
    record BurstGpt(
            @Inline(
                    defaults = {
                        "timestamp_column=Timestamp",
                        "prompt_tokens_column=Request tokens",
                        "output_tokens_column=Response tokens",
                        "duration_column=Elapsed time",
                        "conversation_id_column=Session ID"
                    })
            TraceSettings trace)
            implements TraceData {}

    /// ShareGPT: whole chats, without times.
    ///
    /// @param conversationsColumn where the messages of a chat are
    /// @param history whose answers the prompts hold
    /// @param conversationInterval seconds between the starts of two chats
    /// @param thinkTime seconds between an answer and the next question
    @Kind("sharegpt")
    record ShareGpt(
            @Inline(defaults = "conversation_id_column=id") TraceSettings trace,
            @Default("conversations") String conversationsColumn,
            @Default("trace") History history,
            @Default("1.0") @Range(atLeast = 0) double conversationInterval,
            @Default("0.0") @Range(atLeast = 0) double thinkTime)
            implements TraceData {}

    /// Bailian's format: token blocks by hash, and each request names the one that it follows.
    ///
    /// @param parentIdColumn names the request before
    /// @param hashIdBlockSize tokens of a block
    @Kind("bailian")
    record Bailian(
            @Inline(defaults = "conversation_id_column=chat_id")
            TraceSettings trace,

            @Default("parent_chat_id") String parentIdColumn,
            @Default("hash_ids") String hashIdsColumn,
            @Default("16") @Range(above = 0) int hashIdBlockSize)
            implements TraceData {}

    /// AIPerf's graphs of sessions that fork and spawn others, without times.
    ///
    /// @param conversationInterval seconds between the starts of two graphs
    @Kind("aiperf_dag")
    record AiperfDag(
            @Inline(defaults = "conversation_id_column=session_id")
            TraceSettings trace,

            @Default("1.0") @Range(atLeast = 0) double conversationInterval)
            implements TraceData {}

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
