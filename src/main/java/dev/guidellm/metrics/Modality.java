package dev.guidellm.metrics;

import dev.guidellm.conversation.UsageField;

/// What is counted per modality, in the order of the report: object `group`, member `key`.
public enum Modality {
    TEXT_TOKENS("text", "tokens", UsageField.TEXT_TOKENS),
    TEXT_WORDS("text", "words", UsageField.TEXT_WORDS),
    TEXT_CHARACTERS("text", "characters", UsageField.TEXT_CHARACTERS),
    IMAGE_TOKENS("image", "tokens", UsageField.IMAGE_TOKENS),
    IMAGE_COUNT("image", "images", UsageField.IMAGE_COUNT),
    IMAGE_PIXELS("image", "pixels", UsageField.IMAGE_PIXELS),
    IMAGE_BYTES("image", "bytes", UsageField.IMAGE_BYTES),
    VIDEO_TOKENS("video", "tokens", UsageField.VIDEO_TOKENS),
    VIDEO_FRAMES("video", "frames", UsageField.VIDEO_FRAMES),
    VIDEO_SECONDS("video", "seconds", UsageField.VIDEO_SECONDS),
    VIDEO_BYTES("video", "bytes", UsageField.VIDEO_BYTES),
    AUDIO_TOKENS("audio", "tokens", UsageField.AUDIO_TOKENS),
    AUDIO_SAMPLES("audio", "samples", UsageField.AUDIO_SAMPLES),
    AUDIO_SECONDS("audio", "seconds", UsageField.AUDIO_SECONDS),
    AUDIO_BYTES("audio", "bytes", UsageField.AUDIO_BYTES),
    TOOL_CALL_TOKENS("tool_call", "tokens", UsageField.TOOL_CALL_TOKENS),
    TOOL_CALL_MIXED_TOKENS("tool_call", "mixed_tokens", UsageField.MIXED_CONTENT_TOOL_TOKENS),
    TOOL_CALL_COUNT("tool_call", "count", UsageField.TOOL_CALL_COUNT);

    private final String group;
    private final String key;
    private final UsageField source;

    Modality(String group, String key, UsageField source) {
        this.group = group;
        this.key = key;
        this.source = source;
    }

    /// The object in reports: `text`, `image`, `video`, `audio` or `tool_call`.
    public String group() {
        return group;
    }

    /// The member of that object.
    public String key() {
        return key;
    }

    /// The usage count that it sums up.
    public UsageField source() {
        return source;
    }
}
