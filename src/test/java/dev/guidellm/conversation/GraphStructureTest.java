package dev.guidellm.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class GraphStructureTest {
    private static ConversationNode node(String id) {
        return new ConversationNode(
                id,
                "default",
                new GenerationRequest(TurnType.STANDARD, Map.of(), UsageMetrics.NONE, UsageMetrics.NONE),
                NodeSettings.NONE);
    }

    private static ConversationEdge full(String from, String to) {
        return new ConversationEdge(from, to, HistoryContext.FULL);
    }

    private static ConversationGraph graph(List<String> ids, ConversationEdge... edges) {
        List<ConversationNode> nodes = new ArrayList<>();
        ids.forEach(id -> nodes.add(node(id)));
        return new ConversationGraph("g", nodes, List.of(edges));
    }

    @Test
    void aSingleTurnStandsAlone() {
        GraphStructure structure = graph(List.of("a")).structure();
        assertThat(structure.topologicalOrder()).containsExactly(0);
        assertThat(structure.roots()).containsExactly(0);
        assertThat(structure.history(0)).isEmpty();
        assertThat(structure.children(0)).isEmpty();
    }

    @Test
    void aTurnNamedTwiceIsRefused() {
        assertThatThrownBy(() -> graph(List.of("a", "a")))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessage("Node 'a' occurs more than once in the conversation");
    }

    @Test
    void aTurnThatWaitsForItselfIsRefused() {
        assertThatThrownBy(() -> graph(List.of("a"), full("a", "a")))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessage("ConversationGraph contains a cycle; 1 nodes are unreachable via topological sort");
    }

    @Test
    void aLongChainIsNoTrouble() {
        int turns = 20_000;
        List<String> ids = new ArrayList<>();
        List<ConversationEdge> edges = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            ids.add("turn_" + i);
            if (i > 0) {
                edges.add(full("turn_" + (i - 1), "turn_" + i));
            }
        }
        GraphStructure structure =
                graph(ids, edges.toArray(ConversationEdge[]::new)).structure();
        assertThat(structure.turnIndex(turns - 1)).isEqualTo(turns - 1);
        assertThat(structure.history(turns - 1))
                .hasSize(turns - 1)
                .startsWith(0, 1)
                .endsWith(turns - 2);
    }
}
