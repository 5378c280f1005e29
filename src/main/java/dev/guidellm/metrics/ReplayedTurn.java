package dev.guidellm.metrics;

import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of a recorded turn. Moments are seconds on the run's clock, NaN when they did not come.
///
/// @param agentId who asked, `default` for the main agent
/// @param parents turns of its conversation that had to end first
/// @param callsTool whether its answer was to be a tool call, so that a tool ran before the next turn
/// @param status null when it was never sent
/// @param due when it was to be sent: the recorded time for first turns, and as long after the turns before it as
///     recorded (or at its recorded time, as was asked) for later ones
/// @param sent its first byte
/// @param firstToken of its answer
/// @param ended its end
/// @param recordedSeconds when it was sent by the record, in seconds after the start, scaled as the replay is;
///     NaN when unknown
/// @param recordedPromptTokens NaN when unknown
/// @param promptTokens as the server counted; NaN when it did not
/// @param cachedTokens those of them that the server had in its cache; NaN when it did not say
public record ReplayedTurn(
        String conversationId,
        String nodeId,
        String agentId,
        List<String> parents,
        boolean callsTool,
        @Nullable RequestStatus status,
        double due,
        double sent,
        double firstToken,
        double ended,
        double recordedSeconds,
        double recordedPromptTokens,
        double promptTokens,
        double cachedTokens) {
    public ReplayedTurn {
        parents = List.copyOf(parents);
    }

    /// Whether its first byte was written.
    public boolean wasSent() {
        return RequestTimings.came(sent);
    }

    /// Whether it waits for no other turn.
    public boolean isFirst() {
        return parents.isEmpty();
    }

    static ReplayedTurn of(MeasuredRequest measured, double recordedPromptTokens, double timeScale) {
        RequestRecord request = measured.request();
        RequestTimings timings = request.timings();
        Double recorded = request.settings().relativeTimestampSeconds();
        GenerationResponse response = request.response();
        UsageMetrics usage = response == null ? UsageMetrics.NONE : response.inputMetrics();
        return new ReplayedTurn(
                request.conversationId(),
                request.nodeId(),
                request.agentId(),
                request.parentNodeIds(),
                request.turnType() == TurnType.CLIENT_TOOL_CALL,
                RequestStatus.of(request.outcome()),
                timings.targetedStart(),
                timings.requestStart(),
                timings.firstTokenIteration(),
                timings.completedAt(),
                recorded == null ? Double.NaN : recorded * timeScale,
                recordedPromptTokens,
                usage.tokens(),
                usage.value(UsageField.CACHED_TOKENS));
    }
}
