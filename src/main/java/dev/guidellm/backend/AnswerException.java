package dev.guidellm.backend;

import dev.guidellm.record.FailureKind;
import org.jspecify.annotations.Nullable;

/// An answer that reports an error or cannot be understood. Stays inside this package: it ends as an outcome.
final class AnswerException extends Exception {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final @Nullable String code;

    private AnswerException(FailureKind kind, @Nullable String code, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.code = code;
    }

    /// The server says that it failed.
    static AnswerException serverError(ServerError error) {
        return new AnswerException(FailureKind.SERVER_ERROR, error.code(), error.text());
    }

    /// The answer is not what the dialect prescribes.
    static AnswerException malformed(String message) {
        return new AnswerException(FailureKind.BAD_RESPONSE, null, message);
    }

    FailureKind kind() {
        return kind;
    }

    @Nullable
    String code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
