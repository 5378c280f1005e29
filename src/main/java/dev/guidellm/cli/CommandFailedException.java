package dev.guidellm.cli;

/// The command was understood, but the run or its data failed; ends the program with exit code 1 and the message as one
/// line.
public final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// A failure in words for the user.
    public CommandFailedException(String message) {
        super(message);
    }

    /// A failure in words for the user, and what it came from.
    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
