package dev.guidellm.config;

import dev.guidellm.redaction.Redaction;

/// A text that is never printed: [#toString] and the written configuration show ten stars.
///
/// @param value the text itself, only for sending it to the server
public record Secret(String value) {
    /// What is shown instead of a secret.
    public static final String MASK = Redaction.MASK;

    @Override
    public String toString() {
        return MASK;
    }
}
