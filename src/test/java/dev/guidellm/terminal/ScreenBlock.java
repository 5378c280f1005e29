package dev.guidellm.terminal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;
import org.jspecify.annotations.NullMarked;

/// A [LiveBlock] on an emulated screen that a test can look at.
@NullMarked
public final class ScreenBlock {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final ScreenTerminal screen;
    private final LineDisciplineTerminal terminal;
    private final LiveBlock block;

    /// A screen of so many columns and rows.
    public ScreenBlock(int columns, int rows) {
        this(columns, rows, Glyphs.UNICODE, false);
    }

    /// A screen of so many columns and rows.
    public ScreenBlock(int columns, int rows, Glyphs glyphs, boolean colored) {
        screen = new ScreenTerminal(columns, rows);
        try {
            terminal = new LineDisciplineTerminal(
                    "test",
                    "xterm-256color",
                    new OutputStream() {
                        @Override
                        public void write(int b) {
                            sent.write(b);
                        }
                    },
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        terminal.setSize(Size.of(columns, rows));
        block = new LiveBlock(terminal, glyphs, colored, () -> {});
    }

    /// The block on it.
    public LiveBlock block() {
        return block;
    }

    /// Gives the screen another size, as a user does with a window.
    void resize(int columns, int rows) {
        visible();
        screen.setSize(Size.of(columns, rows));
        terminal.setSize(Size.of(columns, rows));
    }

    /// A stream that prints above the block.
    PrintStream above() {
        return block.above(terminal.output());
    }

    /// What was sent to it.
    public String sent() {
        return sent.toString(StandardCharsets.UTF_8);
    }

    /// The lines that a user sees, without empty ones at the end.
    public List<String> visible() {
        terminal.flush();
        screen.write(sent());
        sent.reset();
        List<String> lines = new ArrayList<>(
                screen.toString().lines().map(String::stripTrailing).toList());
        while (!lines.isEmpty() && lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines;
    }
}
