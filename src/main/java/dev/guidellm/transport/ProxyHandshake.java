package dev.guidellm.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/// Talks to a proxy until the way to the server is open, and then leaves the pipeline. Added to a connection that
/// is open already; everything on the loop.
@SuppressWarnings("FutureReturnValueIgnored") // writes answer with futures that nobody waits for
abstract class ProxyHandshake extends ChannelInboundHandlerAdapter {
    /// Learns the outcome; called once.
    interface Finish {
        /// @param problem null when the way is open, else what the proxy did, to be read after its name
        void ended(@Nullable String problem);
    }

    private final Finish finish;
    private boolean over;

    ProxyHandshake(Finish finish) {
        this.finish = finish;
    }

    /// What to say first.
    abstract ByteBuf opening(ChannelHandlerContext context);

    /// Takes what the proxy said; leaves unread what must be read again together with more.
    abstract void answered(ChannelHandlerContext context, ByteBuf in);

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        context.writeAndFlush(opening(context));
    }

    /// Ends the handshake.
    ///
    /// @param problem null when the way is open
    final void end(ChannelHandlerContext context, @Nullable String problem) {
        if (!over) {
            over = true;
            context.pipeline().remove(this);
            finish.ended(problem);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            answered(context, in);
        } finally {
            in.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        context.fireChannelInactive();
        end(context, "closed the connection");
    }
}
