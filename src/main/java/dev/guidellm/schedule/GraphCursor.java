package dev.guidellm.schedule;

import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.GraphStructure;
import java.util.ArrayList;
import java.util.List;

/// How far a conversation has come: which turns may start, and when.
///
/// A turn may start when all its parents have ended, plus the think time of the parent that ended last. Turns are
/// named by their position in the graph; times are run time in nanoseconds. Not safe for several threads.
public final class GraphCursor {
    private final ConversationGraph graph;
    private final GraphStructure structure;
    private final int[] waitingFor;
    private final boolean[] complete;
    private final long[] ended;
    private boolean aborted;

    /// A conversation that has not begun: its [GraphStructure#roots()] may start at once.
    public GraphCursor(ConversationGraph graph, GraphStructure structure) {
        this.graph = graph;
        this.structure = structure;
        this.waitingFor = new int[structure.size()];
        this.complete = new boolean[structure.size()];
        this.ended = new long[structure.size()];
        for (int node = 0; node < waitingFor.length; node++) {
            waitingFor[node] = structure.parents(node).size();
        }
    }

    /// A turn that may start.
    ///
    /// @param predecessorNanos when its last parent ended
    /// @param readyNanos that plus the parent's think time
    public record Unlocked(int node, long predecessorNanos, long readyNanos) {}

    /// Notes that `node` ended well at `nanos`; returns the turns that it unlocks, in the order of the edges.
    public List<Unlocked> complete(int node, long nanos) {
        if (aborted || complete[node]) {
            return List.of();
        }
        complete[node] = true;
        ended[node] = nanos;
        Double delay = graph.nodes().get(node).settings().requeueDelaySeconds();
        long ready = delay == null ? nanos : nanos + Math.round(delay * 1e9);
        List<Unlocked> unlocked = new ArrayList<>(structure.children(node).size());
        for (int child : structure.children(node)) {
            if (--waitingFor[child] == 0) {
                unlocked.add(new Unlocked(child, nanos, ready));
            }
        }
        return unlocked;
    }

    /// When `node` ended, which it must have.
    public long endedNanos(int node) {
        if (!complete[node]) {
            throw new IllegalStateException("turn " + node + " has not ended");
        }
        return ended[node];
    }

    /// Whether the end of `node` may unlock a turn that need not think first.
    public boolean continuesAtOnce(int node) {
        return !structure.children(node).isEmpty()
                && graph.nodes().get(node).settings().requeueDelaySeconds() == null;
    }

    /// Gives the conversation up: nothing is unlocked any more. Returns the turns that have not ended well, in the
    /// order of the nodes; nothing the second time.
    public List<Integer> abort() {
        if (aborted) {
            return List.of();
        }
        aborted = true;
        List<Integer> open = new ArrayList<>();
        for (int node = 0; node < complete.length; node++) {
            if (!complete[node]) {
                open.add(node);
            }
        }
        return open;
    }
}
