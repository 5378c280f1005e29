package dev.guidellm.conversation;

/// The turns and edges given do not make a conversation: an unknown turn, two full histories, or a circle.
public final class InvalidGraphException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /// @param message one line, naming the turn at fault
    public InvalidGraphException(String message) {
        super(message);
    }
}
