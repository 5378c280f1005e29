package dev.guidellm.mockserver;

import dev.guidellm.clock.MonotonicTime;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// One client connection: puts requests together and answers them one after the other, also when the client sends the
/// next before it has the answer to the last. Used on its loop only.
final class HttpConnection extends ChannelInboundHandlerAdapter {
    /// The longest body that is taken.
    static final int MAX_BODY_BYTES = 100_000_000;

    /// A head may promise any length; room for more is made when it comes.
    private static final int MOST_ROOM_AT_ONCE = 1 << 20;

    private static final int MAX_WAITING = 128;
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
                    Unpooled.copiedBuffer("HTTP/1.1 100 Continue\r\n\r\n", StandardCharsets.US_ASCII))
            .asReadOnly();

    private final RequestRouter router;
    private final LoopState loop;
    private final ArrayDeque<IncomingRequest> waiting = new ArrayDeque<>();
    private @Nullable HttpRequest head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private @Nullable ChannelHandlerContext context;
    private @Nullable SocketWriter writer;
    private @Nullable Exchange current;
    private boolean refusing;

    HttpConnection(RequestRouter router, LoopState loop) {
        this.router = router;
        this.loop = loop;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        writer = new SocketWriter(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        try {
            if (refusing) {
                return;
            }
            if (message instanceof HttpRequest request) {
                begin(ctx, request);
            }
            if (message instanceof HttpContent content && head != null) {
                take(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            refuse(RequestRefused.invalid("this is not an HTTP/1.1 request"));
            return;
        }
        head = request;
        body = new ByteArrayOutputStream(Math.clamp(HttpUtil.getContentLength(request, 0L), 0, MOST_ROOM_AT_ONCE));
        if (HttpUtil.is100ContinueExpected(request)) {
            var _ = ctx.writeAndFlush(CONTINUE.duplicate(), ctx.voidPromise());
        }
    }

    private void take(HttpContent content) throws IOException {
        if (content.decoderResult().isFailure()) {
            refuse(RequestRefused.invalid("the body is not framed as HTTP/1.1 demands"));
            return;
        }
        ByteBuf bytes = content.content();
        if (body.size() + (long) bytes.readableBytes() > MAX_BODY_BYTES) {
            refuse(RequestRefused.tooLarge(MAX_BODY_BYTES));
            return;
        }
        bytes.readBytes(body, bytes.readableBytes());
        if (content instanceof LastHttpContent) {
            complete();
        }
    }

    /// Has a request that cannot be read to its end answered, and the connection closed: what follows has no known
    /// beginning.
    private void refuse(RequestRefused refusal) {
        refusing = true;
        head = null;
        enqueue(IncomingRequest.unreadable(refusal, MonotonicTime.nanos()));
    }

    private void complete() {
        HttpRequest request = head;
        if (request == null) {
            return;
        }
        head = null;
        byte[] content = body.toByteArray();
        body = new ByteArrayOutputStream(0);
        enqueue(new IncomingRequest(
                request.method().name(),
                pathOf(request.uri()),
                HttpUtil.isKeepAlive(request) && !asksForUpgrade(request),
                request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0,
                request.headers().get("x-request-id"),
                request.headers().get(HttpHeaderNames.CONTENT_TYPE),
                content,
                null,
                MonotonicTime.nanos()));
    }

    private void enqueue(IncomingRequest request) {
        waiting.add(request);
        if (current == null) {
            next();
        } else if (waiting.size() >= MAX_WAITING) {
            channel().channel().config().setAutoRead(false);
        }
    }

    /// An upgrade is never granted; what its client sends next would be no HTTP.
    private static boolean asksForUpgrade(HttpRequest request) {
        return request.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true);
    }

    private static String pathOf(String uri) {
        int query = uri.indexOf('?');
        String path = query < 0 ? uri : uri.substring(0, query);
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private void next() {
        IncomingRequest request = waiting.poll();
        if (request == null) {
            return;
        }
        Exchange exchange = new Exchange(this, request);
        current = exchange;
        router.serve(exchange);
    }

    LoopState loop() {
        return loop;
    }

    ChannelHandlerContext channel() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline");
        }
        return context;
    }

    /// Sends bytes of the current answer off; `out` is free again when this returns.
    void write(ByteBuf out) {
        if (writer == null) {
            throw new IllegalStateException("not in a pipeline");
        }
        writer.write(out);
    }

    /// The current answer is written; goes on with the next request, or closes.
    void finished(boolean keepsAlive) {
        current = null;
        if (!keepsAlive) {
            closeAfterWrites();
            return;
        }
        if (waiting.size() < MAX_WAITING / 2 && !channel().channel().config().isAutoRead()) {
            channel().channel().config().setAutoRead(true);
        }
        if (!waiting.isEmpty()) {
            // Not from here: a long row of waiting requests would answer itself ever deeper in the stack.
            channel().executor().execute(this::nextIfIdle);
        }
    }

    private void nextIfIdle() {
        if (current == null) {
            next();
        }
    }

    private void closeAfterWrites() {
        var _ = channel().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (current != null && ctx.channel().isWritable()) {
            current.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        waiting.clear();
        if (current != null) {
            current.abandoned();
            current = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        var _ = ctx.close(); // a client that broke off; channelInactive tells the exchange
    }

    /// The client's address as text.
    String clientAddress() {
        return channel().channel().remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "unknown";
    }
}
