package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.platform.ConnectionDescriptors;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A running server that answers like an OpenAI-compatible one, in times that its settings say.
///
/// Any number may run in one process; their threads are daemons. Safe to call from every thread.
public final class MockServer implements AutoCloseable {
    private static final int MAX_LINE_BYTES = 16_384;
    private static final int MAX_HEADER_BYTES = 65_536;
    private static final int BACKLOG = 4096;
    private static final int SCRATCH_BYTES = 16_384;
    /// For buffers that live as long as their loop: watching them for leaks would only slow each use down.
    private static final UnpooledByteBufAllocator SCRATCH = new UnpooledByteBufAllocator(true, true);
    private static final int MOST_LOOPS_OF_ITS_OWN = 4;

    private final MockServerSettings settings;
    private final MockServerOptions options;
    private final EventLoopGroup acceptor;
    private final EventLoopGroup loops;
    /// Stays closed, so that a connection accepted in the last moment is closed too.
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Map<EventLoop, LoopState> states = new ConcurrentHashMap<>();
    private final AtomicInteger loopsSeen = new AtomicInteger();
    private final Slots slots;
    private final @Nullable TruthLog truth;
    private final Channel listener;
    private boolean closed;

    private MockServer(MockServerSettings settings, MockServerOptions options, PromptTokenizer tokenizer, MockText text)
            throws IOException {
        this.settings = settings;
        this.options = options;
        slots = new Slots(settings.maxConcurrentRequests());
        truth = options.recordTruth() ? new TruthLog(options.truthFile()) : null;
        RequestRouter router = new RequestRouter(settings, slots, tokenizer, text, truth, options.recordPrompts());
        // On a thread of its own: new connections need not wait until the tokens of earlier ones are written.
        acceptor = EventLoops.start(1, false);
        loops = EventLoops.start(loopCount(settings), keepsTime(settings));
        listener = listen(router);
        openTruth();
        ConnectionDescriptors.OF_PROCESS.serverStarted();
    }

    /// Starts a server; it accepts connections when this returns. Port 0 stands for any free port.
    ///
    /// @throws IOException when it cannot listen there, in one line for the user
    /// @throws dev.guidellm.tokenizer.TokenizerException when there is no such `processor`, likewise
    public static MockServer start(MockServerSettings settings) throws IOException {
        return start(settings, MockServerOptions.NONE);
    }

    /// Starts a server with more than its settings say.
    ///
    /// @throws IOException when it cannot listen there, in one line for the user
    /// @throws dev.guidellm.tokenizer.TokenizerException when there is no such `processor`, likewise
    public static MockServer start(MockServerSettings settings, MockServerOptions options) throws IOException {
        if (settings.processor() != null) {
            Tokenizer tokenizer = Tokenizers.resolve(settings.processor(), null, null);
            return new MockServer(settings, options, new ModelTokenizer(tokenizer), MockText.cutBy(tokenizer));
        }
        MockText text = MockText.words();
        return new MockServer(settings, options, new WordTokenizer(text), text);
    }

    /// Opens the record's file: not before the server has its port, since a second server must not wipe the first
    /// one's.
    private void openTruth() throws IOException {
        if (truth == null) {
            return;
        }
        try {
            truth.open();
        } catch (IOException e) {
            listener.close().awaitUninterruptibly();
            stopLoops();
            String reason = switch (e) {
                case NoSuchFileException _ -> "its folder does not exist";
                case AccessDeniedException _ -> "permission denied";
                default -> String.valueOf(e.getMessage());
            };
            throw new IOException("cannot write " + options.truthFile() + ": " + reason, e);
        }
    }

    /// Whether any answer may have to wait for its moment.
    private static boolean keepsTime(MockServerSettings settings) {
        return settings.ttftMs() > 0
                || settings.itlMs() > 0
                || settings.ttftMsStd() > 0
                || settings.itlMsStd() > 0
                || settings.requestLatency() != null;
    }

    private static int loopCount(MockServerSettings settings) {
        int own = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_LOOPS_OF_ITS_OWN);
        return Math.max(settings.workers(), own);
    }

    private Channel listen(RequestRouter router) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(acceptor, loops)
                .channel(EventLoops.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        channel.pipeline()
                                .addLast(new HttpRequestDecoder(new HttpDecoderConfig()
                                        .setMaxInitialLineLength(MAX_LINE_BYTES)
                                        .setMaxHeaderSize(MAX_HEADER_BYTES)))
                                .addLast(new HttpConnection(router, state(channel.eventLoop())));
                    }
                });
        var bound = bootstrap
                .bind(new InetSocketAddress(settings.host(), settings.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            stopLoops();
            throw new IOException(
                    "cannot listen on " + settings.host() + ":" + settings.port() + ": " + reason(bound.cause()));
        }
        bound.channel().pipeline().addLast(new UnacceptedConnections());
        return bound.channel();
    }

    /// What the operating system said, without the name of the call that failed.
    private static String reason(Throwable cause) {
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            return "there is no host of this name";
        }
        String text = String.valueOf(cause.getMessage());
        return text.substring(text.lastIndexOf(": ") < 0 ? 0 : text.lastIndexOf(": ") + 2);
    }

    private LoopState state(EventLoop loop) {
        return states.computeIfAbsent(
                loop,
                l -> new LoopState(
                        l,
                        new TokenTimetable(l),
                        new Latencies(settings, generator()),
                        SCRATCH.directBuffer(SCRATCH_BYTES)));
    }

    private RandomGenerator generator() {
        int index = loopsSeen.getAndIncrement();
        Long seed = options.seed();
        return seed == null ? new SplittableRandom() : new SplittableRandom(seed + index);
    }

    /// The port it listens on.
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /// Where clients find it, without a path.
    public String baseUrl() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return "http://" + host + ":" + port();
    }

    /// What it was started with.
    public MockServerSettings settings() {
        return settings;
    }

    /// Generation requests that hold a slot now.
    public int inService() {
        return slots.inService();
    }

    /// Generation requests that wait for a slot now.
    public int waiting() {
        return slots.waiting();
    }

    /// What it did for every generation request that has ended; empty unless the options ask for a record in
    /// memory.
    public List<TruthRecord> truth() {
        return truth == null ? List.of() : truth.records();
    }

    private void stopLoops() {
        var accepting = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        accepting.awaitUninterruptibly();
    }

    /// Stops listening, cuts every connection and ends its threads. Only the first call has an effect.
    ///
    /// @throws UncheckedIOException when the record of what it did cannot be written
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        ConnectionDescriptors.OF_PROCESS.serverEnded();
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        for (LoopState state : states.values()) {
            state.loop().submit(state::close).awaitUninterruptibly();
        }
        stopLoops();
        if (truth != null) {
            try {
                truth.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write the record of what the server sent", e);
            }
        }
    }
}
