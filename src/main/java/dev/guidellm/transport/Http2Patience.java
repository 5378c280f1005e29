package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.channel.ChannelFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The time limits of one HTTP/2 connection's streams, each stream on its own. On the connection's loop.
final class Http2Patience {
    private final Http2ClientConnection connection;
    private final LoopContext loop;
    private final ConnectionLimits limits;
    private boolean readTimerRuns;

    Http2Patience(Http2ClientConnection connection, ConnectionLimits limits) {
        this.connection = connection;
        this.loop = connection.loop();
        this.limits = limits;
    }

    /// A request is on its way; `written` is done when all of it has been handed to the socket.
    void watch(Http2Exchange stream, ChannelFuture written) {
        if (!written.isDone()) {
            var _ = written.addListener(end -> stream.writingEnds(end.isSuccess(), loop.nanos()));
            watchWrite(stream, written, -1);
        }
        if (limits.readTimeoutNanos() > 0 && !readTimerRuns) {
            watchReads(limits.readTimeoutNanos());
        }
    }

    /// What is left may wait for the socket, or for the server to open the stream's or the connection's window.
    private void watchWrite(Http2Exchange stream, ChannelFuture written, long progressBefore) {
        long limit = limits.writeTimeoutNanos();
        if (limit == 0 || written.isDone() || stream.exchange() == null) {
            return;
        }
        long progress = connection.writeProgress(stream.id());
        if (progress != progressBefore) {
            schedule(() -> watchWrite(stream, written, progress), limit);
            return;
        }
        connection.retireIfStuck();
        String message = "the server took no byte of the request for " + Http1Connection.seconds(limit);
        stream.abort(Kind.WRITE_TIMEOUT, message, loop.nanos());
    }

    /// One timer for all streams, set again for the stream whose patience ends next.
    private void watchReads(long delayNanos) {
        readTimerRuns = true;
        schedule(this::checkReads, delayNanos);
    }

    private void checkReads() {
        readTimerRuns = false;
        long limit = limits.readTimeoutNanos();
        long now = loop.nanos();
        long next = Long.MAX_VALUE;
        List<Http2Exchange> silent = new ArrayList<>();
        for (Http2Exchange stream : connection.streams()) {
            if (stream.exchange() == null) {
                continue;
            }
            long left = stream.patienceLeft(limit, now);
            if (left > 0) {
                next = Math.min(next, left);
            } else {
                silent.add(stream);
            }
        }
        for (Http2Exchange stream : silent) {
            stream.abort(Kind.READ_TIMEOUT, "nothing received for " + Http1Connection.seconds(limit), now);
        }
        if (next < Long.MAX_VALUE && !readTimerRuns) {
            watchReads(next);
        }
    }

    private void schedule(Runnable task, long delayNanos) {
        var _ = loop.loop().schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }
}
