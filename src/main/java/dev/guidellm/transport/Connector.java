package dev.guidellm.transport;

import dev.guidellm.platform.ConnectionDescriptors;
import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens connections: looks the name up, dials its addresses, asks proxies for the way, and shakes hands over
/// TLS, each where needed.
@SuppressWarnings("FutureReturnValueIgnored") // close and addListener answer with futures that nobody waits for
final class Connector {
    /// Learns what became of one connection; called once, on the loop, never from within [#connect].
    interface Outcome {
        /// The connection is open and the caller's: to begin an exchange on, or to release.
        void opened(Connection connection);

        /// No connection could be had.
        void failed(TransportFailure failure);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);
    private static final String FALLBACK =
            "{} does not speak HTTP/2 over TLS (it chose: {}); it is asked by HTTP/1.1, one connection for each request"
                    + " at a time.";

    /// Stands at a pipeline's end until the way is open.
    private static final String LAST = "last";

    private static final long NO_DESCRIPTOR_MILLIS = 100;

    /// How the system says that it has no descriptor left.
    private static final String TOO_MANY = "Too many open files";

    private final AtomicBoolean saidDescriptors = new AtomicBoolean();
    private final Sockets sockets;
    private final ClientTls tls;
    private final AddressBook addresses;
    private final Connection.Owner owner;
    private final LongAdder opened = new LongAdder();
    private final NetworkMeter network = new NetworkMeter();
    private final long connectTimeoutNanos;
    private final ConnectionLimits limits;
    private final ConnectionDescriptors descriptors;
    private final Http2Use http2;

    Connector(
            Sockets sockets,
            ClientTls tls,
            AddressBook addresses,
            TransportSettings settings,
            ConnectionDescriptors descriptors,
            Connection.Owner owner) {
        this.sockets = sockets;
        this.descriptors = descriptors;
        this.tls = tls;
        this.addresses = addresses;
        this.owner = owner;
        this.connectTimeoutNanos = nanos(settings.connectTimeout());
        this.http2 = settings.http2InUse();
        this.limits =
                new ConnectionLimits(nanos(settings.readTimeout()), nanos(settings.writeTimeout()), http2.streams());
    }

    /// Connections opened so far.
    long opened() {
        return opened.sum();
    }

