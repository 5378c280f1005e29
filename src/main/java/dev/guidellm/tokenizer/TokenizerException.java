package dev.guidellm.tokenizer;

import org.jspecify.annotations.Nullable;

/// No tokenizer can be had. The message is one line for the user: which one, why, and what to pass instead.
public final class TokenizerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param model what was asked for; null when nothing was
    public TokenizerException(@Nullable String model, String problem) {
        super((model == null ? "No tokenizer: " : "Tokenizer '" + model + "': ")
                + problem
                + ". Pass --tokenizer kind=huggingface_auto,model=<folder with a tokenizer.json, hub id, or gpt2>.");
    }
}
