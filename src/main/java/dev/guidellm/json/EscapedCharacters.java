package dev.guidellm.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds what cannot be copied into a JSON string as it is, eight bytes at a time: a prompt has hundreds of thousands
/// of characters and next to none of these.
final class EscapedCharacters {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101010101010101L;
    private static final long SIGNS = 0x8080808080808080L;

    private EscapedCharacters() {}

    /// The place of the first byte from `from` on that is a control character, a quote, a backslash, beyond ASCII,
    /// or a question mark, which may stand for a character that could not be encoded; the length without one.
    static int next(byte[] text, int from) {
        int at = from;
        while (at <= text.length - Long.BYTES && !isAnyIn((long) LONGS.get(text, at))) {
            at += Long.BYTES;
        }
        while (at < text.length && !isOne(text[at])) {
            at++;
        }
        return at;
    }

    /// The sign of a byte shows that it is one; a borrow from the byte below can only follow one.
    private static boolean isAnyIn(long bytes) {
        long control = bytes - ' ' * EACH;
        long quote = (bytes ^ '"' * EACH) - EACH;
        long backslash = (bytes ^ '\\' * EACH) - EACH;
        long questionMark = (bytes ^ '?' * EACH) - EACH;
        return ((bytes | control | quote | backslash | questionMark) & SIGNS) != 0;
    }

    private static boolean isOne(byte b) {
        return b < ' ' || b == '"' || b == '\\' || b == '?';
    }
}
