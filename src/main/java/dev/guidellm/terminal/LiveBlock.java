package dev.guidellm.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/// Lines at the end of a terminal's screen that are drawn again in place, until they are taken away. Only what has
/// changed is sent.
///
/// While it is open, what the program prints to standard output or standard error appears above the block, so that
/// log lines and the block do not write over each other. Safe to call from every thread.
public final class LiveBlock implements AutoCloseable {
    private final Terminal terminal;
    private final Display display;
    private final Glyphs glyphs;
    private final boolean colored;
    private final AutoCloseable release;
    private List<StyledLine> shown = List.of();
    private Size size = Size.of(0, 0);
    private boolean atLineStart = true;
    private boolean open = true;

    /// @param terminal where to draw
    /// @param glyphs stands for what has no room
    /// @param colored whether meanings are shown by colours
    /// @param release ends the use of the terminal
    LiveBlock(Terminal terminal, Glyphs glyphs, boolean colored, AutoCloseable release) {
        this.terminal = terminal;
        this.glyphs = glyphs;
        this.colored = colored;
        this.release = release;
        display = new Display(terminal, false);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    /// A block on the program's terminal; empty when standard output is none, or one that cannot move its cursor.
    public static Optional<LiveBlock> open(Map<String, String> environment) {
        Terminal terminal;
        try {
            terminal = TerminalBuilder.builder()
                    .system(true)
                    .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                    .encoding(StandardCharsets.UTF_8)
                    .stdoutEncoding(StandardCharsets.UTF_8)
                    .graphemeCluster(false)
                    .dumb(false)
                    .nativeSignals(false)
                    .build();
        } catch (IOException | IllegalStateException _) {
            return Optional.empty();
        }
        if (terminal.getType().startsWith("dumb")
                || terminal.getStringCapability(Capability.cursor_up) == null
                || terminal.getSize().getColumns() <= 0) {
            close(terminal);
            return Optional.empty();
        }
        PrintStream out = System.out;
        PrintStream err = System.err;
        LiveBlock block = new LiveBlock(terminal, Glyphs.of(environment), Colors.wanted(environment), () -> {
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

    /// The columns that a line of the block may have: a full line would move the cursor on.
    public int columns() {
        return Math.max(1, terminal.getSize().getColumns() - 1);
    }

    /// The rows that the block may have without scrolling itself away.
    public int room() {
        return Math.max(1, terminal.getSize().getRows() - 1);
    }

    /// What drawings on this terminal are to be made of.
    public Glyphs glyphs() {
        return glyphs;
    }

    /// Shows `lines` in place of those shown before; what is too long for the screen is cut.
    public synchronized void show(List<StyledLine> lines) {
        if (!open || (lines.equals(shown) && terminal.getSize().equals(size))) {
            return;
        }
        shown = List.copyOf(lines);
        if (atLineStart) { // else drawn when the line that is being printed above ends
            draw(shown);
        }
    }

    /// Takes the block away and gives the screen back. Only the first call has an effect.
    @Override
    public synchronized void close() {
        if (!open) {
            return;
        }
        open = false;
        if (atLineStart) {
            draw(List.of());
        }
        terminal.puts(Capability.cursor_normal);
        terminal.flush();
        shown = List.of();
        try {
            release.close();
        } catch (Exception e) {
            throw new IllegalStateException("the terminal cannot be given back", e);
        }
    }

    /// A stream that prints to `target`, above the block.
    PrintStream above(OutputStream target) {
        return new PrintStream(new Above(target), true, StandardCharsets.UTF_8);
    }

    private void draw(List<StyledLine> lines) {
        Size now = Size.of(terminal.getSize());
        if (!now.equals(size)) {
            size = now;
            // The terminal has broken the lines anew; the cursor still stands where the block begins.
            terminal.puts(Capability.clr_eos);
            display.resize(now);
            display.reset();
        }
        List<AttributedString> styled = new ArrayList<>();
        for (StyledLine line : lines.subList(0, Math.min(lines.size(), room()))) {
            styled.add(styled(line));
        }
        display.update(styled, 0);
    }

    private AttributedString styled(StyledLine line) {
        int columns = columns();
        boolean fits = line.columns() <= columns;
        int room = fits ? columns : columns - TextWidth.of(glyphs.cut());
        AttributedStringBuilder styled = new AttributedStringBuilder();
        for (StyledLine.Part part : line.parts()) {
            String text = TextWidth.prefix(part.text(), room);
            room -= TextWidth.of(text);
            styled.styled(style(part.tone()), text);
            if (text.length() < part.text().length()) {
                break;
            }
        }
        return styled.append(fits ? "" : glyphs.cut()).toAttributedString();
    }

    private AttributedStyle style(Tone tone) {
        AttributedStyle plain = AttributedStyle.DEFAULT;
        if (!colored) {
            return plain;
        }
        return switch (tone) {
            case PLAIN -> plain;
            case STRONG -> plain.bold();
            case FAINT -> plain.faint();
            case GOOD -> plain.foreground(AttributedStyle.GREEN);
            case DOUBT -> plain.foreground(AttributedStyle.YELLOW);
            case BAD -> plain.foreground(AttributedStyle.RED);
        };
    }

    private synchronized void printAbove(OutputStream target, byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return;
        }
        boolean drawn = open && !shown.isEmpty();
        if (drawn) {
            terminal.beginSynchronizedUpdate(); // the gap between taking away and drawing again is not seen
        }
        if (drawn && atLineStart) {
            draw(List.of());
        }
        target.write(bytes, offset, length);
        target.flush();
        atLineStart = bytes[offset + length - 1] == '\n';
        if (drawn && atLineStart) {
            display.reset();
            draw(shown);
        }
        if (drawn) {
            terminal.endSynchronizedUpdate();
            terminal.flush();
        }
    }

    /// Collects what is printed and passes on whole writes.
    private final class Above extends OutputStream {
        private final OutputStream target;

        private Above(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int b) throws IOException {
            printAbove(target, new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte @Nullable [] bytes, int offset, int length) throws IOException {
            if (bytes != null) {
                printAbove(target, bytes, offset, length);
            }
        }
    }
}
