package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionPrefaceAndSettingsFrameWrittenEvent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// One HTTP/2 connection (RFC 9113): many exchanges at once, each on a stream of its own.
///
/// Everything runs on its loop but [#tryTake()], [#taken()] and [#room()]. Netty's codec reads and writes the frames
/// and keeps the streams' states; who may send how much is in `Http2Codec`.
@SuppressWarnings("FutureReturnValueIgnored") // close and addListener answer with futures that nobody waits for
final class Http2ClientConnection extends Http2ConnectionHandler implements Connection {
    /// More than any number of exchanges.
    private static final int CLOSED = 1 << 30;

    /// Learns whether the server speaks HTTP/2. Called once, on the loop.
    interface Opening {
        /// The server's settings have arrived; the caller holds room for one exchange.
        void ready(Http2ClientConnection connection);

        /// The connection is of no use.
        void unusable(String why);
    }

    private final AtomicInteger taken = new AtomicInteger(1);
    private final IntObjectMap<Http2Exchange> streams = new IntObjectHashMap<>();
    private final Http2Codec codec;
    private final LoopContext loop;
    private final Origin origin;
    private final Owner owner;
    private final ReadStamp stamp;
    private final int streamsAtMost;
    private final Http2Patience patience;

    private volatile int limit;
    private @Nullable Opening opening;
    private @Nullable ChannelHandlerContext context;
    private @Nullable String farewell;
    private int lastProcessed = Integer.MAX_VALUE;
    private WireLog.@Nullable Opening openedBy;
    private int served;
    private boolean retired;
    private boolean reset;
    private long idleSinceNanos;

    /// @param stamp where the times of reads are noted
    /// @param opening told once whether the connection can be used
    Http2ClientConnection(
            LoopContext loop,
            Origin origin,
            Owner owner,
            ReadStamp stamp,
            ConnectionLimits limits,
            Http2Codec codec,
            Opening opening) {
        super(codec.decoder(), codec.encoder(), Http2Codec.settings(), true);
        this.codec = codec;
        this.loop = loop;
        this.origin = origin;
        this.owner = owner;
        this.stamp = stamp;
        this.streamsAtMost = limits.streams();
        this.opening = opening;
        this.patience = new Http2Patience(this, limits);
        decoder().frameListener(new Frames());
        connection().addListener(new Streams());
    }

    @Override
    public LoopContext loop() {
        return loop;
    }

    // ---- the pool's side -------------------------------------------------------------------------------------------

