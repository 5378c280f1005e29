package dev.guidellm.terminal;

import java.io.Console;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/// What the text that the program prints has to fit into.
///
/// @param columns to which sentences are wrapped
/// @param screen whether a person looks at it through a window of that width; else it goes to a file or to another
/// program, which wants whole lines
public record ConsoleShape(int columns, boolean screen, Glyphs glyphs) {
    private static final int LEAST_COLUMNS = 20;

    /// A file with sentences of that width.
    public static ConsoleShape file(int columns) {
        return new ConsoleShape(columns, false, Glyphs.UNICODE);
    }

    /// That of standard output now. The variable `COLUMNS` is believed more than the terminal; where there is neither,
    /// sentences have [TextWidth#DEFAULT_COLUMNS].
    public static ConsoleShape of(Map<String, String> environment) {
        boolean screen =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        String given = environment.getOrDefault("COLUMNS", "");
        int columns = given.matches("[1-9]\\d{1,4}")
                ? Math.max(LEAST_COLUMNS, Integer.parseInt(given))
                : screen ? terminalColumns() : TextWidth.DEFAULT_COLUMNS;
        return new ConsoleShape(columns, screen, screen ? Glyphs.of(environment) : Glyphs.UNICODE);
    }

    /// The columns that a table may have.
    public int tableColumns() {
        return screen ? columns : Integer.MAX_VALUE;
    }

    private static int terminalColumns() {
        try (Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .nativeSignals(false)
                .graphemeCluster(false)
                .build()) {
            int columns = terminal.getSize().getColumns();
            return columns < LEAST_COLUMNS ? TextWidth.DEFAULT_COLUMNS : columns;
        } catch (IOException | IllegalStateException _) {
            return TextWidth.DEFAULT_COLUMNS;
        }
    }
}
