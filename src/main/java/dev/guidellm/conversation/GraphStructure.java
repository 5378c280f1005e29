package dev.guidellm.conversation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What follows from a conversation's edges: the order of its turns, who waits for whom, who inherits what.
///
/// Turns are named by their position in [ConversationGraph#nodes()]. Immutable.
public final class GraphStructure {
    private static final int NONE = -1;
    private static final GraphStructure SINGLE = new Builder(List.of(), List.of(), 1).build();

    private final List<List<Integer>> parents;
    private final List<List<Integer>> children;
    private final int[] order;
    private final int[] position;
    private final int[] fullParent;
    private final List<List<Integer>> lastParents;
    private final int[] turnIndex;
    private final boolean[] remembered;

    private GraphStructure(Builder builder, int[] order, int[] turnIndex) {
        this.parents = unmodifiable(builder.parents);
        this.children = unmodifiable(builder.children);
        this.fullParent = builder.fullParent;
        this.lastParents = unmodifiable(builder.lastParents);
        this.order = order;
        this.turnIndex = turnIndex;
        this.remembered = builder.remembered;
        this.position = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
    }

    /// Works out the structure of `nodes` and `edges`.
    ///
    /// @throws InvalidGraphException when a node occurs twice, an edge names an unknown node, a node has two `full`
    /// parents, or the edges form a circle
    static GraphStructure of(List<ConversationNode> nodes, List<ConversationEdge> edges) {
        if (nodes.size() == 1 && edges.isEmpty()) {
            return SINGLE;
        }
        return new Builder(nodes, edges, nodes.size()).build();
    }

    /// Number of turns.
    public int size() {
        return order.length;
    }

    /// All turns, parents before children: Kahn's algorithm with a first-in first-out queue, roots in the order of
    /// the nodes, children in the order of the edges.
    public List<Integer> topologicalOrder() {
        List<Integer> result = new ArrayList<>(order.length);
        for (int node : order) {
            result.add(node);
        }
        return result;
    }

    /// Turns without parents, in the order of the nodes.
    public List<Integer> roots() {
        List<Integer> roots = new ArrayList<>();
        for (int node = 0; node < order.length; node++) {
            if (parents.get(node).isEmpty()) {
                roots.add(node);
            }
        }
        return roots;
    }

    /// Turns that must have ended before `node` may start, in the order of the edges, each once.
    public List<Integer> parents(int node) {
        return parents.get(node);
    }

    /// Turns that wait for `node`, in the order of the edges, each once.
    public List<Integer> children(int node) {
        return children.get(node);
    }

    /// Number of turns before `node` in [#topologicalOrder()].
    public int precedingNodes(int node) {
        return position[node];
    }

    /// Depth of `node` in its history: one more than its `full` parent, 1 after a `last` parent, else 0.
    public int turnIndex(int node) {
        return turnIndex[node];
    }

    /// Whether a later turn sends the request and the answer of `node` along.
    public boolean isRemembered(int node) {
        return remembered[node];
    }

    /// The turns whose request and answer `node` sends along, oldest first; empty when it starts afresh.
    public List<Integer> history(int node) {
        List<Integer> last = lastParents.get(node);
        if (fullParent[node] == NONE) {
            return last;
        }
        List<Integer> history = new ArrayList<>(chainUpTo(fullParent[node]));
        history.addAll(last);
        return history;
    }

    /// The chain of full parents that ends in `node`, oldest first. A turn that has a full parent brings its `last`
    /// parents in before itself; the chain's first turn stands alone.
    private List<Integer> chainUpTo(int node) {
        List<Integer> newestFirst = new ArrayList<>();
        int at = node;
        while (at != NONE) {
            newestFirst.add(at);
            if (fullParent[at] != NONE) {
                newestFirst.addAll(lastParents.get(at).reversed());
            }
            at = fullParent[at];
        }
        return newestFirst.reversed();
    }

    private static List<List<Integer>> unmodifiable(List<List<Integer>> lists) {
        return lists.stream().map(List::copyOf).toList();
    }

    /// Collects edges by node, then derives order and histories.
    private static final class Builder {
        private final List<List<Integer>> parents = new ArrayList<>();
        private final List<List<Integer>> children = new ArrayList<>();
        private final List<List<Integer>> lastParents = new ArrayList<>();
        private final int[] fullParent;
        private final boolean[] remembered;

        private Builder(List<ConversationNode> nodes, List<ConversationEdge> edges, int size) {
            this.fullParent = new int[size];
            this.remembered = new boolean[size];
            Arrays.fill(fullParent, NONE);
            for (int i = 0; i < size; i++) {
                parents.add(new ArrayList<>(1));
                children.add(new ArrayList<>(1));
                lastParents.add(new ArrayList<>(1));
            }
            Map<String, Integer> index = new HashMap<>();
            for (int i = 0; i < nodes.size(); i++) {
                if (index.put(nodes.get(i).nodeId(), i) != null) {
                    throw new InvalidGraphException(
                            "Node '" + nodes.get(i).nodeId() + "' occurs more than once in the conversation");
                }
            }
            int[] fullEdges = new int[nodes.size()];
            for (ConversationEdge edge : edges) {
                int source = find(index, "source", edge.source());
                int target = find(index, "target", edge.target());
                addOnce(children.get(source), target);
                addOnce(parents.get(target), source);
                remembered[source] |= edge.context() != HistoryContext.NEW;
                switch (edge.context()) {
                    case FULL -> {
                        fullEdges[target]++;
                        fullParent[target] = source;
                    }
                    case LAST -> lastParents.get(target).add(source);
                    case NEW -> {}
                }
            }
            for (int i = 0; i < fullEdges.length; i++) {
                if (fullEdges[i] > 1) {
                    throw new InvalidGraphException("Node '" + nodes.get(i).nodeId() + "' has " + fullEdges[i]
                            + " 'full' incoming edges; at most one is supported");
                }
            }
        }

        private static int find(Map<String, Integer> index, String end, String nodeId) {
            Integer found = index.get(nodeId);
            if (found == null) {
                throw new InvalidGraphException("Edge " + end + " '" + nodeId + "' not in nodes");
            }
            return found;
        }

        private static void addOnce(List<Integer> list, int node) {
            if (!list.contains(node)) {
                list.add(node);
            }
        }

        private GraphStructure build() {
            int[] order = topologicalOrder();
            int[] turnIndex = new int[order.length];
            for (int node : order) {
                int afterFull = fullParent[node] == NONE ? 0 : turnIndex[fullParent[node]] + 1;
                turnIndex[node] = Math.max(afterFull, lastParents.get(node).isEmpty() ? 0 : 1);
            }
            return new GraphStructure(this, order, turnIndex);
        }

        private int[] topologicalOrder() {
            int[] waitingFor = new int[fullParent.length];
            ArrayDeque<Integer> free = new ArrayDeque<>();
            for (int i = 0; i < waitingFor.length; i++) {
                waitingFor[i] = parents.get(i).size();
                if (waitingFor[i] == 0) {
                    free.add(i);
                }
            }
            int[] order = new int[fullParent.length];
            int done = 0;
            while (!free.isEmpty()) {
                int node = free.remove();
                order[done++] = node;
                for (int child : children.get(node)) {
                    if (--waitingFor[child] == 0) {
                        free.add(child);
                    }
                }
            }
            if (done < order.length) {
                throw new InvalidGraphException("ConversationGraph contains a cycle; " + (order.length - done)
                        + " nodes are unreachable via topological sort");
            }
            return order;
        }
    }
}
