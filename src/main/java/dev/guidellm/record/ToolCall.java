package dev.guidellm.record;

/// A tool call that the model made.
///
/// @param arguments the arguments as the model wrote them, meant to be JSON
public record ToolCall(String id, String type, String name, String arguments) {}
