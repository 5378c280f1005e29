package dev.guidellm.testserver;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A loopback HTTP/2 server whose answers a script tells, run once for each stream on a thread of its own. Over TLS it
/// takes HTTP/2 by ALPN, without TLS by prior knowledge.
@SuppressWarnings("FutureReturnValueIgnored") // of writes and closes: nobody waits for them
public final class Http2TestServer implements AutoCloseable {
    /// How one request is answered. What it leaves open stays open.
    public interface Script {
        void serve(Http2TestStream stream) throws InterruptedException;
    }

    /// @param tls null for clear text
    /// @param streams SETTINGS_MAX_CONCURRENT_STREAMS; null to say nothing
    /// @param deaf whether request bodies are left unread, so that windows stay shut
    /// @param eager whether the script runs at the head of a request already
    public record Options(
            @Nullable SSLContext tls, @Nullable Integer streams, boolean deaf, boolean eager) {
        public static final Options CLEAR = new Options(null, null, false, false);

        public static Options tls(SSLContext tls) {
            return new Options(tls, null, false, false);
        }

        public Options streams(int most) {
            return new Options(tls, most, deaf, eager);
        }

        public Options asDeaf() {
            return new Options(tls, streams, true, true);
        }

        public Options asEager() {
            return new Options(tls, streams, deaf, true);
        }
    }

    /// One connection as a test sees it.
    public static final class Peer {
        private final Channel channel;
        private final int number;
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger served = new AtomicInteger();

        private Peer(Channel channel, int number) {
            this.channel = channel;
            this.number = number;
        }

        /// Counted from 1 in the order of acceptance.
        public int number() {
            return number;
        }

        /// Most streams at once, so far.
        public int mostStreams() {
            return most.get();
        }

        /// Streams so far.
        public int served() {
            return served.get();
        }

        /// Streams now.
        public int openStreams() {
            return open.get();
        }

        public boolean isOpen() {
            return channel.isActive();
        }

        Channel channel() {
            return channel;
        }
    }

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    private final List<Peer> peers = new CopyOnWriteArrayList<>();
    private final List<Long> resets = new CopyOnWriteArrayList<>();
    private final AtomicInteger pongs = new AtomicInteger();
    private final Options options;
    private final Script script;
    private final @Nullable SslContext tls;
    private final Channel listener;

