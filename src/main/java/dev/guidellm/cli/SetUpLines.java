package dev.guidellm.cli;

import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.config.PythonText;
import dev.guidellm.json.JsonValue;
import dev.guidellm.terminal.TextWidth;
import java.io.PrintStream;
import java.util.ArrayList;
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
            for (String line : wrap(PythonText.repr(detail), columns - INDENT)) {
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

    /// Lines of at most `width` columns, broken at blanks where there are any.
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : text.split(" ", -1)) {
            int length = TextWidth.of(word);
            if (used > 0 && used + 1 + length > width) {
                lines.add(line.toString());
                line.setLength(0);
                used = 0;
            }
            String rest = word;
            while (used == 0 && length > width) {
                int cut = rest.offsetByCodePoints(0, Math.min(width, rest.codePointCount(0, rest.length())));
                lines.add(rest.substring(0, cut));
                rest = rest.substring(cut);
                length = TextWidth.of(rest);
            }
            if (used > 0) {
                line.append(' ');
                used++;
            }
            line.append(rest);
            used += length;
        }
        lines.add(line.toString());
        return lines;
    }
}
