package dev.guidellm.transport;

import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Removes `gzip` or `deflate` from a body that arrives in pieces; what can be decoded is handed on at once, so that a
/// compressed event stream keeps its arrival times. For one thread; [#close()] frees native memory.
final class ContentDecoder implements AutoCloseable {
    /// Takes decoded bytes; returns null to go on, or why no more can be taken.
    interface Sink {
        /// `bytes` from `offset` are valid during the call only.
        @Nullable
        String accept(byte[] bytes, int offset, int length, long readNanos);
    }

    private enum State {
        GZIP_HEADER,
        GZIP_EXTRA_LENGTH,
        GZIP_EXTRA,
        GZIP_NAME,
        GZIP_COMMENT,
        GZIP_HEADER_CHECK,
        DEFLATE_FIRST_BYTE,
        DATA,
        GZIP_TRAILER,
        AFTER_END
    }

    private final boolean gzip;
    private final byte[] out = new byte[8192];
    private final CRC32 check = new CRC32();
    private @Nullable Inflater inflater;
    private State state;
    private int flags;
    private int at;
    private long number;

    private ContentDecoder(boolean gzip) {
        this.gzip = gzip;
        this.state = gzip ? State.GZIP_HEADER : State.DEFLATE_FIRST_BYTE;
    }

    /// Whether a body of this `Content-Encoding` needs no decoding.
    static boolean isPlain(@Nullable String contentEncoding) {
        return contentEncoding == null || contentEncoding.isBlank() || contentEncoding.equalsIgnoreCase("identity");
    }

    /// The decoder for a `Content-Encoding`; null for one that this side cannot read.
    static @Nullable ContentDecoder of(String contentEncoding) {
        return switch (contentEncoding.strip().toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" -> new ContentDecoder(true);
            case "deflate" -> new ContentDecoder(false);
            default -> null;
        };
    }

    /// Decodes what arrived; returns null to go on, or what is wrong.
    @Nullable
    String feed(byte[] bytes, int offset, int length, long readNanos, Sink sink) {
        int i = offset;
        int limit = offset + length;
        while (i < limit) {
            switch (state) {
                case DATA -> {
                    Inflater current = inflater;
                    if (current == null) {
                        return "the compressed body cannot be decoded";
                    }
                    current.setInput(bytes, i, limit - i);
                    String problem = inflate(current, readNanos, sink);
                    if (problem != null) {
                        return problem;
                    }
                    i = limit - current.getRemaining();
                    if (current.finished()) {
                        state = gzip ? State.GZIP_TRAILER : State.AFTER_END;
                        at = 0;
                        number = 0;
                    } else if (i < limit) {
                        return "the compressed body cannot be decoded";
                    }
                }
                case DEFLATE_FIRST_BYTE -> {
                    // Servers mean zlib (RFC 1950) by "deflate", some send the bare format (RFC 1951): zlib's first
                    // byte says method 8 and a window of at most 32 KiB.
                    int first = bytes[i] & 0xff;
                    begin((first & 0x0f) != 8 || first >>> 4 > 7);
                }
                case AFTER_END -> {
                    return "bytes after the end of the compressed body";
                }
                default -> {
                    String problem = gzipByte(bytes[i++] & 0xff);
                    if (problem != null) {
                        return problem;
                    }
                }
            }
        }
        return null;
    }

    /// The body is over; returns null when the compressed data is too, else what is wrong.
    @Nullable
    String finish() {
        boolean nothing = at == 0 && (state == State.DEFLATE_FIRST_BYTE || state == State.GZIP_HEADER);
        return nothing || state == State.AFTER_END ? null : "the compressed body ends in the middle";
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
    }

    private void begin(boolean bare) {
        close();
        inflater = new Inflater(bare);
        check.reset();
        state = State.DATA;
    }

    private @Nullable String inflate(Inflater current, long readNanos, Sink sink) {
        try {
            while (true) {
                int n = current.inflate(out);
                if (n == 0) {
                    return current.needsDictionary() ? "the compressed body needs a dictionary" : null;
                }
                if (gzip) {
                    check.update(out, 0, n);
                }
                String refusal = sink.accept(out, 0, n, readNanos);
                if (refusal != null) {
                    return refusal;
                }
            }
        } catch (DataFormatException e) {
            return "the compressed body is damaged";
        }
    }

    /// One byte of a gzip member's header or trailer (RFC 1952 §2.3).
    private @Nullable String gzipByte(int b) {
        switch (state) {
            case GZIP_HEADER -> {
                if ((at == 0 && b != 0x1f) || (at == 1 && b != 0x8b) || (at == 2 && b != 8)) {
                    return "the body says gzip and is not";
                }
                if (at == 3) {
                    flags = b;
                }
                if (++at == 10) {
                    nextPart();
                }
            }
            case GZIP_EXTRA_LENGTH -> {
                number |= (long) b << (8 * at);
                if (++at == 2) {
                    at = (int) number;
                    state = State.GZIP_EXTRA;
                    if (at == 0) {
                        nextPart();
                    }
                }
            }
            case GZIP_EXTRA -> {
                if (--at == 0) {
                    nextPart();
                }
            }
            case GZIP_NAME, GZIP_COMMENT -> {
                if (b == 0) {
                    nextPart();
                }
            }
            case GZIP_HEADER_CHECK -> {
                if (++at == 2) {
                    nextPart();
                }
            }
            case GZIP_TRAILER -> {
                if (at < 4) {
                    number |= (long) b << (8 * at);
                }
                if (++at == 8) {
                    if (number != check.getValue()) {
                        return "the compressed body does not match its checksum";
                    }
                    at = 0;
                    state = State.GZIP_HEADER; // another member may follow
                }
            }
            case DATA, DEFLATE_FIRST_BYTE, AFTER_END -> {
                return "the compressed body cannot be decoded";
            }
        }
        return null;
    }

    /// What comes next in a member's header: each optional part that its flags announce, then the data.
    private void nextPart() {
        at = 0;
        number = 0;
        if (takeFlag(4)) {
            state = State.GZIP_EXTRA_LENGTH;
        } else if (takeFlag(8)) {
            state = State.GZIP_NAME;
        } else if (takeFlag(16)) {
            state = State.GZIP_COMMENT;
        } else if (takeFlag(2)) {
            state = State.GZIP_HEADER_CHECK;
        } else {
            begin(true);
        }
    }

    private boolean takeFlag(int flag) {
        boolean set = (flags & flag) != 0;
        flags &= ~flag;
        return set;
    }
}
