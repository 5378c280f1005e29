package dev.guidellm.benchmark;

import dev.guidellm.config.ConfigWriter;
import dev.guidellm.config.TokenizerConfig;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.TokenizerException;
import dev.guidellm.tokenizer.Tokenizers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The run's tokenizer, looked for when something first needs it: made-up data before the run, or an answer that the
/// server did not count during it. Safe for several threads.
final class TokenizerChoice implements OutputTokenCounter {
    private final TokenizerConfig config;
    private final String backendModel;
    private final ProgressListener listener;
    private @Nullable Tokenizer tokenizer;
    private boolean missing;

    /// @param backendModel the server's model, followed when the user names no tokenizer; may be empty
    TokenizerChoice(TokenizerConfig config, String backendModel, ProgressListener listener) {
        this.config = config;
        this.backendModel = backendModel;
        this.listener = listener;
    }

    /// The tokenizer.
    ///
    /// @throws TokenizerException when there is none
    synchronized Tokenizer require() {
        if (tokenizer == null) {
            tokenizer = Tokenizers.resolve(config, backendModel.isEmpty() ? null : backendModel);
            listener.message(
                    ProgressListener.Level.SUCCESS, title(tokenizer), List.of(ConfigWriter.write((Record) config)));
        }
        return tokenizer;
    }

    /// Tokens of an answer that the server did not count; null where no tokenizer can be had, which is said once.
    @Override
    public synchronized @Nullable Long count(GenerationResponse response) {
        String text = response.text();
        String reasoning = response.reasoningText();
        if (missing || (text == null && reasoning == null)) {
            return null;
        }
        try {
            Tokenizer counting = require();
            return (long) (text == null ? 0 : counting.count(text))
                    + (reasoning == null ? 0 : counting.count(reasoning));
        } catch (TokenizerException e) {
            missing = true;
            listener.message(
                    ProgressListener.Level.WARNING,
                    "The server gives no token counts and no tokenizer can be had to count on this side: such counts"
                            + " stay unknown. " + e.getMessage(),
                    List.of());
            return null;
        }
    }

    private String title(Tokenizer found) {
        return namedByUser() != null
                ? "Tokenizer resolved, Using tokenizer '" + found.name() + "' from arguments"
                : "Tokenizer resolved, using model '" + found.name() + "' as tokenizer";
    }

    private @Nullable String namedByUser() {
        return switch (config) {
            case TokenizerConfig.HuggingFaceAuto auto -> auto.model();
        };
    }
}
