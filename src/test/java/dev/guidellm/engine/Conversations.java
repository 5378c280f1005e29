package dev.guidellm.engine;

import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageMetrics;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// Data for the engine's tests.
@NullMarked
final class Conversations {
    private Conversations() {}

    static ConversationNode node(String id, @Nullable Double thinkSeconds) {
        return new ConversationNode(
                id,
                "default",
                new GenerationRequest(TurnType.STANDARD, Map.of(), UsageMetrics.NONE, UsageMetrics.NONE),
                new NodeSettings(null, thinkSeconds, null));
    }

    static ConversationNode node(String id) {
        return node(id, null);
    }

    static ConversationEdge full(String from, String to) {
        return new ConversationEdge(from, to, HistoryContext.FULL);
    }

    static ConversationEdge fresh(String from, String to) {
        return new ConversationEdge(from, to, HistoryContext.NEW);
    }

    static ConversationGraph single(String id) {
        return new ConversationGraph(id, List.of(node(id)), List.of());
    }

    /// A conversation of turns after one another, named by the prefix and a number.
    static ConversationGraph chain(String prefix, int turns) {
        List<ConversationNode> nodes = new ArrayList<>();
        List<ConversationEdge> edges = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            nodes.add(node(prefix + i));
            if (i > 0) {
                edges.add(full(prefix + (i - 1), prefix + i));
            }
        }
        return new ConversationGraph(prefix, nodes, edges);
    }

    /// One turn, after which three may go on at once, joined by a last one.
    static ConversationGraph fork(String prefix) {
        List<ConversationNode> nodes = new ArrayList<>(List.of(node(prefix + "m")));
        List<ConversationEdge> edges = new ArrayList<>();
        for (String branch : List.of("x", "y", "z")) {
            nodes.add(node(prefix + branch));
            edges.add(fresh(prefix + "m", prefix + branch));
            edges.add(new ConversationEdge(prefix + branch, prefix + "end", HistoryContext.LAST));
        }
        nodes.add(node(prefix + "end"));
        return new ConversationGraph(prefix, nodes, edges);
    }

    static Iterator<ConversationGraph> singles(int count) {
        return IntStream.range(0, count).mapToObj(i -> single("r" + i)).iterator();
    }

    static Iterator<ConversationGraph> endlessSingles() {
        return Stream.iterate(0, i -> i + 1).map(i -> single("r" + i)).iterator();
    }
}
