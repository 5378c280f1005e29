package dev.guidellm.conversation;

import java.util.List;

/// One conversation: its turns and what depends on what, a directed acyclic graph.
///
/// @param graphId unique within a run
public record ConversationGraph(String graphId, List<ConversationNode> nodes, List<ConversationEdge> edges) {
    public ConversationGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }
}
