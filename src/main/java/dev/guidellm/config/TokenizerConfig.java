package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import org.jspecify.annotations.Nullable;

/// What `--tokenizer kind=…` may say: how text becomes tokens.
public sealed interface TokenizerConfig extends Kinded {

    /// A tokenizer of the Hugging Face hub, of a folder, of a file, or a built-in one.
    ///
    /// @param model null to take the backend's model
    /// @param loadKwargs arguments for the loader
    @Kind({"huggingface_auto", "hf_auto"})
    record HuggingFaceAuto(
            String kind,
            @Nullable String model,
            @Default("{}") JsonObject loadKwargs) implements TokenizerConfig {}
}