    @Override
    public boolean tryTake() {
        while (true) {
            int now = taken.get();
            if (now >= limit) {
                return false;
            }
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    /// Exchanges under way or about to begin. For any thread.
    int taken() {
        return taken.get();
    }

    /// Exchanges that may still be begun. For any thread.
    int room() {
        return Math.max(0, limit - taken.get());
    }

    /// Exchanges that may be under way at once; 0 when nothing may begin any more. For any thread.
    int limit() {
        return limit;
    }

    @Override
    public void openedBy(WireLog.Opening how) {
        openedBy = how;
    }

    @Override
    public void release(long nanos) {
        openedBy = null; // whoever comes next has not waited for that
        idleSinceNanos = nanos;
        taken.decrementAndGet();
        closeWhenDone();
    }

    @Override
    public boolean closeIfIdleSince(long nanos) {
        if (taken.get() == 0 && idleSinceNanos <= nanos && taken.compareAndSet(0, CLOSED)) {
            retire();
            close();
        }
        return retired;
    }

    // ---- requests go out -------------------------------------------------------------------------------------------

    @Override
    public void begin(ExchangeState next) {
        ChannelHandlerContext here = context;
        int id = -1;
        if (!retired
                && here != null
                && here.channel().isActive()
                && connection().local().canOpenStream()) {
            id = connection().local().incrementAndGetNextStreamId();
            if (id < 0) {
                retire(); // all numbers are used up
            }
        }
        if (here == null || id < 0) {
            release(loop.nanos());
            owner.dispatch(next); // nothing has been sent
            return;
        }
        HttpRequest request = next.current();
        Http2Headers head;
        try {
            head = Http2RequestHead.of(request, origin);
        } catch (RuntimeException e) {
            release(loop.nanos());
            next.fail(Kind.PROTOCOL, "the request cannot be written: " + e.getMessage(), loop.nanos());
            return;
        }
        Http2Exchange stream = new Http2Exchange(this, id, next, streams.isEmpty());
        streams.put(id, stream);
        next.carriedBy(stream, served > 0);
        boolean bodyless = request.body().length == 0;
        ChannelFuture written = encoder().writeHeaders(here, id, head, 0, bodyless, here.newPromise());
        if (!bodyless && stream.exchange() == next) {
            ByteBuf body = Unpooled.wrappedBuffer(request.body());
            written = encoder().writeData(here, id, body, 0, true, here.newPromise());
        }
        if (stream.exchange() != next) {
            return; // could not be written
        }
        long now = loop.nanos(); // nothing has been given to the socket yet
        boolean first = next.noteSent(now);
        stream.began(written, now);
        int bytes = codec.lastHeadWritten() + codec.onTheWire(request.body().length);
        next.wire().begin(now, bytes, served++, openedBy);
        openedBy = null;
        flush(here);
        if (first) {
            next.tellSent();
        }
        if (written.isSuccess()) {
            next.wire().written(loop.nanos());
        }
        patience.watch(stream, written);
    }

    /// Some number that changes when the server takes bytes, or allows to send more.
    long writeProgress(int id) {
        Http2Stream stream = connection().stream(id);
        ChannelOutboundBuffer pending = pending();
        if (stream == null || pending == null) {
            return 0;
        }
        long socket = pending.currentProgress() - pending.totalPendingWriteBytes();
        var windows = encoder().flowController();
        long window = windows.windowSize(stream)
                + (long) windows.windowSize(connection().connectionStream());
        return (socket * 31 + window) & Long.MAX_VALUE;
    }

    /// When even the socket takes nothing, nobody else shall wait here; those under way may still be answered.
    void retireIfStuck() {
        ChannelOutboundBuffer pending = pending();
        if (pending == null || pending.totalPendingWriteBytes() > 0) {
            retire();
        }
    }

    private @Nullable ChannelOutboundBuffer pending() {
        ChannelHandlerContext here = context;
        return here == null ? null : here.channel().unsafe().outboundBuffer();
    }

    /// What is under way.
    Iterable<Http2Exchange> streams() {
        return streams.values();
    }

    // ---- answers come in -------------------------------------------------------------------------------------------

    /// What the server sends, once Netty's decoder has found it in order.
    private final class Frames extends Http2FrameAdapter {
        @Override
        public void onSettingsRead(ChannelHandlerContext here, Http2Settings settings) {
            if (!retired) {
                limit = Math.min(streamsAtMost, connection().local().maxActiveStreams());
                origin.http2().noteRoom(limit);
            }
            Opening waiting = opening;
            opening = null;
            if (waiting != null && limit == 0) {
                close();
                waiting.unusable("it allows no request at all (SETTINGS_MAX_CONCURRENT_STREAMS is 0)");
            } else if (waiting != null) {
                waiting.ready(Http2ClientConnection.this);
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext here, int id, Http2Headers headers, int padding, boolean endOfStream) {
            Http2Exchange stream = streams.get(id);
            if (stream != null) {
                stream.onHead(headers, codec.lastHeadRead() + padding, endOfStream, stamp.nanos());
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext here,
                int id,
                Http2Headers headers,
                int streamDependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endOfStream) {
            onHeadersRead(here, id, headers, padding, endOfStream);
        }

        @Override
        public int onDataRead(ChannelHandlerContext here, int id, ByteBuf data, int padding, boolean endOfStream) {
            int consumed = data.readableBytes() + padding;
            Http2Exchange stream = streams.get(id);
            if (stream != null) {
                stream.onData(data, consumed + Http2CodecUtil.FRAME_HEADER_LENGTH, endOfStream, stamp.nanos());
            }
            return consumed; // all of it: the windows open again at once
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext here, int id, long errorCode) {
            Http2Exchange stream = streams.get(id);
            if (stream != null) {
                stream.onReset(errorCode);
            }
        }
    }

    /// What becomes of streams; called when Netty has done its own accounting, so that their room can be used again.
    private final class Streams extends Http2ConnectionAdapter {
        @Override
        public void onStreamHalfClosed(Http2Stream half) {
            Http2Exchange stream = streams.get(half.id());
            if (stream != null && stream.answered() && half.state() == Http2Stream.State.HALF_CLOSED_REMOTE) {
                // Answered before the whole request was sent: nobody reads the rest of it.
                reset(half.id(), Http2Error.NO_ERROR);
            }
        }

        @Override
        public void onStreamClosed(Http2Stream closed) {
            Http2Exchange stream = streams.remove(closed.id());
            if (stream != null) {
                idleSinceNanos = loop.nanos();
                taken.decrementAndGet();
                stream.over(farewell, closed.id() > lastProcessed, owner);
                closeWhenDone();
            }
        }

        @Override
        public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
            lastProcessed = lastStreamId;
            String text = debugData.toString(StandardCharsets.UTF_8);
            String why = nameOf(errorCode) + (text.isEmpty() ? "" : ", " + BodyFraming.excerpt(text));
            farewell = "the server closed the connection (GOAWAY " + why + ")";
            retire();
            loop.execute(Http2ClientConnection.this::closeWhenDone); // after the streams that it did not take
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /// Ends a stream from this side; without effect when it has ended.
    void reset(int id, Http2Error code) {
        ChannelHandlerContext here = context;
        if (here != null && connection().stream(id) != null) {
            resetStream(here, id, code.code(), here.newPromise());
            flush(here);
        }
    }

    /// A mistake of ours, or a listener's: into the log.
    void report(RuntimeException mistake) {
        ChannelHandlerContext here = context;
        if (here != null) {
            here.fireExceptionCaught(mistake);
        }
    }

    /// Nothing new begins here.
    private void retire() {
        if (!retired) {
            retired = true;
            limit = 0;
            origin.http2().withdraw(loop.index(), this);
        }
    }

    private void closeWhenDone() {
        if (!retired || opening != null) {
            return;
        }
        for (Http2Exchange stream : streams.values()) {
            if (stream.exchange() != null) {
                return;
            }
        }
        close();
    }

    private void close() {
        ChannelHandlerContext here = context;
        if (here == null || !here.channel().isOpen()) {
            return;
        }
        if (here.channel().isActive()) {
            if (!connection().goAwaySent()) {
                goAway(here, 0, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, here.newPromise());
            }
            here.flush();
        }
        here.channel().close();
    }

    @Override
    public void abortAll(Kind kind, String message, long nanos) {
        retire();
        Opening waiting = opening;
        opening = null;
        List<ExchangeState> ended = new ArrayList<>();
        for (Http2Exchange stream : streams.values()) {
            ExchangeState exchange = stream.take();
            if (exchange != null) {
                ended.add(exchange);
            }
        }
        close();
        for (ExchangeState exchange : ended) {
            exchange.fail(kind, message, nanos);
        }
        if (waiting != null) {
            waiting.unusable(message);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext here) throws Exception {
        context = here;
        super.handlerAdded(here);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext here, Object event) throws Exception {
        if (event instanceof Http2ConnectionPrefaceAndSettingsFrameWrittenEvent) {
            Http2Stream whole = connection().connectionStream();
            int more = Http2Codec.WINDOW - decoder().flowController().windowSize(whole);
            decoder().flowController().incrementWindowSize(whole, more);
        }
        super.userEventTriggered(here, event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext here) throws Exception {
        retire();
        loop.remove(this);
        if (farewell == null) {
            farewell = "the server " + (reset ? "reset" : "closed") + " the connection";
        }
        Opening waiting = opening;
        opening = null;
        super.channelInactive(here); // ends the streams
        if (waiting != null) {
            waiting.unusable(farewell + " instead of speaking HTTP/2");
        }
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext here, boolean outbound, Throwable cause, Http2Exception.StreamException error) {
        if (error.error() == Http2Error.STREAM_CLOSED) {
            // Late frames of a stream that we have reset are to be ignored (RFC 9113 §5.4.2). What could not be written
            // any more belongs to a stream that is being closed, and that tells the exchange why.
            return;
        }
        Http2Exchange stream = streams.get(error.streamId());
        if (stream == null) {
            super.onStreamError(here, outbound, cause, error);
            return;
        }
        ExchangeState exchange = stream.take();
        super.onStreamError(here, outbound, cause, error);
        if (exchange != null) {
            String what = outbound ? "the request cannot be sent over HTTP/2: " : "the answer is not proper HTTP/2: ";
            exchange.fail(Kind.PROTOCOL, what + Connector.rootMessage(error), loop.nanos());
        }
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext here, boolean outbound, Throwable cause, @Nullable Http2Exception error) {
        super.onConnectionError(here, outbound, cause, error); // says so to the server
        boolean early = opening != null;
        abortAll(
                Kind.PROTOCOL,
                early
                        ? "it does not speak HTTP/2: its first bytes are no SETTINGS frame"
                        : "the server broke the rules of HTTP/2: " + Connector.rootMessage(cause),
                loop.nanos());
        if (error == null) {
            here.fireExceptionCaught(cause);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // of this method in a super interface, for its name only
    public void exceptionCaught(ChannelHandlerContext here, Throwable cause) throws Exception {
        boolean tls = cause instanceof DecoderException && cause.getCause() instanceof SSLException;
        if (tls || cause instanceof SSLException) {
            abortAll(Kind.PROTOCOL, "TLS failed: " + Connector.rootMessage(cause), loop.nanos());
        } else if (cause instanceof IOException) {
            reset = true;
            here.channel().close(); // what is missing is said when the connection is gone
        } else {
            super.exceptionCaught(here, cause);
        }
    }

    static String nameOf(long code) {
        Http2Error known = Http2Error.valueOf(code);
        return known == null ? "code 0x" + Long.toHexString(code) : known.name();
    }
}
