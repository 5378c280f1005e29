package dev.guidellm.benchmark;

/// A run that could not begin: the server is not there, the data cannot be read, no tokenizer can be had.
public final class RunException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message one line for the user: what, where, how to mend
    public RunException(String message, Throwable cause) {
        super(message, cause);
    }
}
