package dev.guidellm.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/// Asks an HTTP proxy for a tunnel (`CONNECT`, RFC 9110 §9.3.6).
final class TunnelHandshake extends ProxyHandshake implements AnswerSink {
    private final ProxyServer proxy;
    private final Origin.Key server;
    private final Http1Parser parser = new Http1Parser();
    private int status;

    TunnelHandshake(ProxyServer proxy, Origin.Key server, Finish finish) {
        super(finish);
        this.proxy = proxy;
        this.server = server;
    }

    @Override
    ByteBuf opening(ChannelHandlerContext context) {
        parser.expectAnswer(true); // whatever it claims, an answer to CONNECT that opens the way has no body
        String place = server.hostAndPort();
        String credentials = proxy.basicAuthorization();
        return ByteBufUtil.writeAscii(
                context.alloc(),
                "CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\nUser-Agent: " + RequestEncoder.USER_AGENT
                        + "\r\n" + (credentials == null ? "" : "Proxy-Authorization: " + credentials + "\r\n")
                        + "\r\n");
    }

    @Override
    void answered(ChannelHandlerContext context, ByteBuf in) {
        byte[] bytes = ByteBufUtil.getBytes(in);
        int used = parser.feed(bytes, 0, bytes.length, 0, this);
        if (parser.problem() != null) {
            end(context, "does not answer like an HTTP proxy: " + parser.problem());
        } else if (parser.isComplete()) {
            boolean open = status >= 200 && status < 300;
            end(context, !open ? refusal() : used < bytes.length ? "sent more than the answer to CONNECT" : null);
        }
    }

    @Override
    public @Nullable String onHead(AnswerHead head, long readNanos) {
        status = head.status();
        return null;
    }

    @Override
    public @Nullable String onBody(byte[] bytes, int offset, int length, long readNanos) {
        return null;
    }

    private String refusal() {
        String refused = "refused the way to " + server.hostAndPort() + " with HTTP status " + status;
        if (status != 407) {
            return refused;
        }
        return refused
                + (proxy.user() == null
                        ? ": it wants to know who asks; name the proxy as http://user:password@host:port"
                        : ": it does not take this user and password");
    }
}
