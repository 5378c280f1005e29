package dev.guidellm.config;

/// One thing that is wrong in a configuration.
///
/// @param path where, as `a.b[0].c`, the chosen kinds being elements of it; empty for the whole object
/// @param documentPath the same without the kinds: where it stands in a configuration document
/// @param message what, for instance `Field required`
/// @param hint how to mend it or where it was said, empty when there is nothing to add; printed after the path
public record ConfigProblem(String path, String documentPath, String message, String hint) {

    /// A problem without a hint.
    public ConfigProblem(String path, String message) {
        this(path, path, message, "");
    }

    /// The same problem with more said behind it.
    public ConfigProblem withHint(String more) {
        return new ConfigProblem(path, documentPath, message, hint.isEmpty() ? more : hint + " " + more);
    }

    /// The problem as one line: the message, then the path in brackets, then the hint.
    public String line() {
        String where = path.isEmpty() ? message : message + " (at '" + path + "')";
        return hint.isEmpty() ? where : where + " " + hint;
    }
}
