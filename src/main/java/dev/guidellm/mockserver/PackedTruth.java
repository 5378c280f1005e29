package dev.guidellm.mockserver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Entries of the record, packed: moments as differences in a variable number of bytes, about seven bytes a token.
/// Not safe for several threads; reading needs no writer at work.
final class PackedTruth {
    private static final int STREAMED = 1;
    private static final int COMPLETED = 2;

    private byte[] bytes;
    private int size;

    PackedTruth(int capacity) {
        bytes = new byte[capacity];
    }

    private PackedTruth(byte[] bytes) {
        this.bytes = bytes;
        this.size = bytes.length;
    }

    /// What is in it now.
    PackedTruth copy() {
        return new PackedTruth(Arrays.copyOf(bytes, size));
    }

    /// Whether a short entry may not fit into `capacity` bytes any more.
    boolean isFull(int capacity) {
        return size > capacity - capacity / 16;
    }

    void add(TruthRecord entry) {
        putText(entry.requestId());
        putText(entry.path());
        putNumber((entry.streamed() ? STREAMED : 0) | (entry.completed() ? COMPLETED : 0));
        putNumber(entry.promptTokens());
        putNumber(entry.prompt().size());
        entry.prompt().forEach(this::putText);
        putNumber(entry.arrivalNanos());
        putNumber(entry.serviceNanos() - entry.arrivalNanos());
        long[] intended = entry.intendedNanos();
        long[] written = entry.writeNanos();
        putNumber(written.length);
        long before = entry.serviceNanos();
        for (int i = 0; i < written.length; i++) {
            putNumber(intended[i] - before);
            putNumber(written[i] - intended[i]);
            before = intended[i];
        }
        putNumber(entry.endNanos() - before);
    }

    /// Gives every entry, in the order of [#add].
    void forEach(Consumer<TruthRecord> action) {
        Cursor cursor = new Cursor();
        while (cursor.at < size) {
            action.accept(cursor.next());
        }
    }

    private void putText(@Nullable String text) {
        if (text == null) {
            putNumber(-1);
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        putNumber(utf8.length);
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
    }

    /// Seven bits a byte, lowest first; the sign goes into the lowest bit, so that small negative numbers are short
    /// too.
    private void putNumber(long number) {
        reserve(10);
        long rest = (number << 1) ^ (number >> 63);
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    /// Reads entries one after the other.
    private final class Cursor {
        private int at;

        TruthRecord next() {
            String requestId = text();
            String path = String.valueOf(text());
            int flags = (int) number();
            int promptTokens = (int) number();
            int texts = (int) number();
            List<String> prompt = new ArrayList<>(texts);
            for (int i = 0; i < texts; i++) {
                prompt.add(String.valueOf(text()));
            }
            long arrival = number();
            long service = arrival + number();
            int writes = (int) number();
            long[] intended = new long[writes];
            long[] written = new long[writes];
            long before = service;
            for (int i = 0; i < writes; i++) {
                intended[i] = before + number();
                written[i] = intended[i] + number();
                before = intended[i];
            }
            return new TruthRecord(
                    requestId,
                    path,
                    (flags & STREAMED) != 0,
                    promptTokens,
                    prompt,
                    arrival,
                    service,
                    intended,
                    written,
                    before + number(),
                    (flags & COMPLETED) != 0);
        }

        private @Nullable String text() {
            int length = (int) number();
            if (length < 0) {
                return null;
            }
            String text = new String(bytes, at, length, StandardCharsets.UTF_8);
            at += length;
            return text;
        }

        private long number() {
            long value = 0;
            int shift = 0;
            byte next;
            do {
                next = bytes[at++];
                value |= (long) (next & 0x7f) << shift;
                shift += 7;
            } while (next < 0);
            return (value >>> 1) ^ -(value & 1);
        }
    }
}
