package dev.guidellm.backend;

/// A turn's data cannot make a request of the wanted format.
public final class RequestFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message one line for the user
    public RequestFormatException(String message) {
        super(message);
    }
}
