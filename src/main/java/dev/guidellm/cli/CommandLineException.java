package dev.guidellm.cli;

/// A command line that breaks the rules of its command.
final class CommandLineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean bare;

    CommandLineException(String message) {
        this(message, false);
    }

    private CommandLineException(String message, boolean bare) {
        super(message);
        this.bare = bare;
    }

    /// A problem that is shown without the usage lines.
    static CommandLineException withoutUsage(String message) {
        return new CommandLineException(message, true);
    }

    boolean isBare() {
        return bare;
    }
}
