package dev.guidellm.mockserver;

import java.util.Arrays;

/// The moments of one answer's writes, as they happen. Used on one loop.
final class WriteTimes {
    private long[] intended = new long[64];
    private long[] written = new long[64];
    private int size;

    void add(long intendedNanos, long writtenNanos) {
        if (size == written.length) {
            intended = Arrays.copyOf(intended, size * 2);
            written = Arrays.copyOf(written, size * 2);
        }
        intended[size] = intendedNanos;
        written[size++] = writtenNanos;
    }

    long[] intended() {
        return Arrays.copyOf(intended, size);
    }

    long[] written() {
        return Arrays.copyOf(written, size);
    }
}
