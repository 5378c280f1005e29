package dev.guidellm.terminal;

import java.io.Console;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/// How many columns the console has.
public final class ConsoleWidth {
    private static final int LEAST_COLUMNS = 20;

    private ConsoleWidth() {}

    /// The number in the variable `COLUMNS`, else the terminal's width, else [TextWidth#DEFAULT_COLUMNS].
    public static int columns(Map<String, String> environment) {
        String given = environment.getOrDefault("COLUMNS", "");
        if (given.matches("[1-9]\\d{1,4}")) {
            return Math.max(LEAST_COLUMNS, Integer.parseInt(given));
        }
        if (!Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false)) {
            return TextWidth.DEFAULT_COLUMNS;
        }
        try (Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .nativeSignals(false)
                .build()) {
            int columns = terminal.getSize().getColumns();
            return columns < LEAST_COLUMNS ? TextWidth.DEFAULT_COLUMNS : columns;
        } catch (IOException | IllegalStateException _) {
            return TextWidth.DEFAULT_COLUMNS;
        }
    }
}
