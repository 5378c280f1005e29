package dev.guidellm.config;

/// The endpoints that `openai_http` speaks; the text is the standard path.
public enum RequestFormat implements Choice {
    /// Text completions.
    COMPLETIONS("/v1/completions"),
    /// Chat completions.
    CHAT_COMPLETIONS("/v1/chat/completions"),
    /// Embeddings.
    EMBEDDINGS("/v1/embeddings"),
    /// The responses API.
    RESPONSES("/v1/responses"),
    /// Speech to text.
    AUDIO_TRANSCRIPTIONS("/v1/audio/transcriptions"),
    /// Speech to English text.
    AUDIO_TRANSLATIONS("/v1/audio/translations"),
    /// vLLM's pooling API.
    POOLING("/pooling");

    private final String path;

    RequestFormat(String path) {
        this.path = path;
    }

    @Override
    public String text() {
        return path;
    }
}
