package dev.guidellm.mockserver;

import dev.guidellm.clock.Pacer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;

/// The loops that carry the server: epoll where it loads, plain Java elsewhere.
final class EventLoops {
    private static final String NAME = "mock-server";

    private EventLoops() {}

    /// `count` loops on daemon threads.
    ///
    /// @param keepsTime whether they wait for moments, which their threads are then made sharp for
    static EventLoopGroup start(int count, boolean keepsTime) {
        IoHandlerFactory handlers = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        ThreadFactory threads = keepsTime ? new SharpThreads() : new DefaultThreadFactory(NAME, true);
        return new MultiThreadIoEventLoopGroup(count, threads, handlers);
    }

    /// Makes threads that wake as near to their time as the system can.
    private static final class SharpThreads extends DefaultThreadFactory {
        private SharpThreads() {
            super(NAME, true);
        }

        @Override
        public Thread newThread(Runnable work) {
            return super.newThread(() -> {
                Pacer.sharpenThread();
                work.run();
            });
        }
    }

    /// The server socket that fits [#start].
    static Class<? extends ServerChannel> serverChannel() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    /// Whether a loop's own timers are finer than a millisecond.
    static boolean waitsInNanoseconds() {
        return Epoll.isAvailable();
    }
}
