package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// One connection: writes a request, reads its answer, and is then free for the next.
///
/// Everything runs on its loop but [#tryTake()], by which any thread may claim an idle connection; it then asks the
/// loop to [#begin].
@SuppressWarnings("FutureReturnValueIgnored") // close and addListener answer with futures that nobody waits for
final class Http1Connection extends ChannelInboundHandlerAdapter implements Connection, ExchangeCarrier {
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int CLOSED = 2;

    /// A server that closes an idle connection does so within a round trip of the request that crosses it on the way.
    /// One that closes later has had the request.
    static final long RETRY_WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicInteger state = new AtomicInteger(BUSY);
    private final Http1Parser parser = new Http1Parser();
    private final LoopContext loop;
    private final Origin origin;
    private final Owner owner;
    private final Channel channel;
    private final @Nullable ReadStamp stamp;
    private final long readTimeoutNanos;
    private final long writeTimeoutNanos;

    private @Nullable ExchangeState exchange;
    private HttpRequest.@Nullable Affinity affinity;
    private @Nullable ChannelFuture write;
    private int served;
    private WireLog.@Nullable Opening opening;
    private boolean closing;
    private boolean reset;
    private boolean readTimerRuns;
    private long beganNanos;
    private long lastReadNanos;
    private long idleSinceNanos;

    /// @param stamp where the times of reads are noted; null when this handler is the first to see them
    /// @param readTimeoutNanos 0 for none
    /// @param writeTimeoutNanos 0 for none
    Http1Connection(
            Channel channel,
            LoopContext loop,
            Origin origin,
            Owner owner,
            @Nullable ReadStamp stamp,
            long readTimeoutNanos,
            long writeTimeoutNanos) {
        this.channel = channel;
        this.loop = loop;
        this.origin = origin;
        this.owner = owner;
        this.stamp = stamp;
        this.readTimeoutNanos = readTimeoutNanos;
        this.writeTimeoutNanos = writeTimeoutNanos;
    }

    @Override
    public LoopContext loop() {
        return loop;
    }

    // ---- the pool's side -------------------------------------------------------------------------------------------

    @Override
    public boolean tryTake() {
        return state.compareAndSet(IDLE, BUSY);
    }

    @Override
    public void openedBy(WireLog.Opening how) {
        opening = how;
    }

    /// Makes the connection free: for the oldest request that waits for one, else for anyone.
    @Override
    public void release(long nanos) {
        opening = null; // whoever takes it has not waited for that
        ExchangeState waiting = origin.nextWaiting(loop);
        if (waiting != null) {
            begin(waiting);
            return;
        }
        idleSinceNanos = nanos;
        state.set(IDLE);
        origin.give(loop.index(), this, affinity);
    }

    @Override
    public boolean closeIfIdleSince(long nanos) {
        if (state.get() == IDLE && idleSinceNanos <= nanos && state.compareAndSet(IDLE, CLOSED)) {
            channel.close();
        }
        return state.get() == CLOSED;
    }

    // ---- a request goes out ----------------------------------------------------------------------------------------

    @Override
    public void begin(ExchangeState next) {
        if (closing || !channel.isActive()) {
            owner.dispatch(next); // closed between the claim and now: nothing has been sent
            return;
        }
        HttpRequest request = next.current();
        ByteBuf bytes;
        try {
            bytes = RequestEncoder.encode(request, origin, channel.alloc());
        } catch (RuntimeException e) {
            release(loop.nanos());
            next.fail(Kind.PROTOCOL, "the request cannot be written: " + e.getMessage(), loop.nanos());
            return;
        }
        exchange = next;
        affinity = request.affinity();
        next.carriedBy(this, served > 0);
        parser.expectAnswer(request.method().equals("HEAD"));
        long now = loop.nanos();
        boolean first = next.noteSent(now);
        WireLog wire = next.wire();
        wire.begin(now, bytes.readableBytes(), served++, opening);
        opening = null;
        ChannelFuture written = channel.writeAndFlush(bytes);
        if (written.isSuccess()) {
            wire.written(loop.nanos());
        }
        beganNanos = now;
        lastReadNanos = now;
        write = written;
        if (first) {
            next.tellSent();
        }
        if (!written.isDone()) {
            written.addListener(end -> {
                lastReadNanos = loop.nanos(); // silence counts from the end of the request
                if (end.isSuccess()) {
                    wire.written(lastReadNanos);
                }
            });
            watchWrite(written, -1);
        }
        if (readTimeoutNanos > 0 && !readTimerRuns) {
            watchReads(readTimeoutNanos);
        }
    }

