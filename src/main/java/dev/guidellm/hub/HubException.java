package dev.guidellm.hub;

/// The hub's files cannot be had. The message is one line without the repository's name: why, and how to mend it.
public final class HubException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean unreachable;

    /// @param unreachable whether the hub was not reached at all, so that what is kept here may serve
    HubException(String problem, boolean unreachable) {
        super(problem);
        this.unreachable = unreachable;
    }

    /// The hub said no, or what it sent is of no use.
    HubException(String problem) {
        this(problem, false);
    }

    /// What is wrong.
    public String problem() {
        return String.valueOf(getMessage());
    }

    boolean isUnreachable() {
        return unreachable;
    }
}
