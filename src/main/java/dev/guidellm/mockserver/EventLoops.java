package dev.guidellm.mockserver;

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

/// The loops that carry the server: epoll where it loads, plain Java elsewhere.
final class EventLoops {
    private EventLoops() {}

    /// `count` loops on daemon threads.
    static EventLoopGroup start(int count) {
        IoHandlerFactory handlers = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory("mock-server", true), handlers);
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
