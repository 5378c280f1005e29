package dev.guidellm.conversation;

/// `target` may start only after `source` has finished, and inherits history as `context` says.
public record ConversationEdge(String source, String target, HistoryContext context) {}
