package dev.guidellm.transport;

/// The transport cannot be made as configured, e.g. the CA file cannot be read.
public final class TransportSetupException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message one line for the user: what, where, how to mend
    public TransportSetupException(String message) {
        super(message);
    }
}
