package dev.guidellm.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds the lines of an event stream in its bytes as they come, and logs each non-blank one.
///
/// A line ends at LF, CR or CRLF and nowhere else (WHATWG HTML §9.2.5); at CR it is complete at once, a LF that follows
/// belongs to it. Empty lines and lines of whitespace only are passed over. For one thread.
final class LineSplitter {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;
    private static final byte[] NO_BYTES = {};
    private static final int LARGEST_KEPT_BUFFER = 16 * 1024;

    /// Told of each non-blank line.
    interface Lines {
        /// `buffer` holds the line from `offset`, without its line end; valid during the call only.
        void onLine(byte[] buffer, int offset, int length, long readNanos);
    }

    private final LineLog log;
    private byte[] begun = NO_BYTES;
    private int begunLength;
    private boolean lineFeedBelongsToLine;
    private boolean afterBlankLine;

    /// @param log takes the lines
    LineSplitter(LineLog log) {
        this.log = log;
    }

    LineLog log() {
        return log;
    }

    /// `length` more bytes have come.
    void feed(byte[] bytes, int offset, int length, long readNanos, Lines sink) {
        int at = offset;
        int limit = offset + length;
        if (lineFeedBelongsToLine && at < limit) {
            at += bytes[at] == '\n' ? 1 : 0;
            lineFeedBelongsToLine = false;
        }
        while (at < limit) {
            int end = lineEnd(bytes, at, limit);
            if (end < 0) {
                keep(bytes, at, limit);
                return;
            }
            if (begunLength == 0) {
                line(bytes, at, end, readNanos, sink);
            } else {
                keep(bytes, at, end);
                begunLine(readNanos, sink);
            }
            at = end + 1;
            if (bytes[end] == '\r') {
                if (at == limit) {
                    lineFeedBelongsToLine = true;
                } else if (bytes[at] == '\n') {
                    at++;
                }
            }
        }
    }

    /// The lines so far, each with a line feed after it, and what came of the next.
    byte[] text() {
        byte[] whole = log.text();
        byte[] text = Arrays.copyOf(whole, whole.length + begunLength);
        System.arraycopy(begun, 0, text, whole.length, begunLength);
        return text;
    }

    /// No more bytes come: what stands after the last line end is a line too.
    void finish(long readNanos, Lines sink) {
        if (begunLength > 0) {
            begunLine(readNanos, sink);
        }
    }

    private void begunLine(long readNanos, Lines sink) {
        line(begun, 0, begunLength, readNanos, sink);
        begunLength = 0;
        if (begun.length > LARGEST_KEPT_BUFFER) {
            begun = NO_BYTES;
        }
    }

    private void keep(byte[] bytes, int from, int to) {
        int needed = begunLength + to - from;
        if (needed > begun.length) {
            begun = Arrays.copyOf(begun, (int) Math.max(needed, Math.min(2L * begun.length, Integer.MAX_VALUE - 8)));
        }
        System.arraycopy(bytes, from, begun, begunLength, to - from);
        begunLength = needed;
    }

    private void line(byte[] bytes, int start, int end, long readNanos, Lines sink) {
        if (isBlank(bytes, start, end)) {
            afterBlankLine = true;
            return;
        }
        log.add(bytes, start, end - start, readNanos, afterBlankLine);
        afterBlankLine = false;
        sink.onLine(bytes, start, end - start, readNanos);
    }

    private static boolean isBlank(byte[] body, int start, int end) {
        for (int i = start; i < end; i++) {
            byte b = body[i];
            // what Python's str.strip takes off, of the ASCII characters
            boolean space = b == ' ' || (b >= 9 && b <= 13) || (b >= 28 && b <= 31);
            if (!space) {
                return false;
            }
        }
        return true;
    }

    /// Index of the first LF or CR, or -1; eight bytes at a time.
    static int lineEnd(byte[] bytes, int from, int limit) {
        int i = from;
        for (; i + 8 <= limit; i += 8) {
            long word = (long) LONGS.get(bytes, i);
            long lf = word ^ ('\n' * ONES);
            long cr = word ^ ('\r' * ONES);
            // The lowest set bit of each term is exact; bits above it may be false, which the minimum ignores.
            long hit = (((lf - ONES) & ~lf) | ((cr - ONES) & ~cr)) & HIGH;
            if (hit != 0) {
                return i + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        for (; i < limit; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                return i;
            }
        }
        return -1;
    }
}
