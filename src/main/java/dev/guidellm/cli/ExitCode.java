package dev.guidellm.cli;

/// What the program's exit codes mean, for all commands.
public final class ExitCode {
    /// Finished, even if every request failed.
    public static final int OK = 0;
    /// The run or the data failed.
    public static final int FAILED = 1;
    /// The command line or the configuration is wrong.
    public static final int USAGE = 2;
    /// What was measured does not hold a gate that the user has set.
    public static final int GATE_FAILED = 3;
    /// A mistake of this program.
    public static final int BUG = 70;
    /// Stopped by Ctrl-C.
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
