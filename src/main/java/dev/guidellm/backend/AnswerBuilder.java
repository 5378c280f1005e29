package dev.guidellm.backend;

import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Collects what an answer says, piece by piece. Used by one thread.
final class AnswerBuilder {
    private final TextPieces text = new TextPieces();
    private final TextPieces reasoning = new TextPieces();
    private final TreeMap<Long, CallBuilder> calls = new TreeMap<>();
    private @Nullable String wholeText;
    private @Nullable String responseId;
    private @Nullable JsonObject usage;
    private @Nullable JsonValue metrics;
    private @Nullable String finishReason;

    void addText(String piece) {
        text.add(piece);
        wholeText = null;
    }

    void addReasoning(String piece) {
        reasoning.add(piece);
    }

    /// Takes over what a sure look at an event found in `bytes`, apart from its usage.
    void add(byte[] bytes, EventGlance found) {
        if (responseId == null && found.id().isPresent()) {
            responseId = TextPieces.text(bytes, found.id());
        }
        if (found.content().isPresent()) {
            text.add(bytes, found.content());
            wholeText = null;
        }
        if (found.reasoning().isPresent()) {
            reasoning.add(bytes, found.reasoning());
        }
        if (found.finishReason().isPresent()) {
            finishReason = TextPieces.text(bytes, found.finishReason());
        }
    }

    /// Adds to the tool call at `index`: names and arguments grow, a later id or type replaces an earlier one.
    void addToolCall(
            long index, @Nullable String id, @Nullable String type, @Nullable String name, @Nullable String arguments) {
        CallBuilder call = calls.computeIfAbsent(index, _ -> new CallBuilder());
        call.id = id == null ? call.id : id;
        call.type = type == null ? call.type : type;
        call.name.append(name == null ? "" : name);
        call.arguments.append(arguments == null ? "" : arguments);
    }

    /// Keeps the first id.
    void responseId(@Nullable String id) {
        responseId = responseId == null ? id : responseId;
    }

    /// Replaces earlier usage: servers that send it with each event send running totals.
    void usage(JsonObject latest) {
        usage = latest;
    }

    void metrics(JsonObject latest) {
        metrics = latest;
    }

    void finishReason(String reason) {
        finishReason = reason;
    }

    @Nullable
    String finishReason() {
        return finishReason;
    }

    boolean hasToolCalls() {
        return !calls.isEmpty();
    }

    /// Whether there is anything that a user would call an answer: text, a tool call, tokens by the server's
    /// count, or reasoning that ran into the length limit.
    boolean isUsable() {
        if (!WordCount.isBlank(wholeText()) || !calls.isEmpty()) {
            return true;
        }
        Long tokens = UsageReader.output(usage).totalTokens();
        return (tokens != null && tokens > 0)
                || ("length".equals(finishReason) && !WordCount.isBlank(reasoning.toString()));
    }

    /// The answer, complete or as far as it came; null when nothing at all came.
    ///
    /// @param complete whether the answer came to its end, so that missing text means an empty text
    @Nullable
    GenerationResponse build(boolean complete, TurnType turnType) {
        String answer = text.isEmpty() && (!complete || !calls.isEmpty()) ? null : wholeText();
        if (!complete
                && answer == null
                && reasoning.isEmpty()
                && calls.isEmpty()
                && responseId == null
                && usage == null) {
            return null;
        }
        List<ToolCall> toolCalls = new ArrayList<>();
        calls.values().forEach(call -> toolCalls.add(call.build()));
        return new GenerationResponse(
                responseId,
                answer,
                reasoning.isEmpty() ? null : reasoning.toString(),
                toolCalls,
                UsageReader.input(usage),
                outputMetrics(answer, turnType),
                metrics,
                finishReason);
    }

    private String wholeText() {
        if (wholeText == null) {
            wholeText = text.toString();
        }
        return wholeText;
    }

    private UsageMetrics outputMetrics(@Nullable String answer, TurnType turnType) {
        UsageMetrics output = UsageReader.output(usage);
        Number tokens = output.get(UsageField.TEXT_TOKENS);
        if (answer != null) {
            output = output.with(UsageField.TEXT_WORDS, WordCount.words(answer))
                    .with(UsageField.TEXT_CHARACTERS, WordCount.characters(answer));
        }
        if (!calls.isEmpty()) {
            output = output.with(
                            answer == null ? UsageField.TOOL_CALL_TOKENS : UsageField.MIXED_CONTENT_TOOL_TOKENS, tokens)
                    .with(UsageField.TOOL_CALL_COUNT, (long) calls.size());
        } else if (turnType == TurnType.CLIENT_TOOL_CALL) {
            output = output.with(UsageField.TOOL_CALL_COUNT, 0L);
        }
        return output;
    }

    private static final class CallBuilder {
        private String id = "";
        private String type = "function";
        private final StringBuilder name = new StringBuilder();
        private final StringBuilder arguments = new StringBuilder();

        private ToolCall build() {
            return new ToolCall(id, type, name.toString(), arguments.toString());
        }
    }
}
