package dev.guidellm.transport;

import java.nio.file.Path;

/// The way to a server.
sealed interface Route {
    /// Straight to its address.
    record Direct() implements Route {}

    /// Through an HTTP proxy that is given whole addresses: for `http` servers.
    record Forwarded(ProxyServer proxy) implements Route {}

    /// Through an HTTP proxy that is asked to `CONNECT`: for `https` servers.
    record Tunnelled(ProxyServer proxy) implements Route {}

    /// Through a SOCKS proxy.
    record Socks(ProxyServer proxy) implements Route {}

    /// To a Unix socket on this machine, whatever the address says.
    record UnixSocket(Path path) implements Route {}

    /// Nowhere.
    record Blocked(String problem) implements Route {}

    static Route to(Origin.Key server, TransportSettings settings) {
        Path socket = settings.unixSocket();
        if (socket != null) {
            return new UnixSocket(socket);
        }
        ProxyServer proxy;
        try {
            proxy = settings.proxies().select(server);
        } catch (IllegalArgumentException e) {
            return new Blocked(String.valueOf(e.getMessage()));
        }
        if (proxy == null) {
            return new Direct();
        }
        return switch (proxy.protocol()) {
            case HTTP, HTTPS -> server.tls() ? new Tunnelled(proxy) : new Forwarded(proxy);
            case SOCKS5 -> new Socks(proxy);
        };
    }
}
