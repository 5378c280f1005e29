package dev.guidellm.cli;

import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.config.PythonText;
import dev.guidellm.json.JsonValue;
import dev.guidellm.terminal.TextWidth;
import java.io.PrintStream;
import java.util.List;

/// Prints what was set up, line by line, before the first benchmark.
final class SetUpLines implements ProgressListener {
    private static final int INDENT = 2;

    private final PrintStream out;
    private final int columns;

    /// @param columns width of the console
    SetUpLines(PrintStream out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    @Override
    public void message(Level level, String title, List<JsonValue> details) {
        String icon = switch (level) {
            case SUCCESS -> "✔";
            case INFO -> "ℹ";
            case WARNING -> "⚠";
        };
        out.println(icon + " " + title);
        for (JsonValue detail : details) {
            for (String line : TextWidth.wrap(PythonText.repr(detail), columns - INDENT)) {
                out.println(" ".repeat(INDENT) + line);
            }
        }
        out.flush();
    }

    @Override
    public void runStarted(List<String> plannedStrategies) {
        out.print("\n\n\n");
        out.flush();
    }
}
