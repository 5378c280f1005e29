package dev.guidellm.conversation;

/// One count of what a request carried or produced, in the order of the report.
public enum UsageField {
    TEXT_TOKENS("text_tokens"),
    CACHED_TOKENS("cached_tokens"),
    TEXT_WORDS("text_words"),
    TEXT_CHARACTERS("text_characters"),
    IMAGE_TOKENS("image_tokens"),
    IMAGE_COUNT("image_count"),
    IMAGE_PIXELS("image_pixels"),
    IMAGE_BYTES("image_bytes"),
    VIDEO_TOKENS("video_tokens"),
    VIDEO_FRAMES("video_frames"),
    VIDEO_SECONDS("video_seconds"),
    VIDEO_BYTES("video_bytes"),
    AUDIO_TOKENS("audio_tokens"),
    AUDIO_SAMPLES("audio_samples"),
    AUDIO_SECONDS("audio_seconds"),
    AUDIO_BYTES("audio_bytes"),
    TOOL_CALL_TOKENS("tool_call_tokens"),
    MIXED_CONTENT_TOOL_TOKENS("mixed_content_tool_tokens"),
    TOOL_CALL_COUNT("tool_call_count");

    private final String key;

    UsageField(String key) {
        this.key = key;
    }

    /// The name in reports.
    public String key() {
        return key;
    }
}
