package dev.guidellm.transport;

import java.util.Arrays;

/// Walks through the lines of a [LineLog] and puts each together again. Used by one thread.
public final class LineCursor {
    private final byte[] packed;
    private final int end;
    private int at;
    private byte[] line = new byte[512];
    private int length;
    private long nanos;
    private boolean afterBlankLine;

    LineCursor(byte[] packed, int end) {
        this.packed = packed;
        this.end = end;
    }

    /// Goes on to the next line; false when there is none.
    public boolean next() {
        if (at >= end) {
            return false;
        }
        long first = number();
        int same = (int) (first >>> 1);
        int sameAtEnd = (int) number();
        int middle = (int) number();
        nanos += number();
        afterBlankLine = (first & 1) != 0;
        int nextLength = same + middle + sameAtEnd;
        if (nextLength > line.length) {
            line = Arrays.copyOf(line, nextLength + nextLength / 2);
        }
        if (nextLength != length && sameAtEnd > 0) {
            System.arraycopy(line, length - sameAtEnd, line, same + middle, sameAtEnd);
        }
        System.arraycopy(packed, at, line, same, middle);
        at += middle;
        length = nextLength;
        return true;
    }

    /// Holds the line from its first byte on, until [#next()] is called.
    public byte[] buffer() {
        return line;
    }

    /// Bytes of the line, without its line end.
    public int length() {
        return length;
    }

    /// When the read that completed the line returned.
    public long nanos() {
        return nanos;
    }

    /// Whether a blank line stands between this line and the one before it.
    public boolean isAfterBlankLine() {
        return afterBlankLine;
    }

    private long number() {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = packed[at++];
            value |= (next & 0x7fL) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }
}
