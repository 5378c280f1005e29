package dev.guidellm.data.trace;

import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.TurnType;
import java.util.List;

/// One recorded request.
///
/// @param parents what must have ended before
/// @param start seconds after the trace's origin, at least 0
/// @param duration how long it took, in seconds; NaN when unknown
/// @param promptTokens tokens of the prompt; 0 for none known
/// @param outputTokens tokens of the answer; 0 for none known
record TraceTurn(
        String nodeId,
        String agentId,
        List<Parent> parents,
        double start,
        double duration,
        TurnType type,
        int promptTokens,
        int outputTokens,
        TraceContent content) {

    /// A turn before.
    ///
    /// @param turn its index in the session
    record Parent(int turn, HistoryContext context) {}

    TraceTurn {
        parents = List.copyOf(parents);
    }

    /// When it was over, as far as its duration is known.
    double over() {
        return start + (Double.isNaN(duration) ? 0 : duration);
    }

    /// The chain of turns that it belongs to: its name without its number.
    String chain() {
        return nodeId.substring(0, nodeId.lastIndexOf('_'));
    }

    TraceTurn at(double otherStart) {
        return new TraceTurn(nodeId, agentId, parents, otherStart, duration, type, promptTokens, outputTokens, content);
    }

    TraceTurn lasting(double seconds) {
        return new TraceTurn(nodeId, agentId, parents, start, seconds, type, promptTokens, outputTokens, content);
    }

    TraceTurn saying(TraceContent other) {
        return new TraceTurn(nodeId, agentId, parents, start, duration, type, promptTokens, outputTokens, other);
    }

    TraceTurn sized(int prompt, int output) {
        return new TraceTurn(nodeId, agentId, parents, start, duration, type, prompt, output, content);
    }
}
