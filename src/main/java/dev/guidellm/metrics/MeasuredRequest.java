package dev.guidellm.metrics;

import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import org.jspecify.annotations.Nullable;

/// A finished request with the counts that the statistics use. Its derived values are the [RequestMetric]s.
///
/// @param request the record of what happened
/// @param input counts of the prompt: the server's and our own, merged field by field
/// @param output counts of the answer; never the requested size, which is a wish and no measurement
/// @param outputTokenSource who counted the answer's tokens
public record MeasuredRequest(
        RequestRecord request, UsageMetrics input, UsageMetrics output, TokenCountSource outputTokenSource) {

    /// Merges what the server said with what is known on this side.
    ///
    /// @param preferResponse whether the server's count wins where both sides have one
    /// @param counter asked for the answer's tokens where the server gave none, or where our own counts
    ///     are preferred
    public static MeasuredRequest of(RequestRecord request, boolean preferResponse, OutputTokenCounter counter) {
        GenerationResponse response = request.response();
        UsageMetrics responseInput = response == null ? UsageMetrics.NONE : response.inputMetrics();
        UsageMetrics input = preferResponse
                ? responseInput.orElse(request.requestInput())
                : request.requestInput().orElse(responseInput);
        UsageMetrics output = response == null ? UsageMetrics.NONE : response.outputMetrics();
        TokenCountSource source = Double.isNaN(output.tokens()) ? TokenCountSource.UNKNOWN : TokenCountSource.SERVER;
        if (response != null && (source == TokenCountSource.UNKNOWN || !preferResponse)) {
            Long counted = counter.count(response);
            if (counted != null) {
                output = output.with(UsageField.TEXT_TOKENS, counted);
                source = TokenCountSource.TOKENIZER;
            }
        }
        if (source == TokenCountSource.UNKNOWN
                && !(request.outcome() instanceof RequestOutcome.Completed)
                && request.timings().tokenIterations() > 0) {
            source = TokenCountSource.STREAM_EVENTS;
        }
        if (request.turnType() == TurnType.CLIENT_TOOL_CALL && !output.has(UsageField.TOOL_CALL_COUNT)) {
            output = output.with(UsageField.TOOL_CALL_COUNT, 0L);
        }
        return new MeasuredRequest(request, input, output, source);
    }

    /// The moments of the request.
    public RequestTimings timings() {
        return request.timings();
    }

    /// Tokens of the prompt; NaN when unknown.
    public double promptTokens() {
        return input.tokens();
    }

    /// Tokens of the answer; NaN when unknown. Of an answer that was cut off and has no usage, the number of
    /// events that carried a token: at least so many arrived.
    public double outputTokens() {
        return outputTokenSource == TokenCountSource.STREAM_EVENTS ? timings().tokenIterations() : output.tokens();
    }

    /// Tokens of both; NaN when a part that exists is unknown.
    public double totalTokens() {
        double answer = outputTokens();
        return Double.isNaN(answer) && !hasAnswer() ? promptTokens() : promptTokens() + answer;
    }

    /// Whether the server was asked to produce the full length, answered well, and gave fewer tokens.
    public boolean isShort() {
        // a comparison with what is unknown is false
        return request.outcome() instanceof RequestOutcome.Completed
                && outputTokens() < request.requestOutput().value(UsageField.TEXT_TOKENS)
                && request.requestArguments() != null
                && request.requestArguments().forbidsEarlyStop();
    }

    /// Whether the request was answered, or at least the beginning of an answer came.
    boolean answered() {
        return request.outcome() instanceof RequestOutcome.Completed || hasAnswer();
    }

    private boolean hasAnswer() {
        GenerationResponse response = request.response();
        return timings().tokenIterations() > 0
                || (response != null
                        && (hasText(response.text())
                                || hasText(response.reasoningText())
                                || !response.toolCalls().isEmpty()));
    }

    private static boolean hasText(@Nullable String text) {
        return text != null && !text.isEmpty();
    }
}
