package dev.guidellm.backend;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Finds the data in a line of an event stream (WHATWG HTML, "Server-sent events"). Blanks before the field's
/// name are forgiven, and blanks around the data are dropped, since JSON has no use for them.
///
/// Used by one thread at a time.
final class DataLine {
    private static final byte[] FIELD = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[0];
    private int from;
    private int to;

    /// Whether the line of `length` bytes from `offset` carries data; if so it is in [#from()] to [#to()].
    ///
    /// @param first whether it is the stream's first line, which may begin with a byte order mark
    boolean read(byte[] buffer, int offset, int length, boolean first) {
        bytes = buffer;
        from = offset;
        to = offset + length;
        if (first && startsWithMark()) {
            from += 3;
        }
        trim();
        int field = from + FIELD.length;
        if (field > to || !Arrays.equals(bytes, from, field, FIELD, 0, FIELD.length)) {
            return false;
        }
        if (field < to && bytes[field] != ':') {
            return false;
        }
        from = Math.min(field + 1, to);
        trim();
        return true;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    boolean isEmpty() {
        return from == to;
    }

    /// Whether the data is the word that ends a stream.
    boolean isDone() {
        return Arrays.equals(bytes, from, to, DONE, 0, DONE.length);
    }

    /// The data as text; bytes that are not UTF-8 become U+FFFD.
    String text() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private boolean startsWithMark() {
        return to - from >= 3
                && bytes[from] == (byte) 0xef
                && bytes[from + 1] == (byte) 0xbb
                && bytes[from + 2] == (byte) 0xbf;
    }

    private void trim() {
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }
}
