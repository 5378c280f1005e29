package dev.guidellm.transport;

import dev.guidellm.clock.Pacer;
import dev.guidellm.clock.RunClock;
import dev.guidellm.platform.ConnectionDescriptors;
import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.net.URI;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// [HttpTransport] over HTTP/1.1 and HTTP/2 on Netty's event loops: epoll where it loads, Java NIO elsewhere.
///
/// A loop owns its connections and the exchanges on them. Unused connections stand on a stack of their loop; a
/// request takes the top of its own loop's stack, else of another's, else a new connection is opened; one that
/// becomes free on the same loop meanwhile is taken instead. There is no limit. Of HTTP/2 connections it
/// takes the one with the fewest exchanges; when all are full, as many new ones are opened as those who wait will
/// fill. [ConnectionStrategy] names the other ways.
public final class NettyHttpTransport implements HttpTransport {
    private static final long SWEEP_MILLIS = 250;
    private static final long SWEEP_ON_MILLIS = 5;
    private static final int OPENING_AT_ONCE = 64;
    private static final long CLOSE_SECONDS = 5;

    /// How long a conversation's connection outlasts a turn, if the server lets it: users think for a while.
    private static final long CONVERSATION_EXPIRY_NANOS = TimeUnit.SECONDS.toNanos(60);

    private record LastOrigin(URI uri, Origin origin) {}

    private final MultiThreadIoEventLoopGroup group;
    private final List<LoopContext> loops = new ArrayList<>();
    private final Map<Origin.Key, Origin> origins = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();
    private final LongAdder retries = new LongAdder();
    private final ConnectionDescriptors descriptors;
    private final Connector connector;
    private final Http2Openings openings;
    private final TransportSettings settings;
    private final long idleExpiryNanos;
    private volatile @Nullable LastOrigin lastOrigin;
    private volatile boolean closed;

