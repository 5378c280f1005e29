package dev.guidellm.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds the lines of an event stream in a growing body and keeps where and when each non-blank one was complete.
///
/// A line ends at LF, CR or CRLF and nowhere else (WHATWG HTML §9.2.5); at CR it is complete at once, a LF that follows
/// belongs to it. Empty lines and lines of whitespace only are passed over. For one thread.
final class LineSplitter {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    /// Told of each non-blank line.
    interface Lines {
        /// `buffer` holds the line from `offset`, without its line end.
        void onLine(byte[] buffer, int offset, int length, long readNanos);
    }

    private int lineStart;
    private int scanned;
    private boolean lineFeedBelongsToLine;
    private int count;
    private int[] starts;
    private int[] lengths;
    private long[] nanos;

    /// @param expectedLines room to begin with
    LineSplitter(int expectedLines) {
        int capacity = Math.max(8, expectedLines);
        starts = new int[capacity];
        lengths = new int[capacity];
        nanos = new long[capacity];
    }

    /// The body has grown to `limit` bytes.
    void scan(byte[] body, int limit, long readNanos, Lines sink) {
        int at = scanned;
        if (lineFeedBelongsToLine && at < limit) {
            if (body[at] == '\n') {
                at++;
                lineStart = at;
            }
            lineFeedBelongsToLine = false;
        }
        while (at < limit) {
            int end = lineEnd(body, at, limit);
            if (end < 0) {
                break;
            }
            line(body, end, readNanos, sink);
            at = end + 1;
            if (body[end] == '\r') {
                if (at == limit) {
                    lineFeedBelongsToLine = true;
                } else if (body[at] == '\n') {
                    at++;
                }
            }
            lineStart = at;
        }
        scanned = limit;
    }

    /// The body is over at `limit`: what stands after the last line end is a line too.
    void finish(byte[] body, int limit, long readNanos, Lines sink) {
        if (lineStart < limit) {
            line(body, limit, readNanos, sink);
            lineStart = limit;
        }
    }

    int count() {
        return count;
    }

    int start(int index) {
        return starts[checked(index)];
    }

    int length(int index) {
        return lengths[checked(index)];
    }

    long nanos(int index) {
        return nanos[checked(index)];
    }

    private int checked(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("line " + index + " of " + count);
        }
        return index;
    }

    private void line(byte[] body, int end, long readNanos, Lines sink) {
        int start = lineStart;
        if (isBlank(body, start, end)) {
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        starts[count] = start;
        lengths[count] = end - start;
        nanos[count] = readNanos;
        count++;
        sink.onLine(body, start, end - start, readNanos);
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
