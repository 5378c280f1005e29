package dev.guidellm.transport;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which proxy, if any, is on the way to a server: always the same, or what the environment says.
public final class ProxyRules {
    /// No proxy for anyone.
    public static final ProxyRules DIRECT = new ProxyRules(null, Map.of(), List.of());

    private final @Nullable ProxyServer always;
    private final Map<String, Named> byScheme;
    private final List<NoProxyEntry> exceptions;

    /// @param variable which one names it
    private record Named(String variable, String address) {}

    private ProxyRules(@Nullable ProxyServer always, Map<String, Named> byScheme, List<NoProxyEntry> exceptions) {
        this.always = always;
        this.byScheme = Map.copyOf(byScheme);
        this.exceptions = List.copyOf(exceptions);
    }

    /// The same proxy for every server.
    public static ProxyRules always(ProxyServer proxy) {
        return new ProxyRules(proxy, Map.of(), List.of());
    }

    /// `HTTP_PROXY` for `http` servers, `HTTPS_PROXY` for `https` ones, `ALL_PROXY` for both where these are not
    /// set, each in upper or lower case (lower wins); but none for a host in `NO_PROXY`, see [NoProxyEntry], and
    /// none for this very machine (`localhost`, 127.0.0.0/8, `::1`), which no proxy elsewhere could reach.
    /// `HTTP_PROXY` counts in lower case only where `REQUEST_METHOD` is set: there a web client could have sent
    /// it.
    public static ProxyRules ofEnvironment(Map<String, String> environment) {
        Map<String, Named> found = new HashMap<>();
        for (String scheme : List.of("http", "https", "all")) {
            Named named = variable(environment, scheme + "_proxy");
            if (named != null && !named.address.isEmpty()) {
                found.put(scheme, named);
            }
        }
        Named none = variable(environment, "no_proxy");
        List<NoProxyEntry> exceptions = new ArrayList<>();
        for (String entry : none == null ? new String[0] : none.address.split(",")) {
            if (entry.strip().equals("*")) {
                return DIRECT;
            }
            if (!entry.isBlank()) {
                exceptions.add(NoProxyEntry.of(entry.strip()));
            }
        }
        return new ProxyRules(null, found, exceptions);
    }

    private static @Nullable Named variable(Map<String, String> environment, String name) {
        String lower = environment.get(name);
        if (lower != null) {
            return new Named(name, lower.strip());
        }
        String upper = name.toUpperCase(Locale.ROOT);
        String value = environment.get(upper);
        boolean doubtful = name.equals("http_proxy") && environment.containsKey("REQUEST_METHOD");
        return value == null || doubtful ? null : new Named(upper, value.strip());
    }

    /// The proxy on the way to a server; null for none.
    ///
    /// @throws IllegalArgumentException when the environment names one that cannot be used; one line for the user
    @Nullable
    ProxyServer select(Origin.Key server) {
        if (always != null) {
            return always;
        }
        Named named = byScheme.getOrDefault(server.tls() ? "https" : "http", byScheme.get("all"));
        if (named == null || NoProxyEntry.isThisMachine(server.host())) {
            return null;
        }
        for (NoProxyEntry exception : exceptions) {
            if (exception.matches(server)) {
                return null;
            }
        }
        try {
            return ProxyServer.parse(named.address);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("environment variable " + named.variable + ": " + e.getMessage(), e);
        }
    }

    /// As it may be shown: how a server is reached; null when no proxy is on the way.
    ///
    /// @throws IllegalArgumentException when the environment names a proxy that cannot be used; one line
    /// for the user
    public @Nullable String describe(URI uri) {
        Origin.Key server = Origin.Key.of(uri);
        ProxyServer proxy = server == null ? null : select(server);
        return proxy == null ? null : proxy.toString();
    }
}
