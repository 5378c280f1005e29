package dev.guidellm.conversation;

/// One turn of a conversation: one request to the server.
///
/// @param nodeId unique within its graph, such as `turn_0` or `main_0`
/// @param agentId who speaks, `default` for the main chain
public record ConversationNode(String nodeId, String agentId, GenerationRequest request, NodeSettings settings) {

    /// The turn with all content of its request, see [GenerationRequest#complete()].
    public ConversationNode complete() {
        return request.completion() == null ? this : with(request.complete());
    }

    /// The turn with another request.
    public ConversationNode with(GenerationRequest other) {
        return new ConversationNode(nodeId, agentId, other, settings);
    }
}
