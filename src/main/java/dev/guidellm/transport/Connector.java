package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Opens connections: looks the name up, tries its addresses in turn, and shakes hands over TLS where asked to.
@SuppressWarnings("FutureReturnValueIgnored") // close and addListener answer with futures that nobody waits for
final class Connector {
    /// Learns what became of one connection; called once, on the loop, never from within [#connect].
    interface Outcome {
        /// The connection is open and the caller's: to begin an exchange on, or to release.
        void opened(Connection connection);

        /// No connection could be had.
        void failed(TransportFailure failure);
    }

    private final Class<? extends Channel> channelType;
    private final SslContext tls;
    private final AddressBook addresses;
    private final Connection.Owner owner;
    private final LongAdder opened = new LongAdder();
    private final long connectTimeoutNanos;
    private final long readTimeoutNanos;
    private final long writeTimeoutNanos;

    Connector(
            Class<? extends Channel> channelType,
            SslContext tls,
            AddressBook addresses,
            TransportSettings settings,
            Connection.Owner owner) {
        this.channelType = channelType;
        this.tls = tls;
        this.addresses = addresses;
        this.owner = owner;
        this.connectTimeoutNanos = nanos(settings.connectTimeout());
        this.readTimeoutNanos = nanos(settings.readTimeout());
        this.writeTimeoutNanos = nanos(settings.writeTimeout());
    }

    /// Connections opened so far.
    long opened() {
        return opened.sum();
    }

    /// Opens a connection on `loop`, which is the calling thread's.
    void connect(Origin origin, LoopContext loop, Outcome outcome) {
        new Attempt(origin, loop, outcome).start();
    }

    private static long nanos(@Nullable Duration limit) {
        return limit == null ? 0 : Math.max(1, limit.toNanos());
    }

    /// One connection on its way. Everything on its loop.
    private final class Attempt {
        private final Origin origin;
        private final LoopContext loop;
        private final Outcome outcome;
        private final long startNanos;
        private @Nullable Future<?> deadline;
        private @Nullable Channel channel;
        private boolean done;
        private long dns = HttpExchange.NEVER;
        private long resolvedNanos;
        private long connectedNanos;
        private long handshakeNanos = HttpExchange.NEVER;

        Attempt(Origin origin, LoopContext loop, Outcome outcome) {
            this.origin = origin;
            this.loop = loop;
            this.outcome = outcome;
            this.startNanos = loop.nanos();
        }

        void start() {
            if (connectTimeoutNanos > 0) {
                deadline = loop.loop().schedule(this::timedOut, connectTimeoutNanos, TimeUnit.NANOSECONDS);
            }
            // A loop that is gone has ended its exchanges: nobody waits for this any more.
            boolean asked = !addresses.isAtHand(origin.key().host());
            var _ = addresses
                    .resolve(origin.key().host())
                    .whenComplete((found, error) -> loop.execute(() -> resolved(found, error, asked)));
        }

        private void timedOut() {
            fail(
                    Kind.CONNECT_TIMEOUT,
                    "no connection to " + target() + " within " + TimeUnit.NANOSECONDS.toMillis(connectTimeoutNanos)
                            + " ms");
        }

        private void resolved(@Nullable List<InetAddress> found, @Nullable Throwable error, boolean asked) {
            if (done) {
                return;
            }
            resolvedNanos = loop.nanos();
            if (asked) {
                dns = resolvedNanos - startNanos;
            }
            if (found == null || found.isEmpty()) {
                Throwable cause = error instanceof CompletionException e && e.getCause() != null ? e.getCause() : error;
                boolean unknown = cause == null || cause instanceof UnknownHostException;
                fail(
                        Kind.CONNECT,
                        "the name " + origin.key().host() + " cannot be resolved"
                                + (unknown ? "" : ": " + rootMessage(cause)));
                return;
            }
            attempt(found, 0);
        }