    private Http2TestServer(Options options, Script script) {
        this.options = options;
        this.script = script;
        SSLContext given = options.tls();
        tls = given == null
                ? null
                : new JdkSslContext(
                        given,
                        false,
                        null,
                        IdentityCipherSuiteFilter.INSTANCE,
                        new ApplicationProtocolConfig(
                                ApplicationProtocolConfig.Protocol.ALPN,
                                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                                ApplicationProtocolNames.HTTP_2),
                        ClientAuth.NONE,
                        null,
                        false);
        try {
            listener = new ServerBootstrap()
                    .group(group)
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, 1024)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel fresh) {
                            accept(fresh);
                        }
                    })
                    .bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0))
                    .syncUninterruptibly()
                    .channel();
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /// Listens on 127.0.0.1, on a free port.
    public static Http2TestServer start(Options options, Script script) {
        return new Http2TestServer(options, script);
    }

    /// As [#start(Options, Script)], in clear text.
    public static Http2TestServer start(Script script) {
        return new Http2TestServer(Options.CLEAR, script);
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /// `http://127.0.0.1:port` (or `https://localhost:port`) and `path`.
    public URI uri(String path) {
        return URI.create((tls == null ? "http://127.0.0.1:" : "https://localhost:") + port() + path);
    }

    /// Everything received so far, in order of arrival; whole requests unless the server is eager.
    public List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    /// Connections so far, in order of acceptance.
    public List<Peer> peers() {
        return List.copyOf(peers);
    }

    /// Codes of the RST_STREAM frames received so far.
    public List<Long> resets() {
        return List.copyOf(resets);
    }

    /// Answers to PING frames so far.
    public int pongs() {
        return pongs.get();
    }

    /// Stops listening and closes all connections.
    @Override
    public void close() {
        listener.close();
        peers.forEach(peer -> peer.channel().close());
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private void accept(Channel fresh) {
        Peer peer = new Peer(fresh, peers.size() + 1);
        peers.add(peer);
        if (tls == null) {
            speak(fresh, peer);
        } else {
            fresh.pipeline().addLast(tls.newHandler(fresh.alloc()));
            fresh.pipeline().addLast(new ApplicationProtocolNegotiationHandler(ApplicationProtocolNames.HTTP_1_1) {
                @Override
                protected void configurePipeline(ChannelHandlerContext context, String protocol) {
                    if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                        speak(context.channel(), peer);
                    } else {
                        context.close();
                    }
                }
            });
        }
    }

    private void speak(Channel channel, Peer peer) {
        Http2Settings settings = new Http2Settings();
        Integer most = options.streams();
        if (most != null) {
            settings.maxConcurrentStreams(most);
        }
        channel.pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forServer()
                                .initialSettings(settings)
                                .decoderEnforceMaxRstFramesPerWindow(0, 0)
                                .validateHeaders(false) // scripts may send what is not allowed
                                .build(),
                        new Http2MultiplexHandler(new ChannelInitializer<>() {
                            @Override
                            protected void initChannel(Channel stream) {
                                if (options.deaf()) {
                                    stream.config().setAutoRead(false);
                                    stream.read(); // the head, and no more
                                }
                                stream.pipeline().addLast(new Incoming(peer));
                            }
                        }),
                        new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext context, Object message) {
                                if (message instanceof Http2PingFrame ping && ping.ack()) {
                                    pongs.incrementAndGet();
                                }
                                ReferenceCountUtil.release(message);
                            }

                            @Override
                            @SuppressWarnings("deprecation") // of this method in a super interface
                            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                                context.close(); // the client left
                            }
                        });
    }

    /// Collects one request and starts the script.
    private final class Incoming extends ChannelInboundHandlerAdapter {
        private final Peer peer;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final List<Map.Entry<String, String>> headers = new ArrayList<>();
        private String method = "";
        private String target = "";
        private long firstByte;
        private boolean started;
        private @Nullable Http2TestStream stream;

        Incoming(Peer peer) {
            this.peer = peer;
            peer.served.incrementAndGet();
            peer.most.accumulateAndGet(peer.open.incrementAndGet(), Math::max);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            peer.open.decrementAndGet();
            if (stream != null) {
                stream.noteClosed();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            boolean last = false;
            if (message instanceof Http2HeadersFrame head) {
                firstByte = System.nanoTime();
                read(head.headers());
                last = head.isEndStream();
            } else if (message instanceof Http2DataFrame data) {
                ByteBuf content = data.content();
                byte[] bytes = new byte[content.readableBytes()];
                content.readBytes(bytes);
                body.writeBytes(bytes);
                last = data.isEndStream();
            }
            ReferenceCountUtil.release(message);
            if ((last || options.eager()) && !started) {
                started = true;
                ReceivedRequest request = new ReceivedRequest(
                        method, target, headers, body.toByteArray(), peer.number(), firstByte, System.nanoTime());
                requests.add(request);
                Http2TestStream fresh = new Http2TestStream(context.channel(), peer, request);
                stream = fresh;
                Thread.ofVirtual().name("http2-script").start(() -> serve(fresh));
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof Http2ResetFrame reset) {
                resets.add(reset.errorCode());
                context.close();
            }
        }

        @Override
        @SuppressWarnings("deprecation") // of this method in a super interface
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }

        private void serve(Http2TestStream fresh) {
            try {
                script.serve(fresh);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void read(Http2Headers head) {
            method = String.valueOf(head.method());
            target = String.valueOf(head.path());
            for (Map.Entry<CharSequence, CharSequence> header : head) {
                headers.add(
                        Map.entry(header.getKey().toString(), header.getValue().toString()));
            }
        }
    }
}
