package dev.guidellm.record;

import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageMetrics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything known of one request after it has ended.
///
/// @param requestId equal to the `x-request-id` header that was sent
/// @param nodeId the turn's name within its conversation
/// @param parentNodeIds turns that had to end first
/// @param turnIndex depth of the turn in its history, 0 for a first turn
/// @param historyLength (request, answer) pairs sent along
/// @param precedingNodes position in the conversation's topological order
/// @param requestInput counts of the prompt known beforehand
/// @param requestOutput counts asked for
/// @param requestArguments null when the request was never built
/// @param response what arrived, kept for failed and cancelled requests too; null when nothing did
/// @param http where the time went on the wire; null when nothing was written, or not over HTTP
/// @param tokenTimes when each token came; null unless asked for, and when none came
public record RequestRecord(
        String requestId,
        String conversationId,
        String nodeId,
        String agentId,
        List<String> parentNodeIds,
        int turnIndex,
        int historyLength,
        int precedingNodes,
        TurnType turnType,
        NodeSettings settings,
        RequestOutcome outcome,
        RequestTimings timings,
        UsageMetrics requestInput,
        UsageMetrics requestOutput,
        @Nullable RequestArguments requestArguments,
        @Nullable GenerationResponse response,
        @Nullable HttpPhases http,
        @Nullable TokenTimes tokenTimes) {
    public RequestRecord {
        parentNodeIds = List.copyOf(parentNodeIds);
    }

    /// A record of which nothing is known below the answer.
    public RequestRecord(
            String requestId,
            String conversationId,
            String nodeId,
            String agentId,
            List<String> parentNodeIds,
            int turnIndex,
            int historyLength,
            int precedingNodes,
            TurnType turnType,
            NodeSettings settings,
            RequestOutcome outcome,
            RequestTimings timings,
            UsageMetrics requestInput,
            UsageMetrics requestOutput,
            @Nullable RequestArguments requestArguments,
            @Nullable GenerationResponse response) {
        this(
                requestId,
                conversationId,
                nodeId,
                agentId,
                parentNodeIds,
                turnIndex,
                historyLength,
                precedingNodes,
                turnType,
                settings,
                outcome,
                timings,
                requestInput,
                requestOutput,
                requestArguments,
                response,
                null,
                null);
    }
}
