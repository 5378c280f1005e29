package dev.guidellm.mockserver;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says once why connections cannot be accepted. They stay in the listener's queue, and the server asks for them again
/// each second, as Netty does by itself.
final class UnacceptedConnections extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(UnacceptedConnections.class);

    private boolean said;

    @Override
    @SuppressWarnings("deprecation") // of this method in a super interface, for its name only
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!said) {
            said = true;
            LOG.warn(
                    "The mock server cannot accept every connection: {}. Where files are too many, raise the limit with"
                            + " 'ulimit -n' before its start, or open fewer connections.",
                    cause.getMessage());
        }
    }
}
