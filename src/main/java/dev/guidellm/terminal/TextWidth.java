package dev.guidellm.terminal;

import java.util.ArrayList;
import java.util.List;

/// Text measured in terminal columns: most characters take one, East Asian wide ones and emoji two, combining marks
/// none.
public final class TextWidth {
    /// The width that holds where there is no terminal.
    public static final int DEFAULT_COLUMNS = 80;

    // first and last code point of the blocks that terminals show two columns wide (Unicode East Asian Width W and F)
    private static final int[][] WIDE = {
        {0x1100, 0x115F},
        {0x231A, 0x231B},
        {0x2329, 0x232A},
        {0x23E9, 0x23EC},
        {0x25FD, 0x25FE},
        {0x2614, 0x2615},
        {0x2648, 0x2653},
        {0x26AA, 0x26AB},
        {0x26BD, 0x26BE},
        {0x2705, 0x2705},
        {0x274C, 0x274C},
        {0x2753, 0x2755},
        {0x2795, 0x2797},
        {0x2B1B, 0x2B1C},
        {0x2E80, 0x303E},
        {0x3041, 0x33FF},
        {0x3400, 0x4DBF},
        {0x4E00, 0x9FFF},
        {0xA000, 0xA4CF},
        {0xA960, 0xA97F},
        {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6},
        {0x16FE0, 0x18DFF},
        {0x1B000, 0x1B2FF},
        {0x1F004, 0x1F004},
        {0x1F0CF, 0x1F0CF},
        {0x1F18E, 0x1F18E},
        {0x1F191, 0x1F19A},
        {0x1F200, 0x1F320},
        {0x1F32D, 0x1F64F},
        {0x1F680, 0x1F6FF},
        {0x1F7E0, 0x1F7EB},
        {0x1F90C, 0x1FAFF},
        {0x20000, 0x3FFFD}
    };

    private TextWidth() {}

    /// The columns that `text`, a single line, takes.
    public static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    /// `text` followed by blanks up to `columns`.
    public static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
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
            int cut = cutAt(rest, columns);
            lines.add(rest.substring(0, cut));
            rest = rest.substring(cut);
        }
        line.append(rest);
    }

    private static int cutAt(String word, int columns) {
        int width = 0;
        int at = 0;
        while (at < word.length()) {
            int codePoint = word.codePointAt(at);
            width += of(codePoint);
            if (width > columns && at > 0) {
                return at;
            }
            at += Character.charCount(codePoint);
        }
        return at;
    }

    private static int of(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT
                || type == Character.CONTROL) {
            return 0;
        }
        int low = 0;
        int high = WIDE.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (codePoint > WIDE[middle][1]) {
                low = middle + 1;
            } else if (codePoint < WIDE[middle][0]) {
                high = middle - 1;
            } else {
                return 2;
            }
        }
        return 1;
    }
}
