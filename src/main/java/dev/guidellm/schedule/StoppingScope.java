package dev.guidellm.schedule;

/// How far a constraint's stop reaches.
public enum StoppingScope {
    /// The benchmark at hand.
    CURRENT("current"),
    /// The whole run: no further benchmark is started.
    ALL("all");

    private final String key;

    StoppingScope(String key) {
        this.key = key;
    }

    /// The name in reports.
    public String key() {
        return key;
    }
}