    /// What the connections tell of the network.
    NetworkMeter network() {
        return network;
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
        private @Nullable AddressRace race;
        private @Nullable Channel channel;
        private @Nullable ReadStamp stamp;
        private boolean done;
        private int descriptorsTaken;
        private long dns = HttpExchange.NEVER;
        private long resolvedNanos;
        private long wayOpenNanos;
        private long handshakeNanos = HttpExchange.NEVER;

        Attempt(Origin origin, LoopContext loop, Outcome outcome) {
            this.origin = origin;
            this.loop = loop;
            this.outcome = outcome;
            this.startNanos = loop.nanos();
            this.resolvedNanos = startNanos;
        }

        void start() {
            if (connectTimeoutNanos > 0) {
                deadline = loop.loop().schedule(this::timedOut, connectTimeoutNanos, TimeUnit.NANOSECONDS);
            }
            descriptorsTaken = descriptors.take();
            if (descriptorsTaken == 0) {
                // not at once: a closed loop would ask again without end, and another connection may become free
                loop.loop().schedule(this::noDescriptor, NO_DESCRIPTOR_MILLIS, TimeUnit.MILLISECONDS);
                return;
            }
            switch (origin.route()) {
                case Route.Direct _ -> resolve(origin.key().host(), origin.key().port());
                case Route.Forwarded(ProxyServer proxy) -> resolve(proxy.host(), proxy.port());
                case Route.Tunnelled(ProxyServer proxy) -> resolve(proxy.host(), proxy.port());
                case Route.Socks(ProxyServer proxy) -> resolve(proxy.host(), proxy.port());
                case Route.UnixSocket(Path path) -> dialUnix(path);
                case Route.Blocked(String problem) -> loop.execute(() -> fail(Kind.CONNECT, problem));
            }
        }

        private void noDescriptor() {
            String problem = "this process may have no more than " + descriptors.limit()
                    + " files and sockets open; raise that with 'ulimit -n' before the start, or cap the requests in"
                    + " flight";
            if (!done && saidDescriptors.compareAndSet(false, true)) {
                LOG.warn("A connection to {} could not be opened: {}. The run goes on.", target(), problem);
            }
            fail(Kind.CONNECT, "no connection to " + target() + ": " + problem);
        }

        private void timedOut() {
            fail(
                    Kind.CONNECT_TIMEOUT,
                    "no connection to " + target() + " within " + TimeUnit.NANOSECONDS.toMillis(connectTimeoutNanos)
                            + " ms");
        }

        private void resolve(String host, int port) {
            boolean asked = !addresses.isAtHand(host);
            // A loop that is gone has ended its exchanges: nobody waits for this any more.
            var _ = addresses
                    .resolve(host)
                    .whenComplete((found, error) -> loop.execute(() -> resolved(host, port, found, error, asked)));
        }

        private void resolved(
                String host, int port, @Nullable List<InetAddress> found, @Nullable Throwable error, boolean asked) {
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
                        "the name " + host + " cannot be resolved" + (unknown ? "" : ": " + rootMessage(cause)));
                return;
            }
            race = new AddressRace(loop, found, address -> dial(address, port), new AddressRace.Finish() {
                @Override
                public void won(Channel connected, InetAddress address) {
                    addresses.worked(host, address);
                    connected(connected);
                }

                @Override
                public void lost(@Nullable Throwable cause) {
                    refused(cause);
                }
            });
            race.start();
        }

        private ChannelFuture dial(InetAddress address, int port) {
            long before = loop.nanos();
            ChannelFuture dialled = bootstrap(sockets.inet())
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.SO_KEEPALIVE, true)
                    .connect(new InetSocketAddress(address, port));
            dialled.addListener((ChannelFuture future) -> {
                if (future.isSuccess()) {
                    network.connected(future.channel(), loop.nanos() - before);
                }
            });
            return dialled;
        }

        private void dialUnix(Path path) {
            bootstrap(sockets.unix()).connect(sockets.unixAddress(path)).addListener((ChannelFuture future) -> {
                if (done) {
                    future.channel().close();
                } else if (future.isSuccess()) {
                    connected(future.channel());
                } else {
                    refused(future.cause());
                }
            });
        }

        private Bootstrap bootstrap(Class<? extends Channel> type) {
            return new Bootstrap()
                    .group(loop.loop())
                    .channel(type)
                    .disableResolver()
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0) // the deadline of the whole attempt counts
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel fresh) {
                            fresh.pipeline().addLast(LAST, new Unused());
                        }
                    });
        }

        private void connected(Channel open) {
            opened.increment();
            channel = open;
            int count = descriptorsTaken;
            descriptorsTaken = 0;
            open.closeFuture().addListener(_ -> descriptors.giveBack(count));
            switch (origin.route()) {
                case Route.Tunnelled(ProxyServer proxy) ->
                    secureProxy(
                            open,
                            proxy,
                            () -> ask(open, new TunnelHandshake(proxy, origin.key(), answer(() -> secure(open)))));
                case Route.Socks(ProxyServer proxy) ->
                    ask(open, new SocksHandshake(proxy, origin.key(), answer(() -> secure(open))));
                case Route.Forwarded(ProxyServer proxy) -> secureProxy(open, proxy, () -> secure(open));
                case Route.Direct _, Route.UnixSocket _, Route.Blocked _ -> secure(open);
            }
        }

        private void secureProxy(Channel open, ProxyServer proxy, Runnable next) {
            if (proxy.protocol() == ProxyServer.Protocol.HTTPS) {
                shakeHands(open, tls.toProxy(open.alloc(), proxy.host(), proxy.port()), target(), next);
            } else {
                next.run();
            }
        }

        private void ask(Channel open, ProxyHandshake handshake) {
            open.pipeline().addBefore(LAST, null, handshake);
        }

        private ProxyHandshake.Finish answer(Runnable next) {
            return problem -> {
                if (done) {
                    return;
                }
                if (problem == null) {
                    next.run();
                } else {
                    fail(Kind.CONNECT, target() + " " + problem);
                }
            };
        }

        /// The way to the server is open.
        private void secure(Channel open) {
            wayOpenNanos = loop.nanos();
            Origin.Key server = origin.key();
            if (server.tls()) {
                SslHandler handler = tls.toServer(open.alloc(), server.host(), server.port());
                shakeHands(open, handler, server.hostAndPort(), () -> {
                    handshakeNanos = loop.nanos() - wayOpenNanos;
                    chosen(open, handler.applicationProtocol());
                });
            } else if (origin.http2().isExpected()) {
                speakHttp2(open);
            } else {
                speakHttp11(open);
            }
        }

        /// @param protocol what the server chose in the handshake; null for nothing
        private void chosen(Channel open, @Nullable String protocol) {
            if (ApplicationProtocolNames.HTTP_2.equals(protocol)) {
                speakHttp2(open);
                return;
            }
            if (http2.overTls() && origin.http2().noteFallback()) {
                LOG.info(FALLBACK, origin.key().hostAndPort(), protocol == null ? "none" : protocol);
            }
            speakHttp11(open);
        }

        private void shakeHands(Channel open, SslHandler handler, String with, Runnable next) {
            handler.setHandshakeTimeoutMillis(0); // the deadline of the whole attempt counts
            if (stamp == null) {
                stamp = new ReadStamp(loop);
                open.pipeline().addFirst(stamp);
            }
            open.pipeline().addBefore(LAST, null, handler);
            handler.handshakeFuture().addListener((Future<Channel> handshake) -> {
                if (done) {
                    open.close();
                } else if (handshake.isSuccess()) {
                    next.run();
                } else {
                    fail(
                            Kind.CONNECT,
                            "TLS handshake with " + with + " failed: " + ClientTls.problem(handshake.cause()));
                }
            });
        }

        private void speakHttp11(Channel open) {
            Http1Connection connection = new Http1Connection(
                    open, loop, origin, owner, stamp, limits.readTimeoutNanos(), limits.writeTimeoutNanos());
            open.pipeline().replace(LAST, null, connection);
            succeed(open, connection);
        }

        /// Open is a connection of HTTP/2 when the server's settings are there: only then we know how many exchanges
        /// it takes.
        private void speakHttp2(Channel open) {
            ReadStamp reads = stamp;
            if (reads == null) {
                reads = new ReadStamp(loop);
                open.pipeline().addFirst(reads);
            }
            Http2ClientConnection.Opening opening = new Http2ClientConnection.Opening() {
                @Override
                public void ready(Http2ClientConnection connection) {
                    if (done) {
                        return;
                    }
                    if (!loop.closed()) {
                        origin.http2().share(loop.index(), connection);
                    }
                    succeed(open, connection);
                }

                @Override
                public void unusable(String why) {
                    fail(Kind.CONNECT, "no HTTP/2 connection to " + origin.key().hostAndPort() + ": " + why);
                }
            };
            Http2Codec codec = new Http2Codec();
            open.pipeline()
                    .replace(LAST, null, new Http2ClientConnection(loop, origin, owner, reads, limits, codec, opening));
            open.flush();
        }

        private void succeed(Channel open, Connection connection) {
            end();
            if (loop.closed()) {
                open.close();
                outcome.failed(new TransportFailure(Kind.CANCELLED, "the transport was closed"));
                return;
            }
            connection.openedBy(new WireLog.Opening(dns, wayOpenNanos - resolvedNanos, handshakeNanos));
            loop.add(connection);
            outcome.opened(connection);
        }

        private void refused(@Nullable Throwable cause) {
            if (origin.route() instanceof Route.UnixSocket(Path path) && !Files.exists(path)) {
                fail(Kind.CONNECT, "there is no Unix socket " + path);
                return;
            }
            String message = rootMessage(cause);
            if (message.contains(TOO_MANY)) {
                noDescriptor();
                return;
            }
            switch (cause) {
                case NoRouteToHostException _ -> fail(Kind.CONNECT, "no route to " + target());
                case ConnectException e
                when String.valueOf(e.getMessage()).contains("refused") ->
                    fail(Kind.CONNECT, "connection to " + target() + " refused");
                case null, default -> fail(Kind.CONNECT, "no connection to " + target() + ": " + message);
            }
        }

        private void fail(Kind kind, String message) {
            if (done) {
                return;
            }
            end();
            if (race != null) {
                race.abandon();
            }
            if (channel != null) {
                channel.close();
            }
            descriptors.giveBack(descriptorsTaken);
            descriptorsTaken = 0;
            outcome.failed(new TransportFailure(kind, message));
        }

        private void end() {
            done = true;
            if (deadline != null) {
                deadline.cancel(false);
            }
        }

        /// What is dialled, for messages.
        private String target() {
            return switch (origin.route()) {
                case Route.Direct _, Route.Blocked _ -> origin.key().hostAndPort();
                case Route.Forwarded(ProxyServer proxy) -> "the proxy " + proxy.hostAndPort();
                case Route.Tunnelled(ProxyServer proxy) -> "the proxy " + proxy.hostAndPort();
                case Route.Socks(ProxyServer proxy) -> "the proxy " + proxy.hostAndPort();
                case Route.UnixSocket(Path path) -> "the Unix socket " + path;
            };
        }
    }

    /// Swallows what reaches a connection before it is one: failures are told by the step that they fail.
    private static final class Unused extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
            context.close(); // nobody asked for this
        }

        @Override
        @SuppressWarnings("deprecation") // of this method in a super interface, for its name only
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
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