        private void attempt(List<InetAddress> found, int index) {
            Bootstrap bootstrap = new Bootstrap()
                    .group(loop.loop())
                    .channel(channelType)
                    .disableResolver()
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.SO_KEEPALIVE, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, share(found.size() - index))
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel fresh) {
                            prepare(fresh);
                        }
                    });
            ChannelFuture connecting = bootstrap.connect(
                    new InetSocketAddress(found.get(index), origin.key().port()));
            channel = connecting.channel();
            connecting.addListener((ChannelFuture future) -> {
                if (done) {
                    future.channel().close();
                } else if (future.isSuccess()) {
                    addresses.worked(origin.key().host(), found.get(index));
                    opened.increment();
                    connected(future.channel());
                } else if (index + 1 < found.size()) {
                    attempt(found, index + 1);
                } else {
                    refused(future.cause());
                }
            });
        }

        /// This address's part of the time that is left, in milliseconds; 0 for no limit.
        private int share(int addressesLeft) {
            if (connectTimeoutNanos == 0) {
                return 0;
            }
            long left = startNanos + connectTimeoutNanos - loop.nanos();
            return Math.clamp(TimeUnit.NANOSECONDS.toMillis(left) / addressesLeft, 1, Integer.MAX_VALUE);
        }

        private void prepare(Channel fresh) {
            ReadStamp stamp = null;
            if (origin.key().tls()) {
                stamp = new ReadStamp(loop);
                SslHandler handler = tls.newHandler(
                        fresh.alloc(), origin.key().host(), origin.key().port());
                handler.setHandshakeTimeoutMillis(0); // the deadline of the whole attempt counts
                fresh.pipeline().addLast(stamp, handler);
            }
            fresh.pipeline()
                    .addLast(new Http1Connection(
                            fresh, loop, origin, owner, stamp, readTimeoutNanos, writeTimeoutNanos));
        }

        private void connected(Channel open) {
            connectedNanos = loop.nanos();
            SslHandler handler = open.pipeline().get(SslHandler.class);
            if (handler == null) {
                succeed(open);
                return;
            }
            handler.handshakeFuture().addListener((Future<Channel> handshake) -> {
                if (done) {
                    open.close();
                } else if (handshake.isSuccess()) {
                    handshakeNanos = loop.nanos() - connectedNanos;
                    succeed(open);
                } else {
                    open.close();
                    fail(Kind.CONNECT, "TLS handshake with " + target() + " failed: " + tlsProblem(handshake.cause()));
                }
            });
        }

        private void succeed(Channel open) {
            end();
            Http1Connection connection = open.pipeline().get(Http1Connection.class);
            if (loop.closed()) {
                open.close();
                outcome.failed(new TransportFailure(Kind.CANCELLED, "the transport was closed"));
                return;
            }
            connection.openedBy(new WireLog.Opening(dns, connectedNanos - resolvedNanos, handshakeNanos));
            loop.add(connection);
            outcome.opened(connection);
        }

        private void refused(@Nullable Throwable cause) {
            switch (cause) {
                case ConnectTimeoutException _ -> timedOut();
                case NoRouteToHostException _ -> fail(Kind.CONNECT, "no route to " + target());
                case ConnectException e
                when String.valueOf(e.getMessage()).contains("refused") ->
                    fail(Kind.CONNECT, "connection to " + target() + " refused");
                case null, default -> fail(Kind.CONNECT, "no connection to " + target() + ": " + rootMessage(cause));
            }
        }

        private void fail(Kind kind, String message) {
            if (done) {
                return;
            }
            end();
            if (channel != null) {
                channel.close();
            }
            outcome.failed(new TransportFailure(kind, message));
        }

        private void end() {
            done = true;
            if (deadline != null) {
                deadline.cancel(false);
            }
        }

        private String target() {
            return origin.key().hostAndPort();
        }
    }

    private static String tlsProblem(@Nullable Throwable cause) {
        return switch (cause) {
            case NotSslRecordException _ -> "the server does not speak TLS on this port";
            case ClosedChannelException _ -> "the server closed the connection";
            case null, default -> rootMessage(cause);
        };
    }

    /// What the innermost cause says, in one line.
    static String rootMessage(@Nullable Throwable cause) {
        Throwable root = cause;
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        if (root == null) {
            return "unknown reason";
        }
        String message = root.getMessage();
        return message == null
                ? root.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
