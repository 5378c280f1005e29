package dev.guidellm.transport;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Push parser of HTTP/1.1 answers (RFC 9112): feed it what the socket gave, in pieces of any size.
///
/// Knows no network library. Lenient where servers are known to be careless (bare LF, empty lines before the answer,
/// a missing reason phrase), strict where leniency would invent data: whatever does not fit ends in [#problem()].
/// It never throws for what a server sends. For one thread.
final class Http1Parser {
    /// Longest head, and longest trailer section; a peer that sends more means harm.
    static final int MAX_HEAD_BYTES = 64 * 1024;

    private static final int MAX_CHUNK_LINE = 16 * 1024;
    private static final int MAX_INTERIM_ANSWERS = 32;

    private enum State {
        HEAD,
        CHUNK_SIZE,
        CHUNK_EXTENSION,
        CHUNK_DATA,
        CHUNK_DATA_END,
        TRAILER,
        FIXED,
        UNTIL_CLOSE,
        COMPLETE,
        BROKEN
    }

    private State state = State.COMPLETE;
    private boolean bodyless;
    private byte[] head = new byte[1024];
    private int headLength;
    private int lineStart;
    private int interimAnswers;
    private long contentLength;
    private long left;
    private int sizeDigits;
    private int lineLength;
    private int trailerLength;
    private boolean carriageReturn;
    private boolean keepAlive;
    private boolean anyByte;
    private int emptyBytes;
    private @Nullable String problem;

    /// The next bytes belong to the answer to a new request.
    ///
    /// @param headRequest whether the request was a `HEAD`, whose answer has no body
    void expectAnswer(boolean headRequest) {
        state = State.HEAD;
        bodyless = headRequest;
        headLength = 0;
        lineStart = 0;
        interimAnswers = 0;
        keepAlive = false;
        anyByte = false;
        emptyBytes = 0;
        problem = null;
    }

    /// Whether the answer has come to its end.
    boolean isComplete() {
        return state == State.COMPLETE;
    }

    /// Whether any byte of the answer has arrived.
    boolean anyByte() {
        return anyByte;
    }

    /// After the end: whether the connection may carry another request.
    boolean keepAlive() {
        return keepAlive;
    }

    /// Why the answer cannot be understood; null while it can.
    @Nullable
    String problem() {
        return problem;
    }

    /// Takes bytes that arrived together.
    ///
    /// @return how many of them belong to the answer: less than `length` when it ended before, or is not HTTP
    int feed(byte[] bytes, int offset, int length, long readNanos, AnswerSink sink) {
        int at = offset;
        int limit = offset + length;
        anyByte |= length > 0;
        while (at < limit) {
            switch (state) {
                case HEAD -> at = head(bytes, at, limit, readNanos, sink);
                case CHUNK_SIZE, CHUNK_EXTENSION -> at = chunkSize(bytes, at, limit);
                case CHUNK_DATA -> {
                    at = data(bytes, at, limit, readNanos, sink);
                    if (left == 0 && state == State.CHUNK_DATA) {
                        state = State.CHUNK_DATA_END;
                        carriageReturn = false;
                    }
                }
                case CHUNK_DATA_END -> chunkEnd(bytes[at++]);
                case TRAILER -> trailer(bytes[at++]);
                case FIXED -> {
                    at = data(bytes, at, limit, readNanos, sink);
                    if (left == 0 && state == State.FIXED) {
                        state = State.COMPLETE;
                    }
                }
                case UNTIL_CLOSE -> {
                    left = Long.MAX_VALUE;
                    at = data(bytes, at, limit, readNanos, sink);
                }
                case COMPLETE, BROKEN -> {
                    return at - offset;
                }
            }
        }
        return length;
    }

    /// Nothing more will come.
    ///
    /// @param orderly whether the peer closed in good order; a reset never completes an answer
    /// @return null when that completes the answer, else what is missing
    @Nullable
    String endOfInput(boolean orderly) {
        String deed = orderly ? "the server closed the connection " : "the server reset the connection ";
        return switch (state) {
            case UNTIL_CLOSE -> {
                if (orderly) {
                    state = State.COMPLETE;
                }
                yield orderly ? null : deed + "before the end of the body";
            }
            case COMPLETE -> null;
            case HEAD -> deed + (headLength == 0 ? "before it sent an answer" : "in the middle of the answer's head");
            case FIXED -> deed + "after " + (contentLength - left) + " of " + contentLength + " bytes of the body";
            case CHUNK_SIZE, CHUNK_EXTENSION, CHUNK_DATA, CHUNK_DATA_END, TRAILER ->
                deed + "before the last chunk of the body";
            case BROKEN -> problem;
        };
    }

