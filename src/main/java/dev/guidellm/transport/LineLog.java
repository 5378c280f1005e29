package dev.guidellm.transport;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The lines of an event stream and when each was complete, in a small fraction of their room: of each line only what
/// tells it from the one before is kept. Events of one stream have nearly all of their bytes in common, and an open
/// stream's memory is mostly its answer so far.
///
/// Written by one thread; may be read by others after its end, through a hand-over that orders memory.
public final class LineLog {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NO_BYTES = {};
    private static final int FIRST_ALLOCATION = 256;
    private static final int LARGEST_FIRST_ALLOCATION = 16 * 1024;

    /// Longer lines are no events of a token each: they are kept whole, and the next one as well.
    private static final int LONGEST_COMPARED = 16 * 1024;

    /// Bytes of a line's four numbers: three of at most five bytes each, and a time of at most ten.
    private static final int MOST_NUMBERS = 3 * 5 + 10;

    private final int firstAllocation;
    private byte[] packed = NO_BYTES;
    private int packedLength;
    private int count;
    private long lastNanos;
    private byte[] last = NO_BYTES;
    private int lastLength;

    /// @param expectedSize bytes that it will probably take, see [#size()]
    public LineLog(int expectedSize) {
        firstAllocation = Math.clamp(expectedSize, FIRST_ALLOCATION, LARGEST_FIRST_ALLOCATION);
    }

    /// Adds the line of `length` bytes from `offset`.
    ///
    /// @param nanos when it was complete
    /// @param afterBlankLine whether a blank line stands before it
    public void add(byte[] buffer, int offset, int length, long nanos, boolean afterBlankLine) {
        int same = 0;
        int sameAtEnd = 0;
        if (lastLength > 0 && length <= LONGEST_COMPARED) {
            int comparable = Math.min(lastLength, length);
            int difference = Arrays.mismatch(last, 0, comparable, buffer, offset, offset + comparable);
            same = difference < 0 ? comparable : difference;
            sameAtEnd = commonEnd(buffer, offset + length, comparable - same);
        }
        int middle = length - same - sameAtEnd;
        reserve(middle + MOST_NUMBERS);
        number(2L * same + (afterBlankLine ? 1 : 0));
        number(sameAtEnd);
        number(middle);
        number(nanos - lastNanos);
        System.arraycopy(buffer, offset + same, packed, packedLength, middle);
        packedLength += middle;
        lastNanos = nanos;
        count++;
        remember(buffer, offset, length, same, sameAtEnd);
    }

    /// Number of lines.
    public int count() {
        return count;
    }

    /// Bytes that it takes by now.
    public int size() {
        return packedLength;
    }

    /// A walk through the lines from the first on; valid as long as no line is added.
    public LineCursor cursor() {
        return new LineCursor(packed, packedLength);
    }

    /// The lines as a text, each with a line feed after it.
    byte[] text() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        LineCursor cursor = cursor();
        while (cursor.next()) {
            text.write(cursor.buffer(), 0, cursor.length());
            text.write('\n');
        }
        return text.toByteArray();
    }

    /// How many bytes before `end` are the same as the last bytes of the last line; eight at a time.
    private int commonEnd(byte[] buffer, int end, int most) {
        int found = 0;
        while (found + 8 <= most) {
            long difference =
                    (long) LONGS.get(last, lastLength - found - 8) ^ (long) LONGS.get(buffer, end - found - 8);
            if (difference != 0) {
                return found + (Long.numberOfLeadingZeros(difference) >>> 3);
            }
            found += 8;
        }
        while (found < most && last[lastLength - found - 1] == buffer[end - found - 1]) {
            found++;
        }
        return found;
    }

    private void remember(byte[] buffer, int offset, int length, int same, int sameAtEnd) {
        if (length > LONGEST_COMPARED) {
            lastLength = 0;
            return;
        }
        if (length > last.length) {
            byte[] larger = new byte[length + length / 8];
            System.arraycopy(last, 0, larger, 0, same);
            last = larger;
        }
        int changed = length == lastLength ? length - sameAtEnd : length;
        System.arraycopy(buffer, offset + same, last, same, changed - same);
        lastLength = length;
    }

    private void reserve(int more) {
        int needed = packedLength + more;
        if (needed > packed.length) {
            packed = Arrays.copyOf(packed, Math.max(needed, packedLength == 0 ? firstAllocation : 2 * packedLength));
        }
    }

    /// Seven bits a byte, the lowest first; all but the last byte have the highest bit set.
    private void number(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            packed[packedLength++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        packed[packedLength++] = (byte) rest;
    }
}