    private void watchWrite(ChannelFuture written, long progressBefore) {
        if (writeTimeoutNanos == 0 || written.isDone()) {
            return;
        }
        ChannelOutboundBuffer pending = channel.unsafe().outboundBuffer();
        if (pending == null) {
            return;
        }
        long progress = pending.currentProgress() - pending.totalPendingWriteBytes();
        if (progress == progressBefore) {
            abort(
                    Kind.WRITE_TIMEOUT,
                    "the server took no byte of the request for " + seconds(writeTimeoutNanos),
                    loop.nanos());
            return;
        }
        schedule(() -> watchWrite(written, progress), writeTimeoutNanos);
    }

    /// One timer that is set again when it comes too early, instead of one for each request.
    private void watchReads(long delayNanos) {
        readTimerRuns = true;
        schedule(
                () -> {
                    readTimerRuns = false;
                    if (exchange == null || closing) {
                        return;
                    }
                    boolean writing = write != null && !write.isDone();
                    long now = loop.nanos();
                    long left = writing ? readTimeoutNanos : lastReadNanos + readTimeoutNanos - now;
                    if (left > 0) {
                        watchReads(left);
                    } else {
                        abort(Kind.READ_TIMEOUT, "nothing received for " + seconds(readTimeoutNanos), now);
                    }
                },
                delayNanos);
    }

    private void schedule(Runnable task, long delayNanos) {
        var _ = channel.eventLoop().schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    /// A time limit, for a message.
    static String seconds(long nanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }

    // ---- an answer comes in ----------------------------------------------------------------------------------------

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        long now = stamp == null ? loop.nanos() : stamp.nanos();
        ByteBuf in = (ByteBuf) message;
        try {
            receive(in, now);
        } finally {
            in.release();
        }
    }

    private void receive(ByteBuf in, long now) {
        ExchangeState current = exchange;
        if (current == null) {
            if (in.isReadable()) {
                close(); // nobody asked for this
            }
            return;
        }
        lastReadNanos = now;
        byte[] scratch = loop.scratch();
        while (in.isReadable()) {
            int length = Math.min(in.readableBytes(), scratch.length);
            in.readBytes(scratch, 0, length);
            int used = parser.feed(scratch, 0, length, now, current);
            current.wire().received(used, now);
            String problem = parser.problem();
            if (problem != null) {
                abort(Kind.PROTOCOL, problem, now);
                return;
            }
            if (parser.isComplete()) {
                boolean more = used < length || in.isReadable();
                answerComplete(current, parser.keepAlive() && !more && origin.keepsAfter(current.current()), now);
                return;
            }
        }
    }

    private void answerComplete(ExchangeState current, boolean lasting, long now) {
        String problem = current.answerComplete(now);
        exchange = null;
        current.released();
        boolean written = write != null && write.isSuccess();
        if (lasting && written && problem == null && !closing && channel.isActive() && !loop.closed()) {
            release(now);
        } else {
            close();
        }
        if (problem != null) {
            current.fail(Kind.PROTOCOL, problem, now);
        } else if (current.isRedirected()) {
            String refusal = current.takeRedirect();
            if (refusal == null) {
                owner.dispatch(current);
            } else {
                current.fail(Kind.PROTOCOL, refusal, now);
            }
        } else {
            current.complete(now);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        state.set(CLOSED);
        closing = true;
        loop.remove(this);
        ExchangeState current = exchange;
        if (current == null) {
            return;
        }
        long now = loop.nanos();
        String missing = parser.endOfInput(!reset);
        if (missing == null) {
            answerComplete(current, false, now);
            return;
        }
        exchange = null;
        current.released();
        boolean crossed = current.connectionReused() && !parser.anyByte() && now - beganNanos < RETRY_WINDOW_NANOS;
        if (crossed && !current.retried() && !loop.closed()) {
            current.noteRetry();
            owner.retry(current);
        } else {
            current.fail(Kind.CLOSED_EARLY, missing, now);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // of this method in a super interface, for its name only
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        boolean tls = cause instanceof DecoderException && cause.getCause() instanceof SSLException;
        if (tls || cause instanceof SSLException) {
            abort(Kind.PROTOCOL, "TLS failed: " + ClientTls.problem(cause), loop.nanos());
        } else if (cause instanceof IOException) {
            reset = true;
            context.close(); // what is missing is said when the connection is gone
        } else {
            abort(Kind.PROTOCOL, "internal error: " + cause, loop.nanos());
            context.fireExceptionCaught(cause); // our mistake, or a listener's: into the log
        }
    }

    @Override
    public void abort(Kind kind, String message, long nanos) {
        ExchangeState current = exchange;
        exchange = null;
        close();
        if (current != null) {
            current.released();
            current.fail(kind, message, nanos);
        }
    }

    @Override
    public void abortAll(Kind kind, String message, long nanos) {
        abort(kind, message, nanos);
    }

    private void close() {
        closing = true;
        state.set(CLOSED);
        channel.close();
    }
}
