package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One stream of an HTTP/2 connection with the exchange that it carries. Everything on the connection's loop.
final class Http2Exchange implements ExchangeCarrier {
    private final Http2ClientConnection connection;
    private final LoopContext loop;
    private final int id;
    private final boolean alone;
    private @Nullable ExchangeState exchange;
    private @Nullable ChannelFuture write;
    private @Nullable String resetBy;
    private boolean refused;
    private boolean headSeen;
    private boolean anyFrame;
    private boolean ended;
    private long beganNanos;
    private long lastReadNanos;
    private long endNanos;

    /// @param alone whether nothing else was under way on the connection when this began
    Http2Exchange(Http2ClientConnection connection, int id, ExchangeState exchange, boolean alone) {
        this.connection = connection;
        this.loop = connection.loop();
        this.id = id;
        this.exchange = exchange;
        this.alone = alone;
    }

    int id() {
        return id;
    }

    /// The exchange, as long as the stream carries it.
    @Nullable
    ExchangeState exchange() {
        return exchange;
    }

    /// Takes the exchange off the stream; null when that has happened before.
    @Nullable
    ExchangeState take() {
        ExchangeState current = exchange;
        exchange = null;
        if (current != null) {
            current.released();
        }
        return current;
    }

    // ---- the request -----------------------------------------------------------------------------------------------

    /// The request goes out at `nanos`; `written` is done when all of it has been handed to the socket.
    void began(ChannelFuture written, long nanos) {
        write = written;
        beganNanos = nanos;
        lastReadNanos = nanos;
    }

    /// No more of the request will be written: silence counts from here on.
    void writingEnds(boolean whole, long nanos) {
        lastReadNanos = nanos;
        ExchangeState current = exchange;
        if (whole && current != null) {
            current.wire().written(nanos);
        }
    }

    boolean isWriting() {
        return write != null && !write.isDone();
    }

    /// How long the server may still be silent; the whole time while the request is being written.
    long patienceLeft(long limitNanos, long now) {
        return isWriting() ? limitNanos : lastReadNanos + limitNanos - now;
    }

    // ---- the answer ------------------------------------------------------------------------------------------------

    /// @param bytes length on the wire
    void onHead(Http2Headers headers, int bytes, boolean last, long readNanos) {
        lastReadNanos = readNanos;
        anyFrame = true;
        ExchangeState current = exchange;
        if (current == null) {
            return;
        }
        current.wire().received(bytes, readNanos);
        if (!headSeen) {
            int status = status(headers.status());
            if (status < 100) {
                breakOff("the answer has no proper status");
                return;
            }
            if (status < 200 && !last) {
                return; // an interim answer
            }
            headSeen = true;
            String problem = guarded(() -> current.onHead(new AnswerHead(status, list(headers)), readNanos));
            if (problem != null) {
                breakOff(problem);
                return;
            }
        }
        // else trailers: the body is over, nobody has asked for more
        noteEnd(last, readNanos);
    }

    /// @param bytes length on the wire
    void onData(ByteBuf data, int bytes, boolean last, long readNanos) {
        lastReadNanos = readNanos;
        anyFrame = true;
        ExchangeState current = exchange;
        if (current == null) {
            return;
        }
        current.wire().received(bytes, readNanos);
        if (!headSeen) {
            breakOff("a body arrived before the head of the answer");
            return;
        }
        String problem = guarded(() -> body(current, data, readNanos));
        if (problem != null) {
            breakOff(problem);
            return;
        }
        noteEnd(last, readNanos);
    }

