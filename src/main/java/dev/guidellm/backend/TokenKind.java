package dev.guidellm.backend;

/// What one event of a stream brought.
enum TokenKind {
    /// No token: a role, an empty string, usage, a finish reason.
    NONE,
    /// Reasoning and nothing else.
    REASONING,
    /// Text or a tool call, perhaps with reasoning beside it.
    OUTPUT
}
