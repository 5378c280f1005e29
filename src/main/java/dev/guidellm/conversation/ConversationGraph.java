package dev.guidellm.conversation;

import java.util.List;

/// One conversation: its turns and what depends on what, a directed acyclic graph.
///
/// Every instance is valid: see [GraphStructure#of] for the rules and the texts of their violations.
///
/// @param graphId unique within a run
public record ConversationGraph(String graphId, List<ConversationNode> nodes, List<ConversationEdge> edges) {
    public ConversationGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        GraphStructure.of(nodes, edges);
    }

    /// Order, parents and histories of the turns.
    public GraphStructure structure() {
        return GraphStructure.of(nodes, edges);
    }
}
