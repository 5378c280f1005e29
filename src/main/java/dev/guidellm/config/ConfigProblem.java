package dev.guidellm.config;

/// One thing that is wrong in a configuration.
///
/// @param path where, as `a.b[0].c`; empty for the whole object
/// @param message what, for instance `Field required`
/// @param hint how to mend it, empty when there is nothing to add; printed after the path
public record ConfigProblem(String path, String message, String hint) {

    /// A problem without a hint.
    public ConfigProblem(String path, String message) {
        this(path, message, "");
    }

    /// The problem as one line: the message, then the path in brackets, then the hint.
    public String line() {
        String where = path.isEmpty() ? message : message + " (at '" + path + "')";
        return hint.isEmpty() ? where : where + " " + hint;
    }
}
