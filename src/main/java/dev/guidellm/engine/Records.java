package dev.guidellm.engine;

import dev.guidellm.backend.BackendResult;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GraphStructure;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestArguments;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import org.jspecify.annotations.Nullable;

/// Puts together what is known of a request that has ended.
final class Records {
    private Records() {}

    static RequestRecord of(
            Turn turn, BackendResult result, @Nullable RequestArguments arguments, double finalizedSeconds) {
        ConversationGraph graph = turn.conversation().graph();
        GraphStructure structure = turn.conversation().structure();
        ConversationNode node = turn.content();
        return new RequestRecord(
                turn.requestId(),
                graph.graphId(),
                node.nodeId(),
                node.agentId(),
                structure.parents(turn.node()).stream()
                        .map(parent -> graph.nodes().get(parent).nodeId())
                        .toList(),
                structure.turnIndex(turn.node()),
                turn.historyLength(),
                structure.precedingNodes(turn.node()),
                node.request().turnType(),
                node.settings(),
                result.outcome(),
                timings(turn, result, finalizedSeconds),
                turn.inputMetrics(),
                node.request().outputMetrics(),
                arguments,
                result.response(),
                result.http(),
                result.tokenTimes());
    }

    private static RequestTimings timings(Turn turn, BackendResult result, double finalizedSeconds) {
        return new RequestTimings(
                seconds(turn.targetNanos()),
                seconds(turn.predecessorNanos()),
                seconds(turn.queuedNanos()),
                seconds(turn.startNanos()),
                seconds(Math.max(turn.startNanos(), turn.targetNanos())),
                seconds(turn.startNanos()),
                seconds(result.sentNanos()),
                seconds(result.firstRequestIterationNanos()),
                seconds(result.firstTokenNanos()),
                seconds(result.firstOutputTokenNanos()),
                seconds(result.lastTokenNanos()),
                seconds(result.lastRequestIterationNanos()),
                result.requestIterations(),
                result.tokenIterations(),
                MessageTimings.NONE,
                // What was never written has no end either; it is over when the backend said so.
                result.sentNanos() == null ? RequestTimings.NEVER : seconds(result.endNanos()),
                seconds(turn.backendDoneNanos()),
                finalizedSeconds);
    }

    private static double seconds(long nanos) {
        return nanos == Turn.NEVER ? RequestTimings.NEVER : nanos / 1e9;
    }

    private static double seconds(@Nullable Long nanos) {
        return nanos == null ? RequestTimings.NEVER : nanos / 1e9;
    }
}