    private @Nullable String body(ExchangeState current, ByteBuf data, long readNanos) {
        if (data.hasArray()) {
            int from = data.arrayOffset() + data.readerIndex();
            return data.isReadable() ? current.onBody(data.array(), from, data.readableBytes(), readNanos) : null;
        }
        byte[] scratch = loop.scratch();
        while (data.isReadable()) {
            int length = Math.min(data.readableBytes(), scratch.length);
            data.readBytes(scratch, 0, length);
            String problem = current.onBody(scratch, 0, length, readNanos);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private interface Step {
        @Nullable
        String run();
    }

    /// A mistake of a listener costs its own stream, not the others of the connection.
    private @Nullable String guarded(Step step) {
        try {
            return step.run();
        } catch (RuntimeException e) {
            connection.report(e);
            return "internal error: " + e;
        }
    }

    private void noteEnd(boolean last, long readNanos) {
        if (last) {
            ended = true;
            endNanos = readNanos;
        }
    }

    private void breakOff(String problem) {
        end(Kind.PROTOCOL, problem, Http2Error.PROTOCOL_ERROR, loop.nanos());
    }

    void onReset(long code) {
        anyFrame |= code != Http2Error.REFUSED_STREAM.code();
        refused = code == Http2Error.REFUSED_STREAM.code();
        resetBy = Http2ClientConnection.nameOf(code);
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    @Override
    public void abort(Kind kind, String message, long nanos) {
        end(kind, message, Http2Error.CANCEL, nanos);
    }

    private void end(Kind kind, String message, Http2Error code, long nanos) {
        ExchangeState current = take();
        connection.reset(id, code);
        if (current != null) {
            current.fail(kind, message, nanos);
        }
    }

    /// Whether the whole answer has arrived.
    boolean answered() {
        return ended;
    }

    /// The stream is over, by whichever side, and its room is free again: what becomes of the exchange.
    ///
    /// @param closing what the server said about the end of the connection; null while it lasts
    /// @param unprocessed whether the server said that it has not looked at this stream
    void over(@Nullable String closing, boolean unprocessed, Connection.Owner owner) {
        ExchangeState current = take();
        if (current == null) {
            return;
        }
        if (ended) {
            answerComplete(current, owner);
            return;
        }
        long now = loop.nanos();
        // As over HTTP/1.1: the request has crossed the server's farewell. With others under way it was no farewell.
        boolean crossed = closing != null
                && resetBy == null
                && alone
                && current.connectionReused()
                && now - beganNanos < Http1Connection.RETRY_WINDOW_NANOS;
        boolean again = (refused || unprocessed || crossed) && !anyFrame;
        if (again && !current.retried() && !loop.closed()) {
            current.noteRetry();
            owner.retry(current);
        } else {
            current.fail(Kind.CLOSED_EARLY, farewell(closing) + progress(), now);
        }
    }

    private String farewell(@Nullable String closing) {
        if (refused) {
            return "the server refused the stream (REFUSED_STREAM) ";
        }
        if (resetBy != null) {
            String hint = resetBy.equals("HTTP_1_1_REQUIRED") ? "; ask with http2=false" : "";
            return "the server reset the stream (" + resetBy + hint + ") ";
        }
        return closing == null ? "the stream was closed " : closing + " ";
    }

    private String progress() {
        return headSeen ? "before the end of the body" : "before it sent an answer";
    }

    private void answerComplete(ExchangeState current, Connection.Owner owner) {
        String problem = current.answerComplete(endNanos);
        if (problem != null) {
            current.fail(Kind.PROTOCOL, problem, endNanos);
        } else if (current.isRedirected()) {
            String refusal = current.takeRedirect();
            if (refusal == null) {
                owner.dispatch(current);
            } else {
                current.fail(Kind.PROTOCOL, refusal, endNanos);
            }
        } else {
            current.complete(endNanos);
        }
    }

    // ---- reading heads ---------------------------------------------------------------------------------------------

    private static int status(@Nullable CharSequence text) {
        if (text == null || text.length() != 3) {
            return -1;
        }
        int status = 0;
        for (int i = 0; i < 3; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            status = status * 10 + digit;
        }
        return status;
    }

    private static List<Map.Entry<String, String>> list(Http2Headers headers) {
        List<Map.Entry<String, String>> found = new ArrayList<>(headers.size());
        for (Map.Entry<CharSequence, CharSequence> header : headers) {
            CharSequence name = header.getKey();
            if (!name.isEmpty() && name.charAt(0) != ':') {
                found.add(Map.entry(name.toString(), text(header.getValue())));
            }
        }
        return found;
    }

    private static String text(CharSequence value) {
        if (value instanceof AsciiString bytes) {
            return new String(bytes.array(), bytes.arrayOffset(), bytes.length(), StandardCharsets.UTF_8).strip();
        }
        return value.toString().strip();
    }
}
