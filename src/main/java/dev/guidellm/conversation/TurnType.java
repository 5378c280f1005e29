package dev.guidellm.conversation;

/// What a turn does in a conversation with tools.
public enum TurnType {
    /// A plain turn.
    STANDARD("standard"),
    /// The model is expected to answer with a tool call, which the client would run.
    CLIENT_TOOL_CALL("client_tool_call"),
    /// The server runs the tool call itself.
    SERVER_TOOL_CALL("server_tool_call"),
    /// Carries the tools' results back to the model.
    TOOL_RESPONSE_INJECTION("tool_response_injection");

    private final String key;

    TurnType(String key) {
        this.key = key;
    }

    /// The name in data sets and reports.
    public String key() {
        return key;
    }
}
