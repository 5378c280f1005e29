package dev.guidellm.mockserver;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Sends the bytes of answers: straight into the socket while it takes them, and by way of Netty's queue when it does
/// not, or has no socket of the system's own. Used on the connection's loop only.
///
/// A token costs one system call; Netty's way there (a buffer, a promise and a place in the queue for each) would cost
/// a
/// good part of another.
final class SocketWriter {
    private final ChannelHandlerContext context;
    private final @Nullable Socket socket;

    SocketWriter(ChannelHandlerContext context) {
        this.context = context;
        this.socket =
                context.channel() instanceof UnixChannel channel && channel.fd() instanceof Socket own ? own : null;
    }

    /// Sends the readable bytes of `out`, which the caller may use again at once.
    void write(ByteBuf out) {
        if (socket == null || !isIdle()) {
            enqueue(out);
            return;
        }
        int length = out.readableBytes();
        ByteBuffer bytes = out.internalNioBuffer(out.readerIndex(), length);
        try {
            int sent = socket.send(bytes, bytes.position(), bytes.limit());
            if (sent < length) {
                enqueue(out.skipBytes(Math.max(0, sent)));
            }
        } catch (IOException _) {
            var _ = context.close(); // a client that broke off; the connection tells its exchange
        }
    }

    /// Whether nothing written earlier still waits.
    private boolean isIdle() {
        Channel channel = context.channel();
        ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
        return queue != null && queue.isEmpty() && channel.isActive();
    }

    private void enqueue(ByteBuf out) {
        ByteBuf copy = context.alloc().ioBuffer(out.readableBytes()).writeBytes(out);
        var _ = context.writeAndFlush(copy, context.voidPromise());
    }
}
