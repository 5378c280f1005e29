package dev.guidellm.tokenizer;

import dev.guidellm.config.TokenizerConfig;
import dev.guidellm.config.TokenizerConfig.HuggingFaceAuto;
import dev.guidellm.hub.HubCache;
import dev.guidellm.hub.HubException;
import dev.guidellm.hub.HubRepository;
import dev.guidellm.hub.HubSettings;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the tokenizer that a user or a server named.
public final class Tokenizers {
    private static final String FILE = "tokenizer.json";

    private Tokenizers() {}

    /// The tokenizer that the configuration names, else the one of the server's model.
    ///
    /// @param backendModel the server's model; null when unknown
    /// @throws TokenizerException when there is none
    public static Tokenizer resolve(TokenizerConfig config, @Nullable String backendModel) {
        return switch (config) {
            case HuggingFaceAuto(String _, String model, JsonObject loadKwargs) ->
                resolve(
                        model,
                        backendModel,
                        loadKwargs.get("revision") instanceof JsonString(String revision) ? revision : null);
        };
    }

    /// The tokenizer `model`, else the one of `backendModel`: a local folder or file, an encoding or model of
    /// OpenAI (inside the program), or a hub id through the Hugging Face cache.
    ///
    /// @param model what the user asked for; null to follow the server's model
    /// @param backendModel the server's model; null when unknown
    /// @param revision the hub's branch, tag or commit; null for `main`
    /// @throws TokenizerException when there is none
    public static Tokenizer resolve(@Nullable String model, @Nullable String backendModel, @Nullable String revision) {
        String wanted = model == null || model.isBlank() ? backendModel : model;
        if (wanted == null || wanted.isBlank()) {
            throw new TokenizerException(null, "neither a tokenizer nor a model was named");
        }
        Optional<Path> local = localFile(wanted);
        if (local.isPresent()) {
            return HuggingFaceTokenizer.load(wanted, local.get());
        }
        Optional<TiktokenTokenizer> bundled = TiktokenTokenizer.named(wanted);
        if (bundled.isPresent()) {
            return bundled.get();
        }
        HubCache cache = new HubCache(HubSettings.fromEnvironment());
        return HuggingFaceTokenizer.load(
                wanted, hubFile(cache, wanted, revision == null ? HubRepository.MAIN : revision));
    }

    /// The `tokenizer.json` of a hub model.
    ///
    /// @throws TokenizerException when the id is none, the model has no such file, or it cannot be had
    static Path hubFile(HubCache cache, String model, String revision) {
        if (!HubRepository.isId(model) || !HubRepository.isRevision(revision)) {
            throw new TokenizerException(model, "is neither a folder or file here nor a hub id");
        }
        try {
            return cache.file(new HubRepository(HubRepository.Kind.MODEL, model, revision), FILE);
        } catch (HubException e) {
            throw new TokenizerException(model, e.problem());
        }
    }

    private static Optional<Path> localFile(String model) {
        Path path;
        try {
            path = Path.of(model);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
        if (Files.isRegularFile(path)) {
            return Optional.of(path);
        }
        if (!Files.isDirectory(path)) {
            return Optional.empty();
        }
        Path inside = path.resolve(FILE);
        if (Files.isRegularFile(inside)) {
            return Optional.of(inside);
        }
        // A folder that happens to be called like a hub id ("gpt2") is not an answer.
        if (model.startsWith(".") || path.isAbsolute()) {
            throw new TokenizerException(model, "the folder holds no tokenizer.json");
        }
        return Optional.empty();
    }
}
