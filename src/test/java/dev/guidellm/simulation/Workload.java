package dev.guidellm.simulation;

import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.ConversationSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Conversations of a simulated run, made from their number.
///
/// @param count how many; empty for no end
/// @param make the conversation of a number, from 0
record Workload(OptionalLong count, LongFunction<ConversationGraph> make) implements ConversationSource {
    private static final long PROMPT_TOKENS = 100;

    /// Requests without a past, and no end to them.
    static Workload singles() {
        return new Workload(OptionalLong.empty(), number -> chain("c" + number, 1, null));
    }

    /// Conversations of turns one after the other.
    ///
    /// @param thinkSeconds between an answer and the next turn; null for none
    static Workload chains(int turns, @Nullable Double thinkSeconds) {
        return new Workload(OptionalLong.empty(), number -> chain("c" + number, turns, thinkSeconds));
    }

    /// Conversations of a turn, so many that go on from it at once, and one that waits for them all.
    static Workload forks(int branches) {
        return new Workload(OptionalLong.empty(), number -> fork("c" + number, branches));
    }

    /// A conversation of one turn that its trace has at a moment.
    ///
    /// @param seconds after the start of the trace
    static ConversationGraph recorded(long number, double seconds) {
        return new ConversationGraph(
                "c" + number,
                List.of(new ConversationNode(
                        "main_0",
                        "default",
                        new GenerationRequest(TurnType.STANDARD, Map.of(), UsageMetrics.NONE, UsageMetrics.NONE),
                        new NodeSettings(seconds, null, null))),
                List.of());
    }

    /// The first conversations of this.
    Workload only(long conversations) {
        return new Workload(OptionalLong.of(conversations), make);
    }

    @Override
    public ConversationIterator iterator(int epoch) {
        return new Conversations();
    }

    @Override
    public OptionalLong rows() {
        return count;
    }

    @Override
    public boolean endless() {
        return count.isEmpty();
    }

    @Override
    public boolean repeats() {
        return false;
    }

    @Override
    public String name() {
        return "simulated";
    }

    private static ConversationGraph chain(String id, int turns, @Nullable Double thinkSeconds) {
        List<ConversationNode> nodes = new ArrayList<>();
        List<ConversationEdge> edges = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            nodes.add(node(id + "_" + turn, thinkSeconds));
            if (turn > 0) {
                edges.add(new ConversationEdge(id + "_" + (turn - 1), id + "_" + turn, HistoryContext.FULL));
            }
        }
        return new ConversationGraph(id, nodes, edges);
    }

    private static ConversationGraph fork(String id, int branches) {
        List<ConversationNode> nodes = new ArrayList<>(List.of(node(id + "_root", null)));
        List<ConversationEdge> edges = new ArrayList<>();
        for (int branch = 0; branch < branches; branch++) {
            String name = id + "_branch" + branch;
            nodes.add(node(name, null));
            edges.add(new ConversationEdge(id + "_root", name, HistoryContext.NEW));
            edges.add(new ConversationEdge(name, id + "_join", HistoryContext.LAST));
        }
        nodes.add(node(id + "_join", null));
        return new ConversationGraph(id, nodes, edges);
    }

    private static ConversationNode node(String id, @Nullable Double thinkSeconds) {
        UsageMetrics prompt = UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, PROMPT_TOKENS));
        return new ConversationNode(
                id,
                "default",
                new GenerationRequest(TurnType.STANDARD, Map.of(), prompt, UsageMetrics.NONE),
                new NodeSettings(null, thinkSeconds, null));
    }

    private final class Conversations implements ConversationIterator {
        private long next;

        @Override
        public boolean hasNext() {
            return count.isEmpty() || next < count.getAsLong();
        }

        @Override
        public ConversationGraph next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return make.apply(next++);
        }

        @Override
        public long rowsRead() {
            return next;
        }

        @Override
        public long rowsSkipped() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
