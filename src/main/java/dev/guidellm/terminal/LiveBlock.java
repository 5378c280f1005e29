package dev.guidellm.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/// Lines at the end of a terminal's screen that are drawn again in place, until they are taken away.
///
/// While it is open, what the program prints to standard output or standard error appears above the block, so that
/// log lines and the block do not write over each other. Safe to call from every thread.
public final class LiveBlock implements AutoCloseable {
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String BEGIN_FRAME = "\u001b[?2026h";
    private static final String END_FRAME = "\u001b[?2026l";
    private static final String CLEAR_LINE = "\u001b[2K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintStream screen;
    private final IntSupplier width;
    private final IntSupplier height;
    private final AutoCloseable release;
    private List<String> shown = List.of();
    private boolean atLineStart = true;
    private boolean open = true;

    /// @param screen where to draw
    /// @param width columns of the screen, asked at every drawing
    /// @param height its rows
    /// @param release ends the use of the screen
    LiveBlock(PrintStream screen, IntSupplier width, IntSupplier height, AutoCloseable release) {
        this.screen = screen;
        this.width = width;
        this.height = height;
        this.release = release;
        screen.print(HIDE_CURSOR);
        screen.flush();
    }

    /// A block on the program's terminal; empty when standard output is none, or one that cannot move its cursor.
    public static Optional<LiveBlock> open() {
        Terminal terminal;
        try {
            terminal = TerminalBuilder.builder()
                    .system(true)
                    .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                    .dumb(false)
                    .nativeSignals(false)
                    .build();
        } catch (IOException | IllegalStateException _) {
            return Optional.empty();
        }
        if (terminal.getType().startsWith("dumb") || terminal.getSize().getColumns() <= 0) {
            close(terminal);
            return Optional.empty();
        }
        PrintStream out = System.out;
        PrintStream err = System.err;
        LiveBlock block = new LiveBlock(
                out,
                () -> terminal.getSize().getColumns(),
                () -> terminal.getSize().getRows(),
                () -> {
                    System.setOut(out);
                    System.setErr(err);
                    terminal.close();
                });
        System.setOut(block.above(out));
        System.setErr(block.above(err));
        return Optional.of(block);
    }

    private static void close(Terminal terminal) {
        try {
            terminal.close();
        } catch (IOException _) {
            // it was never used
        }
    }

    /// The rows that the block may have without scrolling itself away.
    public int room() {
        return Math.max(1, height.getAsInt() - 1);
    }

    /// Shows `lines` in place of those shown before; what is too long for the screen is cut.
    public synchronized void show(List<String> lines) {
        if (!open) {
            return;
        }
        List<String> fitting = lines.stream()
                .limit(room())
                .map(line -> cut(line, width.getAsInt()))
                .toList();
        if (fitting.equals(shown)) {
            return;
        }
        if (!atLineStart) {
            shown = fitting; // drawn when the line that is being printed above ends
            return;
        }
        StringBuilder frame = new StringBuilder(BEGIN_FRAME);
        moveToTop(frame);
        for (String line : fitting) {
            frame.append(CLEAR_LINE).append(line).append("\r\n");
        }
        frame.append(CLEAR_BELOW).append(END_FRAME);
        shown = fitting;
        draw(frame);
    }

    /// Takes the block away and gives the screen back. Only the first call has an effect.
    @Override
    public synchronized void close() {
        if (!open) {
            return;
        }
        open = false;
        StringBuilder frame = new StringBuilder();
        if (atLineStart) {
            moveToTop(frame);
            frame.append(CLEAR_BELOW);
        }
        draw(frame.append(SHOW_CURSOR));
        shown = List.of();
        try {
            release.close();
        } catch (Exception e) {
            throw new IllegalStateException("the terminal cannot be given back", e);
        }
    }

    /// A stream that prints to `target`, above the block.
    PrintStream above(PrintStream target) {
        return new PrintStream(new Above(target), true, StandardCharsets.UTF_8);
    }

    private void moveToTop(StringBuilder frame) {
        if (!shown.isEmpty()) {
            frame.append("\u001b[").append(shown.size()).append('A');
        }
        frame.append('\r');
    }

    private void draw(StringBuilder frame) {
        screen.print(frame);
        screen.flush();
    }

    private synchronized void printAbove(PrintStream target, byte[] bytes, int offset, int length) {
        if (!open || length == 0) {
            target.write(bytes, offset, length);
            target.flush();
            return;
        }
        if (atLineStart && !shown.isEmpty()) {
            StringBuilder erase = new StringBuilder();
            moveToTop(erase);
            draw(erase.append(CLEAR_BELOW));
        }
        target.write(bytes, offset, length);
        target.flush();
        atLineStart = bytes[offset + length - 1] == '\n';
        if (atLineStart && !shown.isEmpty()) {
            StringBuilder again = new StringBuilder();
            shown.forEach(line -> again.append(line).append("\r\n"));
            draw(again);
        }
    }

    private static String cut(String line, int columns) {
        int length = line.codePointCount(0, line.length());
        return length < columns ? line : line.substring(0, line.offsetByCodePoints(0, Math.max(0, columns - 2))) + "…";
    }

    /// Collects what is printed and passes on whole writes.
    private final class Above extends OutputStream {
        private final PrintStream target;

        private Above(PrintStream target) {
            this.target = target;
        }

        @Override
        public void write(int b) {
            printAbove(target, new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte @Nullable [] bytes, int offset, int length) {
            if (bytes != null) {
                printAbove(target, bytes, offset, length);
            }
        }
    }
}
