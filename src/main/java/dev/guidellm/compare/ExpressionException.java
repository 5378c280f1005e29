package dev.guidellm.compare;

/// A text that is no metric expression, gate or limit; the message is one line for whoever wrote it.
public final class ExpressionException extends Exception {
    private static final long serialVersionUID = 1L;

    ExpressionException(String message) {
        super(message);
    }
}