    private NettyHttpTransport(
            TransportSettings settings,
            RunClock clock,
            boolean epoll,
            AddressBook addresses,
            ConnectionDescriptors descriptors)
            throws TransportSetupException {
        this.descriptors = descriptors;
        SelectStrategyFactory moderation = () -> new WakeModeration(clock);
        IoHandlerFactory io = epoll
                ? EpollIoHandler.newFactory(0, moderation)
                : NioIoHandler.newFactory(SelectorProvider.provider(), moderation);
        this.settings = settings;
        Duration expiry = settings.idleExpiry();
        idleExpiryNanos = expiry == null ? Long.MAX_VALUE : expiry.toNanos();
        connector = new Connector(
                Sockets.of(epoll, settings),
                ClientTls.create(settings),
                addresses,
                settings,
                descriptors,
                new Carrier());
        openings = new Http2Openings(connector, (exchange, origin) -> connectAlone(exchange, origin, true));
        AtomicInteger threads = new AtomicInteger();
        group = new MultiThreadIoEventLoopGroup(
                settings.loops(),
                task -> {
                    Runnable punctual = () -> {
                        Pacer.sharpenWorkingThread();
                        task.run();
                    };
                    Thread thread = new FastThreadLocalThread(punctual, "transport-loop-" + threads.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                io);
        for (EventExecutor executor : group) {
            loops.add(new LoopContext((EventLoop) executor, loops.size(), clock));
        }
        for (LoopContext loop : loops) {
            sweepAfter(loop, SWEEP_MILLIS);
        }
    }

    /// Starts the loops; no connection is opened yet.
    ///
    /// @param clock stamps every time
    /// @throws TransportSetupException when the CA file cannot be used
    public static NettyHttpTransport open(TransportSettings settings, RunClock clock) throws TransportSetupException {
        return open(settings, clock, new AddressBook(clock));
    }

    /// As [#open], on Java NIO even where epoll loads.
    static NettyHttpTransport openPortable(TransportSettings settings, RunClock clock) throws TransportSetupException {
        return new NettyHttpTransport(settings, clock, false, new AddressBook(clock), ConnectionDescriptors.OF_PROCESS);
    }

    /// As [#open], with names looked up elsewhere.
    static NettyHttpTransport open(TransportSettings settings, RunClock clock, AddressBook addresses)
            throws TransportSetupException {
        return open(settings, clock, addresses, ConnectionDescriptors.OF_PROCESS);
    }

    /// As [#open], with descriptors that are counted elsewhere.
    static NettyHttpTransport open(
            TransportSettings settings, RunClock clock, AddressBook addresses, ConnectionDescriptors descriptors)
            throws TransportSetupException {
        return new NettyHttpTransport(settings, clock, Epoll.isAvailable(), addresses, descriptors);
    }

    @Override
    public HttpExchange send(HttpRequest request, ExchangeListener listener) {
        LoopContext here = currentLoop();
        int first = here != null ? here.index() : Math.floorMod(turn.getAndIncrement(), loops.size());
        ExchangeState exchange = new ExchangeState(request, listener, settings.followRedirects(), loops.get(first));
        if (closed) {
            exchange.fail(
                    Kind.CANCELLED, "the transport is closed", loops.get(first).nanos());
            return exchange;
        }
        Origin origin = origin(request.uri());
        if (origin == null) {
            enqueue(
                    exchange,
                    () -> exchange.fail(
                            Kind.CONNECT,
                            unusable(request.uri()),
                            exchange.loop().nanos()));
            return exchange;
        }
        Connection idle = origin.takeFromAny(first, request);
        if (idle == null) {
            onLoop(exchange, here, () -> connect(exchange, origin, false));
        } else {
            exchange.moveTo(idle.loop());
            onLoop(exchange, here, () -> idle.begin(exchange));
        }
        return exchange;
    }

    @Override
    public HttpExchange fetch(HttpRequest request, Duration deadline) {
        requireOffLoop();
        CompletableFuture<HttpExchange> end = new CompletableFuture<>();
        ExchangeState exchange = (ExchangeState) send(request, end::complete);
        try {
            return end.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            exchange.giveUp(Kind.READ_TIMEOUT, "no whole answer within " + deadline.toMillis() + " ms");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.cancel();
        } catch (ExecutionException e) {
            throw new AssertionError("is never completed that way", e);
        }
        return end.join();
    }

    @Override
    public void warmUp(URI uri, int count) {
        requireOffLoop();
        Origin origin = origin(uri);
        if (origin == null || closed || settings.strategy() == ConnectionStrategy.PER_REQUEST) {
            return;
        }
        if (origin.http2().isExpected() && origin.http2().room() == 0) {
            // One connection for each loop tells whether it is HTTP/2, how much room it has, and spreads the load.
            open(origin, Math.min(count, loops.size()));
        }
        int missing = count - origin.unused();
        open(
                origin,
                origin.http2().isExpected()
                        ? Math.ceilDiv(missing, origin.http2().roomOfOne())
                        : missing);
    }

    /// Opens connections, in turn on each loop, and waits until each is open or has failed.
    private void open(Origin origin, int wanted) {
        int missing = (int) Math.min(wanted, descriptors.connectionsLeft());
        if (missing <= 0) {
            return;
        }
        Semaphore opening = new Semaphore(OPENING_AT_ONCE);
        CountDownLatch left = new CountDownLatch(missing);
        try {
            for (int i = 0; i < missing; i++) {
                while (!opening.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                    if (closed) {
                        return;
                    }
                }
                LoopContext loop = loops.get(i % loops.size());
                Connector.Outcome outcome = new Connector.Outcome() {
                    @Override
                    public void opened(Connection connection) {
                        connection.release(loop.nanos());
                        settled();
                    }

                    @Override
                    public void failed(TransportFailure failure) {
                        settled();
                    }

                    private void settled() {
                        opening.release();
                        left.countDown();
                    }
                };
                if (!loop.execute(() -> connector.connect(origin, loop, outcome))) {
                    return;
                }
            }
            while (!closed && !left.await(100, TimeUnit.MILLISECONDS)) {
                // a transport that is closed meanwhile ends the wait
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void probeLoops(LongConsumer waited) {
        for (LoopContext loop : loops) {
            long asked = loop.nanos();
            loop.execute(() -> waited.accept(loop.nanos() - asked));
        }
    }

    @Override
    public long connectionsOpened() {
        return connector.opened();
    }

    @Override
    public long requestsRetried() {
        return retries.sum();
    }

    @Override
    public NetworkSample sampleNetwork() {
        requireOffLoop();
        return connector.network().take();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (LoopContext loop : loops) {
            loop.execute(loop::shutDown);
        }
        var gone = group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        if (currentLoop() == null) {
            gone.awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void onLoop(ExchangeState exchange, @Nullable LoopContext here, Runnable step) {
        if (here != null && exchange.loop().index() == here.index()) {
            step.run();
        } else {
            enqueue(exchange, step);
        }
    }

    private void enqueue(ExchangeState exchange, Runnable step) {
        if (!exchange.loop().execute(step)) {
            exchange.fail(
                    Kind.CANCELLED, "the transport is closed", exchange.loop().nanos());
        }
    }

    /// Opens a connection for `exchange` and sends it, unless another becomes free first: then the new one is for
    /// others.
    /// On the exchange's loop.
    ///
    /// @param unused whether only a new connection will do
    private void connect(ExchangeState exchange, Origin origin, boolean unused) {
        LoopContext loop = exchange.loop();
        if (loop.closed()) {
            enqueue(exchange, () -> exchange.fail(Kind.CANCELLED, "the transport is closed", loop.nanos()));
        } else if (origin.http2().isExpected()) {
            Connection roomy = unused ? null : origin.http2().take(loop.index()); // may have been opened meanwhile
            if (roomy == null) {
                openings.await(exchange, origin);
            } else {
                roomy.begin(exchange);
            }
        } else {
            connectAlone(exchange, origin, unused);
        }
    }

    private void connectAlone(ExchangeState exchange, Origin origin, boolean unused) {
        LoopContext loop = exchange.loop();
        loop.await(exchange);
        if (!unused) {
            origin.await(exchange);
        }
        connector.connect(origin, loop, new Connector.Outcome() {
            @Override
            public void opened(Connection connection) {
                if (stillWaits()) {
                    connection.begin(exchange);
                } else {
                    connection.release(loop.nanos()); // given up or served meanwhile: somebody else can have it
                }
            }

            @Override
            public void failed(TransportFailure failure) {
                if (stillWaits()) {
                    exchange.fail(failure.kind(), failure.message(), loop.nanos());
                }
            }

            private boolean stillWaits() {
                origin.awaitsNoMore(exchange);
                return loop.awaitsNoMore(exchange) && !exchange.ended();
            }
        });
    }

    private final class Carrier implements Connection.Owner {
        @Override
        public void dispatch(ExchangeState exchange) {
            Origin origin = origin(exchange.current().uri());
            if (origin == null) {
                exchange.fail(
                        Kind.CONNECT,
                        unusable(exchange.current().uri()),
                        exchange.loop().nanos());
                return;
            }
            // Only this loop's connections: an exchange that has begun stays where it is.
            Connection idle = origin.take(exchange.loop().index(), exchange.current());
            if (idle == null) {
                connect(exchange, origin, false);
            } else {
                idle.begin(exchange);
            }
        }

        @Override
        public void retry(ExchangeState exchange) {
            retries.increment();
            Origin origin = origin(exchange.current().uri());
            if (origin != null) {
                connect(exchange, origin, true);
            }
        }
    }

    private void sweep(LoopContext loop) {
        boolean forEver = idleExpiryNanos == Long.MAX_VALUE;
        long idleSinceBefore = forEver ? Long.MIN_VALUE : loop.nanos() - idleExpiryNanos;
        long boundSinceBefore =
                forEver ? Long.MIN_VALUE : loop.nanos() - Math.max(idleExpiryNanos, CONVERSATION_EXPIRY_NANOS);
        boolean more = false;
        for (Origin origin : origins.values()) {
            more |= origin.sweep(loop.index(), idleSinceBefore, boundSinceBefore);
        }
        sweepAfter(loop, more ? SWEEP_ON_MILLIS : SWEEP_MILLIS);
    }

    private void sweepAfter(LoopContext loop, long millis) {
        var _ = loop.loop().schedule(() -> sweep(loop), millis, TimeUnit.MILLISECONDS);
    }

    private @Nullable Origin origin(URI uri) {
        LastOrigin last = lastOrigin;
        if (last != null && last.uri.equals(uri)) {
            return last.origin;
        }
        Origin.Key key = Origin.Key.of(uri);
        if (key == null) {
            return null;
        }
        Origin origin = origins.computeIfAbsent(key, fresh -> new Origin(fresh, loops.size(), settings));
        lastOrigin = new LastOrigin(uri, origin);
        return origin;
    }

    private static String unusable(URI uri) {
        return "the address " + uri + " cannot be used: it needs http:// or https:// and a host";
    }

    private @Nullable LoopContext currentLoop() {
        for (LoopContext loop : loops) {
            if (loop.loop().inEventLoop()) {
                return loop;
            }
        }
        return null;
    }

    private void requireOffLoop() {
        if (currentLoop() != null) {
            throw new IllegalStateException("would wait for its own thread");
        }
    }
}
