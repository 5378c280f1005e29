package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// What `preprocess dataset --strategy kind=…` may say: what happens to prompts that are too short.
public sealed interface PreprocessStrategyConfig extends Kinded {

    /// Tokens wanted of a prompt.
    TokenSpread promptTokens();

    /// Tokens wanted of an answer.
    TokenSpread outputTokens();

    /// Most tokens of a prefix, null for no limit.
    @Nullable
    Integer prefixTokensMax();

    /// Whether a prefix counts as part of the prompt.
    boolean countPrefix();

    /// They are left out.
    @Kind("ignore")
    record Ignore(
            @Required @Inline(prefix = "prompt_tokens") TokenSpread promptTokens,
            @Required @Inline(prefix = "output_tokens") TokenSpread outputTokens,
            @Range(above = 0) @Nullable Integer prefixTokensMax,
            @Default("false") boolean countPrefix)
            implements PreprocessStrategyConfig {}

    /// The next prompts are put behind them.
    ///
    /// @param delimiter text between two prompts
    @Kind("concatenate")
    record Concatenate(
            @Required @Inline(prefix = "prompt_tokens") TokenSpread promptTokens,
            @Required @Inline(prefix = "output_tokens") TokenSpread outputTokens,
            @Range(above = 0) @Nullable Integer prefixTokensMax,
            @Default("false") boolean countPrefix,
            @Default("") @Prepare(Prepare.Step.ESCAPES) String delimiter)
            implements PreprocessStrategyConfig {}

    /// A text is put behind them as often as needed.
    ///
    /// @param pad the text
    @Kind("pad")
    record Pad(
            @Required @Inline(prefix = "prompt_tokens") TokenSpread promptTokens,
            @Required @Inline(prefix = "output_tokens") TokenSpread outputTokens,
            @Range(above = 0) @Nullable Integer prefixTokensMax,
            @Default("false") boolean countPrefix,
            @Default("") @Prepare(Prepare.Step.ESCAPES) String pad)
            implements PreprocessStrategyConfig {}

    /// The program ends.
    @Kind("error")
    record Fail(
            @Required @Inline(prefix = "prompt_tokens") TokenSpread promptTokens,
            @Required @Inline(prefix = "output_tokens") TokenSpread outputTokens,
            @Range(above = 0) @Nullable Integer prefixTokensMax,
            @Default("false") boolean countPrefix)
            implements PreprocessStrategyConfig {}
}
