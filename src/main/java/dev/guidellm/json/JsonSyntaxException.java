package dev.guidellm.json;

/// Text that is not well-formed JSON or YAML. The message is one line, `line L, column C: what is wrong`.
public final class JsonSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String problem;

    /// A problem at a place, both counted from 1; a line of 0 means that the place is not known.
    public JsonSyntaxException(int line, int column, String problem) {
        String oneLine = problem.strip().replaceAll("\\s*\\R\\s*", " ");
        super(line > 0 ? "line " + line + ", column " + column + ": " + oneLine : oneLine);
        this.line = line;
        this.column = column;
        this.problem = oneLine;
    }

    /// The line, counted from 1; 0 when unknown.
    public int line() {
        return line;
    }

    /// The column, counted from 1; 0 when unknown.
    public int column() {
        return column;
    }

    /// What is wrong, without the place.
    public String problem() {
        return problem;
    }
}
