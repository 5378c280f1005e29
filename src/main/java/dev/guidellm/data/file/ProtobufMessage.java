package dev.guidellm.data.file;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The fields of a protobuf message, in their order, as the wire has them: their numbers and values, no names.
///
/// By the encoding's description, https://protobuf.dev/programming-guides/encoding/ (varint, 64-bit, length,
/// 32-bit; the two kinds of groups are skipped as faults, no current format has them).
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED32 = 5;

    private final byte[] bytes;
    private final int end;
    private final int start;

    ProtobufMessage(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
    }

    /// Bytes that are no message.
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedException(String problem) {
            super(problem);
        }
    }

    /// Takes fields.
    interface Visitor {
        /// A number: a varint, or the bits of a fixed one.
        void number(int field, long value) throws MalformedException;

        /// A text, bytes or a message.
        void block(int field, ProtobufMessage value) throws MalformedException;
    }

    /// Gives every field, in order.
    void visit(Visitor visitor) throws MalformedException {
        Cursor cursor = new Cursor(start);
        while (cursor.at < end) {
            long tag = cursor.varint();
            int field = (int) (tag >>> 3);
            switch ((int) (tag & 7)) {
                case VARINT -> visitor.number(field, cursor.varint());
                case FIXED64 -> visitor.number(field, cursor.fixed(8));
                case FIXED32 -> visitor.number(field, cursor.fixed(4));
                case LENGTH -> {
                    long length = cursor.varint();
                    if (field == 0 || length < 0 || length > end - cursor.at) {
                        throw new MalformedException("a field ends beyond its message");
                    }
                    visitor.block(field, new ProtobufMessage(bytes, cursor.at, cursor.at + (int) length));
                    cursor.at += (int) length;
                }
                default -> throw new MalformedException("a field has no known type");
            }
        }
    }

    /// Whether the outermost fields can be read to the end.
    boolean isWellFormed() {
        try {
            visit(new Visitor() {
                @Override
                public void number(int field, long value) {}

                @Override
                public void block(int field, ProtobufMessage value) {}
            });
            return true;
        } catch (MalformedException e) {
            return false;
        }
    }

    /// The bytes as UTF-8.
    String text() {
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    /// The bytes as hexadecimal digits.
    String hex() {
        return HexFormat.of().formatHex(bytes, start, end);
    }

    private final class Cursor {
        private int at;

        Cursor(int at) {
            this.at = at;
        }

        long varint() throws MalformedException {
            long value = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                if (at == end) {
                    throw new MalformedException("a number is cut off");
                }
                byte next = bytes[at++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new MalformedException("a number is too long");
        }

        long fixed(int size) throws MalformedException {
            if (end - at < size) {
                throw new MalformedException("a number is cut off");
            }
            long value = 0;
            for (int i = size - 1; i >= 0; i--) {
                value = value << 8 | (bytes[at + i] & 0xff);
            }
            at += size;
            return value;
        }
    }
}
