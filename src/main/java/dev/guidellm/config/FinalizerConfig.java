package dev.guidellm.config;

/// What `--data-finalizer kind=…` may say: how a row becomes a conversation.
public sealed interface FinalizerConfig extends Kinded {

    /// Conversations of generation requests.
    @Kind("generative")
    record Generative(@Default("client") ToolCallMode toolCallMode) implements FinalizerConfig {}

    /// Who runs the tools.
    enum ToolCallMode implements Choice {
        /// The client: a tool call takes a turn of its own.
        CLIENT,
        /// The server.
        SERVER
    }
}
