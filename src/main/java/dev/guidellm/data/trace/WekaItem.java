package dev.guidellm.data.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands in the list of a WEKA conversation.
sealed interface WekaItem {

    /// When it begins, in the frame of the list it stands in.
    double start();

    /// One request to the server.
    ///
    /// @param duration seconds; NaN when unknown
    /// @param ids of the full blocks of its prompt
    /// @param stop why the answer ended; empty when that was not recorded
    /// @param toolResult whether the prompt brings a tool's result; null when that was not recorded
    record Call(
            double start,
            double duration,
            int promptTokens,
            int outputTokens,
            long[] ids,
            String stop,
            @Nullable Boolean toolResult)
            implements WekaItem {
        boolean callsTool() {
            return stop.equals("tool_use");
        }
    }

    /// The requests of a sub-agent.
    ///
    /// @param agentId null when it has no name
    /// @param passedBy how many further calls of its list do not wait for its end; the one after them does
    /// @param prefixTokens how many tokens its prompts begin with that are tools and system prompt; 0 when unknown
    record Group(double start, @Nullable String agentId, List<WekaItem> items, int passedBy, int prefixTokens)
            implements WekaItem {}
}
