package dev.guidellm.config;

/// The command line cannot be followed; ends the program with exit code 2. The message is what stands after `Error: `;
/// it may have several lines.
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// A problem in the words for the user.
    public UsageException(String message) {
        super(message);
    }

    /// A problem with the value of an option or argument.
    ///
    /// @param name as it is shown, for instance `'--profile'`
    public static UsageException invalidValue(String name, String problem) {
        return new UsageException("Invalid value for " + name + ": " + problem);
    }
}
