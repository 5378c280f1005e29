package dev.guidellm.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.net.IDN;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Asks a SOCKS 5 proxy for the way to a server (RFC 1928; user and password by RFC 1929). Names are left to the
/// proxy to look up.
@SuppressWarnings("FutureReturnValueIgnored") // writes answer with futures that nobody waits for
final class SocksHandshake extends ProxyHandshake {
    private static final int VERSION = 5;
    private static final int NO_AUTHENTICATION = 0;
    private static final int USER_AND_PASSWORD = 2;
    private static final int LONGEST = 255;

    private enum Step {
        METHOD,
        AUTHENTICATION,
        CONNECTION
    }

    private final ProxyServer proxy;
    private final Origin.Key server;
    private final ByteBuf received = Unpooled.buffer(64);
    private Step step = Step.METHOD;

    SocksHandshake(ProxyServer proxy, Origin.Key server, Finish finish) {
        super(finish);
        this.proxy = proxy;
        this.server = server;
    }

    @Override
    ByteBuf opening(ChannelHandlerContext context) {
        return proxy.user() == null
                ? bytes(VERSION, 1, NO_AUTHENTICATION)
                : bytes(VERSION, 2, NO_AUTHENTICATION, USER_AND_PASSWORD);
    }

    @Override
    void answered(ChannelHandlerContext context, ByteBuf in) {
        received.writeBytes(in);
        switch (step) {
            case METHOD -> method(context);
            case AUTHENTICATION -> authenticated(context);
            case CONNECTION -> connected(context);
        }
    }

    private void method(ChannelHandlerContext context) {
        if (received.readableBytes() < 2) {
            return;
        }
        int version = received.readUnsignedByte();
        int method = received.readUnsignedByte();
        String user = proxy.user();
        if (version != VERSION) {
            end(context, "does not speak SOCKS 5");
        } else if (method == NO_AUTHENTICATION) {
            ask(context);
        } else if (method == USER_AND_PASSWORD && user != null) {
            byte[] name = user.getBytes(StandardCharsets.UTF_8);
            byte[] password = proxy.password().getBytes(StandardCharsets.UTF_8);
            if (name.length > LONGEST || password.length > LONGEST) {
                end(context, "takes no user or password longer than " + LONGEST + " bytes");
                return;
            }
            step = Step.AUTHENTICATION;
            context.writeAndFlush(bytes(1, name.length)
                    .writeBytes(name)
                    .writeByte(password.length)
                    .writeBytes(password));
        } else {
            end(
                    context,
                    user == null
                            ? "wants to know who asks; name the proxy as socks5://user:password@host:port"
                            : "asks for another proof than user and password");
        }
    }

    private void authenticated(ChannelHandlerContext context) {
        if (received.readableBytes() < 2) {
            return;
        }
        received.skipBytes(1);
        if (received.readUnsignedByte() == 0) {
            ask(context);
        } else {
            end(context, "does not take this user and password");
        }
    }

    private void ask(ChannelHandlerContext context) {
        step = Step.CONNECTION;
        ByteBuf request = bytes(VERSION, 1, 0);
        byte[] address = literal(server.host());
        if (address == null) {
            byte[] name = ascii(server.host()).getBytes(StandardCharsets.US_ASCII);
            if (name.length > LONGEST) {
                request.release();
                end(context, "takes no name longer than " + LONGEST + " bytes");
                return;
            }
            request.writeByte(3).writeByte(name.length).writeBytes(name);
        } else {
            request.writeByte(address.length == 4 ? 1 : 4).writeBytes(address);
        }
        context.writeAndFlush(request.writeShort(server.port()));
    }

    private void connected(ChannelHandlerContext context) {
        int start = received.readerIndex();
        if (received.readableBytes() < 5) {
            return;
        }
        int code = received.getUnsignedByte(start + 1);
        if (received.getUnsignedByte(start) != VERSION) {
            end(context, "does not speak SOCKS 5");
            return;
        }
        if (code != 0) {
            end(context, "refused the way to " + server.hostAndPort() + ": " + refusal(code));
            return;
        }
        int boundAddress = switch (received.getUnsignedByte(start + 3)) {
            case 1 -> 4;
            case 3 -> 1 + received.getUnsignedByte(start + 4);
            case 4 -> 16;
            default -> -1;
        };
        int whole = 4 + boundAddress + 2;
        if (boundAddress < 0) {
            end(context, "answers with an address of an unknown sort");
        } else if (received.readableBytes() > whole) {
            end(context, "sent more than its answer");
        } else if (received.readableBytes() == whole) {
            end(context, null);
        }
    }

    private static String refusal(int code) {
        return switch (code) {
            case 1 -> "it failed";
            case 2 -> "its rules do not allow it";
            case 3 -> "network unreachable";
            case 4 -> "host unreachable";
            case 5 -> "connection refused";
            case 6 -> "it took too long";
            default -> "SOCKS error " + code;
        };
    }

    private static byte @Nullable [] literal(String host) {
        try {
            return InetAddress.ofLiteral(host).getAddress();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String ascii(String host) {
        try {
            return IDN.toASCII(host);
        } catch (IllegalArgumentException e) {
            return host;
        }
    }

    private static ByteBuf bytes(int... values) {
        ByteBuf out = Unpooled.buffer(64);
        for (int value : values) {
            out.writeByte(value);
        }
        return out;
    }
}
