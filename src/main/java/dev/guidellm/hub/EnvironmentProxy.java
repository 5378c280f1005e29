package dev.guidellm.hub;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The proxy that `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` name (either case), as command-line tools
/// understand them.
final class EnvironmentProxy extends ProxySelector {
    private final Map<String, String> environment;

    EnvironmentProxy(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public List<Proxy> select(URI target) {
        String host = target.getHost() == null ? "" : target.getHost().toLowerCase(Locale.ROOT);
        String proxy = variable(target.getScheme() + "_proxy");
        String url = proxy.isEmpty() ? variable("all_proxy") : proxy;
        if (url.isEmpty() || isLoopback(host) || isExcepted(host)) {
            return List.of(Proxy.NO_PROXY);
        }
        URI address = URI.create(url.contains("://") ? url : "http://" + url);
        int port = address.getPort() < 0 ? 80 : address.getPort();
        return List.of(new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(address.getHost(), port)));
    }

    @Override
    public void connectFailed(URI target, SocketAddress proxy, IOException problem) {
        // The request fails with the same problem, and says so.
    }

    private boolean isExcepted(String host) {
        for (String entry : variable("no_proxy").split(",")) {
            String name = entry.strip().toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", "");
            if (name.equals("*") || (!name.isEmpty() && (host.equals(name) || host.endsWith("." + name)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private String variable(String name) {
        String value = environment.getOrDefault(name, environment.getOrDefault(name.toUpperCase(Locale.ROOT), ""));
        return value.strip();
    }
}
