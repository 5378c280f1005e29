package dev.guidellm.report;

/// A file that cannot be read as a report. The message is one line that names the file and what is wrong.
public final class ReportException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message one line, the file first
    public ReportException(String message) {
        super(message);
    }
}
