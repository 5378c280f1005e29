package dev.guidellm.transport;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The sorts of socket that go with the loops' way of waiting.
///
/// @param epoll whether the loops wait by epoll, else by Java NIO
record Sockets(boolean epoll) {
    /// `sun_path` holds 108 bytes on Linux and 104 elsewhere, one of them its end. A longer one would be cut off.
    private static final int LONGEST_LINUX_PATH = 107;

    private static final int LONGEST_PATH = 103;

    /// @throws TransportSetupException when the settings ask for Unix sockets and this machine has none
    static Sockets of(boolean epoll, TransportSettings settings) throws TransportSetupException {
        Path path = settings.unixSocket();
        if (path != null) {
            int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
            int longest = epoll ? LONGEST_LINUX_PATH : LONGEST_PATH;
            if (length > longest) {
                throw new TransportSetupException("Unix socket " + path + ": the path has " + length
                        + " bytes, and the system takes no more than " + longest + "; use a shorter one");
            }
            requireUnixSockets(path);
        }
        return new Sockets(epoll);
    }

    private static void requireUnixSockets(Path path) throws TransportSetupException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            assert !probe.isConnected();
        } catch (UnsupportedOperationException e) {
            throw new TransportSetupException(
                    "Unix socket " + path + ": this system has none; leave uds out and name the port in the target");
        } catch (IOException e) {
            throw new TransportSetupException("Unix socket " + path + ": " + e.getMessage());
        }
    }

    Class<? extends Channel> inet() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    Class<? extends Channel> unix() {
        return epoll ? EpollDomainSocketChannel.class : NioDomainSocketChannel.class;
    }

    SocketAddress unixAddress(Path path) {
        return epoll ? new DomainSocketAddress(path.toString()) : UnixDomainSocketAddress.of(path);
    }
}
