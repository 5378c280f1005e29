package dev.guidellm.backend;

import dev.guidellm.record.RequestArguments;
import java.nio.charset.StandardCharsets;

/// What a report shows of a request of [OpenAiBackend]: the body stands in memory once, as its bytes.
///
/// @param start JSON text before the body
/// @param body the body as it may be shown, mostly the one that is sent
/// @param end JSON text after the body
/// @param secrets what must not be shown
record OpenAiArguments(String start, byte[] body, String end, Secrets secrets) implements RequestArguments {
    /// As bodies are written; inside a JSON string the quotes would be escaped.
    private static final byte[] IGNORE_EOS = "\"ignore_eos\":true".getBytes(StandardCharsets.US_ASCII);

    @Override
    public String json() {
        return secrets.maskArguments(start + new String(body, StandardCharsets.UTF_8) + end);
    }

    @Override
    public boolean forbidsEarlyStop() {
        for (int at = 0; at <= body.length - IGNORE_EOS.length; at++) {
            int matching = 0;
            while (matching < IGNORE_EOS.length && body[at + matching] == IGNORE_EOS[matching]) {
                matching++;
            }
            if (matching == IGNORE_EOS.length) {
                return true;
            }
        }
        return false;
    }
}
