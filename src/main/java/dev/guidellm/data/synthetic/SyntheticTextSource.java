package dev.guidellm.data.synthetic;

import dev.guidellm.config.SyntheticText;
import dev.guidellm.config.SyntheticText.Branch;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowSource;
import dev.guidellm.tokenizer.Tokenizer;
import java.util.List;
import java.util.OptionalLong;

/// Made-up conversations without end: every row is one conversation, as a graph of its turns.
///
/// The same seed and epoch give the same conversations; another epoch gives others. Sizes, delays and prefix
/// choices are GuideLLM's for the same seed, the words are ours.
public final class SyntheticTextSource implements RowSource {
    /// The only column; it holds the conversation as an object.
    static final String COLUMN = "conversation_turns";

    private final SyntheticText config;
    private final long seed;
    private final String toolResponse;
    private final FillerText filler;

    /// @param path where the configuration stands, such as `data[0]`, for messages
    /// @param toolResponse what a tool answers when no size is configured
    /// @throws dev.guidellm.config.ConfigException when no number lies in one of the spreads
    public SyntheticTextSource(SyntheticText config, String path, Tokenizer tokenizer, long seed, String toolResponse) {
        check(config, path);
        this.config = config;
        this.seed = seed;
        this.toolResponse = toolResponse;
        this.filler = new FillerText(tokenizer);
    }

    /// Checks what can be checked without a tokenizer.
    ///
    /// @throws dev.guidellm.config.ConfigException when no number lies in one of the spreads
    public static void check(SyntheticText config, String path) {
        SpreadCheck check = new SpreadCheck(path)
                .tokens("prompt_tokens", config.promptTokens())
                .tokens("output_tokens", config.outputTokens())
                .tokens("first_prompt_tokens", config.firstPromptTokens())
                .tokens("first_output_tokens", config.firstOutputTokens())
                .tokens("tool_response_tokens", config.toolResponseTokens())
                .delay("delay", config.delay());
        List<Branch> branches = config.branches();
        for (int i = 0; i < branches.size(); i++) {
            String branch = "branches[" + i + "].";
            check.tokens(branch + "first_prompt_tokens", branches.get(i).firstPromptTokens())
                    .tokens(branch + "first_output_tokens", branches.get(i).firstOutputTokens());
        }
        check.report();
    }

    @Override
    public String name() {
        return "synthetic_text";
    }

    @Override
    public String selector() {
        return "synthetic_text";
    }

    @Override
    public String unit() {
        return "row";
    }

    @Override
    public List<String> columns() {
        return List.of(COLUMN);
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public RowCursor open(int epoch) {
        return new SyntheticConversations(config, filler, seed + epoch, epoch, toolResponse);
    }
}