    private int head(byte[] bytes, int from, int limit, long readNanos, AnswerSink sink) {
        int at = from;
        while (at < limit) {
            byte b = bytes[at++];
            if (headLength == 0 && (b == '\r' || b == '\n')) {
                if (++emptyBytes > MAX_HEAD_BYTES) {
                    fail("the answer does not begin like HTTP/1.1, it is nothing but line ends");
                    return at;
                }
                continue; // an empty line left over from the answer before
            }
            if (headLength == MAX_HEAD_BYTES) {
                fail("the head of the answer is longer than " + MAX_HEAD_BYTES + " bytes");
                return at;
            }
            if (headLength == head.length) {
                head = Arrays.copyOf(head, Math.min(head.length * 2, MAX_HEAD_BYTES));
            }
            head[headLength++] = b;
            if (b == '\n') {
                int inLine = headLength - lineStart;
                if (inLine == 1 || (inLine == 2 && head[lineStart] == '\r')) {
                    headComplete(readNanos, sink);
                    return at;
                }
                lineStart = headLength;
            } else if (headLength == 5 && lineStart == 0 && !startsLikeHttp()) {
                // Said at once: a peer that speaks something else may never send a line end.
                fail("the answer does not begin like HTTP/1.1: " + BodyFraming.excerpt(head, 0, 5));
                return at;
            }
        }
        return at;
    }

    private boolean startsLikeHttp() {
        return (head[0] | 32) == 'h'
                && (head[1] | 32) == 't'
                && (head[2] | 32) == 't'
                && (head[3] | 32) == 'p'
                && head[4] == '/';
    }

    private void headComplete(long readNanos, AnswerSink sink) {
        BodyFraming framing;
        try {
            framing = BodyFraming.read(head, headLength);
        } catch (BodyFraming.BadHead bad) {
            fail(String.valueOf(bad.getMessage()));
            return;
        }
        int status = framing.status();
        int headEnd = headLength;
        headLength = 0;
        lineStart = 0;
        if (status == 101) {
            fail("the server switches to another protocol, which was not asked for");
            return;
        }
        if (status < 200) {
            if (++interimAnswers > MAX_INTERIM_ANSWERS) {
                fail("more than " + MAX_INTERIM_ANSWERS + " interim answers");
            }
            return;
        }
        keepAlive = framing.keepAlive();
        contentLength = framing.contentLength();
        if (bodyless || status == 204 || status == 304 || contentLength == 0) {
            state = State.COMPLETE;
        } else if (framing.chunked()) {
            state = State.CHUNK_SIZE;
            beginChunkLine();
        } else if (contentLength > 0) {
            state = State.FIXED;
            left = contentLength;
        } else {
            state = State.UNTIL_CLOSE;
            keepAlive = false;
        }
        take(sink.onHead(new AnswerHead(status, Arrays.copyOfRange(head, framing.headersFrom(), headEnd)), readNanos));
    }

    private int data(byte[] bytes, int from, int limit, long readNanos, AnswerSink sink) {
        int length = (int) Math.min(left, limit - from);
        left -= length;
        take(sink.onBody(bytes, from, length, readNanos));
        return from + length;
    }

    private void beginChunkLine() {
        left = 0;
        sizeDigits = 0;
        lineLength = 0;
        carriageReturn = false;
    }

    private int chunkSize(byte[] bytes, int from, int limit) {
        int at = from;
        while (at < limit) {
            byte b = bytes[at++];
            if (b == '\n') {
                if (sizeDigits == 0) {
                    fail("a chunk of the body has no size");
                } else if (left == 0) {
                    state = State.TRAILER;
                    lineLength = 0;
                    trailerLength = 0;
                } else {
                    state = State.CHUNK_DATA;
                }
                return at;
            }
            if (carriageReturn || ++lineLength > MAX_CHUNK_LINE) {
                fail(
                        carriageReturn
                                ? "a bare carriage return in a chunk's size line"
                                : "a chunk's size line is too long");
                return at;
            }
            if (b == '\r') {
                carriageReturn = true;
            } else if (state == State.CHUNK_SIZE) {
                int digit = Character.digit(b, 16);
                if (digit >= 0 && b > 0) {
                    if (++sizeDigits > 15) {
                        fail("a chunk of impossible size");
                        return at;
                    }
                    left = (left << 4) | digit;
                } else if (sizeDigits > 0 && (b == ';' || b == ' ' || b == '\t')) {
                    state = State.CHUNK_EXTENSION;
                } else {
                    fail("a chunk's size is not a hexadecimal number: byte 0x" + Integer.toHexString(b & 0xff));
                    return at;
                }
            }
        }
        return at;
    }

    private void chunkEnd(byte b) {
        if (b == '\n') {
            state = State.CHUNK_SIZE;
            beginChunkLine();
        } else if (b == '\r' && !carriageReturn) {
            carriageReturn = true;
        } else {
            fail("a chunk of the body is longer than it says");
        }
    }

    private void trailer(byte b) {
        if (++trailerLength > MAX_HEAD_BYTES) {
            fail("the trailers after the body are longer than " + MAX_HEAD_BYTES + " bytes");
        } else if (b == '\n') {
            if (lineLength == 0) {
                state = State.COMPLETE;
            }
            lineLength = 0;
        } else if (b != '\r') {
            lineLength++;
        }
    }

    private void take(@Nullable String refusal) {
        if (refusal != null) {
            fail(refusal);
        }
    }

    private void fail(String why) {
        state = State.BROKEN;
        keepAlive = false;
        problem = why;
    }
}
