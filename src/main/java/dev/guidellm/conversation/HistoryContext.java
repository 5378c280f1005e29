package dev.guidellm.conversation;

/// What a turn inherits from a parent turn.
public enum HistoryContext {
    /// The parent's whole history and the parent itself.
    FULL("full"),
    /// Only the parent's own request and answer.
    LAST("last"),
    /// Nothing.
    NEW("new");

    private final String key;

    HistoryContext(String key) {
        this.key = key;
    }

    /// The name in data sets and reports.
    public String key() {
        return key;
    }
}
