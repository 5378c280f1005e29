package dev.guidellm.backend;

/// Words and characters of an answer, counted as the original counts them.
final class WordCount {
    private WordCount() {}

    /// Runs of characters between whitespace, whitespace in the sense of Unicode and of the ASCII separators.
    static long words(String text) {
        long words = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); i++) {
            boolean space = isSpace(text.charAt(i));
            if (!space && !inWord) {
                words++;
            }
            inWord = !space;
        }
        return words;
    }

    /// Unicode code points.
    static long characters(String text) {
        return text.codePointCount(0, text.length());
    }

    /// Whether nothing but whitespace is in `text`.
    static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isSpace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpace(char c) {
        return c <= ' ' ? c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f) : isWideSpace(c);
    }

    private static boolean isWideSpace(char c) {
        return c == 0x85
                || c == 0xa0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200a)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202f
                || c == 0x205f
                || c == 0x3000;
    }
}
