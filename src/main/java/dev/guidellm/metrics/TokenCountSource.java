package dev.guidellm.metrics;

/// Where a request's number of output tokens comes from.
public enum TokenCountSource {
    /// The server's usage.
    SERVER("server"),
    /// Our own tokenizer, on the text that arrived.
    TOKENIZER("tokenizer"),
    /// Number of stream events that carried a token: what is known of an answer that was cut off, a lower
    /// bound.
    STREAM_EVENTS("stream_events"),
    /// Nobody knows.
    UNKNOWN("unknown");

    private final String key;

    TokenCountSource(String key) {
        this.key = key;
    }

    /// The name in reports.
    public String key() {
        return key;
    }
}
