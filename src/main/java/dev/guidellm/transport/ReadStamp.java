package dev.guidellm.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/// Stands before the TLS handler and notes when a socket read returned, so that deciphering does not count.
final class ReadStamp extends ChannelInboundHandlerAdapter {
    private final LoopContext loop;
    private long nanos;

    ReadStamp(LoopContext loop) {
        this.loop = loop;
        this.nanos = loop.nanos();
    }

    long nanos() {
        return nanos;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        nanos = loop.nanos();
        context.fireChannelRead(message);
    }
}
