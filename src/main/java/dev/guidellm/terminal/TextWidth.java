package dev.guidellm.terminal;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/// Text measured in terminal columns: most characters take one, East Asian wide ones and emoji two, combining marks
/// none.
public final class TextWidth {
    /// The width that holds where there is no terminal.
    public static final int DEFAULT_COLUMNS = 80;

    private TextWidth() {}

    /// The columns that `text`, a single line, takes.
    public static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    /// `text` followed by blanks up to `columns`.
    public static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }

    /// As much of the beginning of `text` as fits into `columns`.
    public static String prefix(String text, int columns) {
        return of(text) <= columns ? text : text.substring(0, cutAt(text, columns, false));
    }

    /// `text` broken at blanks into lines of at most `columns`; a longer word is cut. Line feeds in the text stay
    /// breaks.
    public static List<String> wrap(String text, int columns) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.split("\\R", -1)) {
            StringBuilder line = new StringBuilder();
            for (String word : paragraph.split(" ", -1)) {
                place(word, line, lines, columns);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static void place(String word, StringBuilder line, List<String> lines, int columns) {
        if (!line.isEmpty() && of(line.toString()) + 1 + of(word) > columns) {
            lines.add(line.toString().stripTrailing());
            line.setLength(0);
        } else if (!line.isEmpty()) {
            line.append(' ');
        }
        String rest = word;
        while (of(rest) > columns) {
            int cut = cutAt(rest, columns, true);
            lines.add(rest.substring(0, cut));
            rest = rest.substring(cut);
        }
        line.append(rest);
    }

    /// @param some whether at least one character is taken, although it does not fit
    private static int cutAt(String word, int columns, boolean some) {
        int width = 0;
        int at = 0;
        while (at < word.length()) {
            int codePoint = word.codePointAt(at);
            width += of(codePoint);
            if (width > columns && (at > 0 || !some)) {
                return at;
            }
            at += Character.charCount(codePoint);
        }
        return at;
    }

    private static int of(int codePoint) {
        return Math.max(0, WCWidth.wcwidth(codePoint)); // a control character has no width
    }

    /// A sentence behind a mark of two columns, broken to fit `columns` besides it; later lines begin with blanks.
    ///
    /// @param columns at least 1
    public static List<String> marked(String mark, String text, int columns) {
        List<String> lines = new ArrayList<>();
        for (String line : wrap(text, columns)) {
            lines.add((lines.isEmpty() ? mark : "  ") + line);
        }
        return lines;
    }
}
