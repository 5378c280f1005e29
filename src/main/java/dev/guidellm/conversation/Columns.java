package dev.guidellm.conversation;

/// The column types that a data source may fill.
public final class Columns {
    public static final String PROMPT_TOKENS_COUNT = "prompt_tokens_count_column";
    public static final String OUTPUT_TOKENS_COUNT = "output_tokens_count_column";
    public static final String PREFIX = "prefix_column";
    public static final String TEXT = "text_column";
    public static final String RAW_MESSAGES = "raw_messages_column";
    public static final String IMAGE = "image_column";
    public static final String VIDEO = "video_column";
    public static final String AUDIO = "audio_column";
    public static final String TOOLS = "tools_column";
    public static final String TOOL_RESPONSE = "tool_response_column";
    public static final String TOOL_CHOICE = "tool_choice_column";
    public static final String RELATIVE_TIMESTAMP = "relative_timestamp_column";
    public static final String REQUEUE_DELAY = "requeue_delay_column";
    public static final String REQUEST_DURATION = "request_duration_column";
    public static final String CONVERSATION_TURNS = "conversation_turns_column";
    public static final String TURN_TYPE = "turn_type_column";
    public static final String POOLING = "pooling_column";

    private Columns() {}
}
