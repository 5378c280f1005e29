package dev.guidellm.terminal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A [LiveBlock] on a screen that a test can look at: knows line ends, moving up, and clearing.
public final class ScreenBlock {
    private static final Pattern PIECE =
            Pattern.compile("\u001b\\[(\\d*)A|\u001b\\[2K|\u001b\\[J|\u001b\\[\\?\\d+[hl]|\r|\n|[^\u001b\r\n]+");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final LiveBlock block;

    /// A screen of so many columns and rows.
    public ScreenBlock(int columns, int rows) {
        block = new LiveBlock(stream, () -> columns, () -> rows, () -> {});
    }

    /// The block on it.
    public LiveBlock block() {
        return block;
    }

    /// A stream that prints above the block.
    PrintStream above() {
        return block.above(stream);
    }

    /// What was sent to it.
    String sent() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// The lines that a user sees, up to the cursor.
    public List<String> visible() {
        List<String> lines = new ArrayList<>(List.of(""));
        int row = 0;
        Matcher pieces = PIECE.matcher(sent());
        while (pieces.find()) {
            String piece = pieces.group();
            if (piece.endsWith("A") && piece.startsWith("\u001b")) {
                row -= Integer.parseInt(pieces.group(1));
            } else if (piece.equals("\u001b[2K")) {
                lines.set(row, "");
            } else if (piece.equals("\u001b[J")) {
                lines = new ArrayList<>(lines.subList(0, row));
                lines.add("");
            } else if (piece.equals("\n")) {
                row++;
                if (row == lines.size()) {
                    lines.add("");
                }
            } else if (!piece.equals("\r") && !piece.startsWith("\u001b")) {
                lines.set(row, lines.get(row) + piece);
            }
        }
        return lines.getLast().isEmpty() ? List.copyOf(lines.subList(0, lines.size() - 1)) : List.copyOf(lines);
    }
}
