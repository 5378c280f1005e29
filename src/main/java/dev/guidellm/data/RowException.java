package dev.guidellm.data;

/// One row cannot become a conversation. It is logged and left out; the rows after it are not touched.
public final class RowException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String problem;

    /// @param problem what is wrong with the row, one line
    public RowException(String problem) {
        super(problem);
        this.problem = problem;
    }

    /// What is wrong with the row.
    public String problem() {
        return problem;
    }
}
