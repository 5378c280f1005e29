package dev.guidellm.profile;

/// The results so far do not let the plan go on.
public final class ProfileException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message one line for the user
    public ProfileException(String message) {
        super(message);
    }
}
