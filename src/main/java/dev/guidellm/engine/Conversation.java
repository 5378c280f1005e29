package dev.guidellm.engine;

import dev.guidellm.backend.HistoryTurn;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.GraphStructure;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.schedule.GraphCursor;
import dev.guidellm.schedule.TurnTimes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A conversation under way. After the feeder has made it, its progress belongs to one decoder.
final class Conversation {
    private final ConversationGraph graph;
    private final GraphStructure structure;
    private final GraphCursor cursor;
    private final int decoder;
    private final List<Turn> turns;
    private final @Nullable GenerationResponse[] answers;
    private final KeptRequests.Shelf requests;

    /// Turns that ended well.
    private int done;

    /// Turns that are not over; belongs to the accounting.
    private int open;

    /// Whether any turn was started; belongs to the accounting.
    private boolean begun;

    /// @param decoder which decoder it belongs to
    Conversation(LoadRun run, ConversationGraph graph, int decoder, RequestIds ids, long queuedNanos) {
        this.graph = graph;
        this.structure = graph.structure();
        this.cursor = new GraphCursor(graph, structure);
        this.decoder = decoder;
        this.turns = new ArrayList<>(structure.size());
        for (int node = 0; node < structure.size(); node++) {
            turns.add(new Turn(run, this, node, ids.next(), queuedNanos));
        }
        this.answers = new GenerationResponse[structure.size()];
        this.requests = run.keptRequests().shelf(structure.size());
        this.open = structure.size();
    }

    /// The first `count` turns of `graph` in topological order, and what connects them.
    static ConversationGraph prefix(ConversationGraph graph, long count) {
        if (count >= graph.nodes().size()) {
            return graph;
        }
        Set<String> kept = new HashSet<>();
        for (int node : graph.structure().topologicalOrder().subList(0, (int) count)) {
            kept.add(graph.nodes().get(node).nodeId());
        }
        List<ConversationNode> nodes =
                graph.nodes().stream().filter(n -> kept.contains(n.nodeId())).toList();
        List<ConversationEdge> edges =
                graph.edges().stream().filter(e -> kept.contains(e.target())).toList();
        return new ConversationGraph(graph.graphId(), nodes, edges);
    }

    ConversationGraph graph() {
        return graph;
    }

    GraphStructure structure() {
        return structure;
    }

    int decoder() {
        return decoder;
    }

    /// The turns in the order of the graph's nodes.
    List<Turn> turns() {
        return turns;
    }

    List<Turn> turnsInOrder() {
        return structure.size() == 1
                ? turns
                : structure.topologicalOrder().stream().map(turns::get).toList();
    }

    List<Turn> roots() {
        return structure.size() == 1
                ? turns
                : structure.roots().stream().map(turns::get).toList();
    }

    /// Whether the end of `turn` may ready another that need not think first.
    boolean continuesAtOnce(Turn turn) {
        return cursor.continuesAtOnce(turn.node());
    }

    /// A turn ended well: keeps its answer and returns what it unlocks.
    List<GraphCursor.Unlocked> completed(Turn turn, long nanos, @Nullable GenerationResponse answer) {
        if (structure.isRemembered(turn.node())) {
            answers[turn.node()] = answer;
        }
        done++;
        return cursor.complete(turn.node(), nanos);
    }

    /// Whether all turns but one have ended well.
    boolean isLastOpen() {
        return done == structure.size() - 1;
    }

    /// A turn did not end well: the others that have not, whether started or not.
    List<Turn> abort() {
        return cursor.abort().stream().map(turns::get).toList();
    }

    /// When a turn whose parents have ended is due by the record.
    long dueNanos(TurnTimes times, int node) {
        return times.dueNanos(graph, structure, cursor, node);
    }

    /// What a turn sends along.
    List<HistoryTurn> history(int node) {
        List<HistoryTurn> history = new ArrayList<>();
        for (int earlier : structure.history(node)) {
            history.add(new HistoryTurn(wholeRequest(earlier), answers[earlier]));
        }
        return history;
    }

    /// A turn with all content of its request.
    ConversationNode whole(int node) {
        return graph.nodes().get(node).with(wholeRequest(node));
    }

    private GenerationRequest wholeRequest(int node) {
        GenerationRequest request = graph.nodes().get(node).request();
        return structure.isRemembered(node) ? requests.whole(node, request) : request.complete();
    }

    /// Notes that a turn was started. Accounting only.
    void turnStarted() {
        begun = true;
    }

    /// Whether any turn was started. Accounting only.
    boolean begun() {
        return begun;
    }

    /// Notes that one more turn is over; whether it was the last. Accounting only.
    boolean turnOver() {
        open--;
        if (open == 0) {
            requests.close();
        }
        return open == 0;
    }
}
