package dev.guidellm.backend;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A text that comes in pieces, mostly as ASCII bytes: those are kept as bytes until the whole text is asked for. Used
/// by one thread.
final class TextPieces {
    private static final byte[] NOTHING = {};

    private byte[] ascii = NOTHING;
    private int length;
    private StringBuilder before = new StringBuilder(0);

    void add(String piece) {
        before.append(new String(ascii, 0, length, StandardCharsets.ISO_8859_1)).append(piece);
        length = 0;
    }

    /// Adds the text at `span` of `bytes`, which is the inside of a valid JSON string.
    void add(byte[] bytes, EventGlance.Span span) {
        if (span.isPlain()) {
            int more = span.to() - span.from();
            if (length + more > ascii.length) {
                ascii = Arrays.copyOf(ascii, Math.max(length + more, Math.max(256, 2 * ascii.length)));
            }
            System.arraycopy(bytes, span.from(), ascii, length, more);
            length += more;
        } else {
            add(text(bytes, span));
        }
    }

    boolean isEmpty() {
        return length == 0 && before.isEmpty();
    }

    @Override
    public String toString() {
        String rest = new String(ascii, 0, length, StandardCharsets.ISO_8859_1);
        return before.isEmpty() ? rest : before + rest;
    }

    /// The text that stands as the inside of a valid JSON string at `span`; bytes that are not UTF-8 become U+FFFD.
    static String text(byte[] bytes, EventGlance.Span span) {
        int from = span.from();
        int to = span.to();
        if (span.isPlain()) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        StringBuilder text = new StringBuilder(to - from);
        int segment = from;
        int at = from;
        while (at < to) {
            if (bytes[at] != '\\') {
                at++;
                continue;
            }
            text.append(new String(bytes, segment, at - segment, StandardCharsets.UTF_8));
            byte escaped = bytes[at + 1];
            at += 2;
            switch (escaped) {
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) hex(bytes, at));
                    at += 4;
                }
                default -> text.append((char) escaped);
            }
            segment = at;
        }
        return text.append(new String(bytes, segment, to - segment, StandardCharsets.UTF_8))
                .toString();
    }

    private static int hex(byte[] bytes, int at) {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            value = value << 4 | Character.digit(bytes[i], 16);
        }
        return value;
    }
}
