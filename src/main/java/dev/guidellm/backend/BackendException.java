package dev.guidellm.backend;

/// The server cannot be used: not reachable, not healthy, or not what was configured.
public final class BackendException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message one line for the user: what, where, how to mend
    public BackendException(String message) {
        super(message);
    }
}
