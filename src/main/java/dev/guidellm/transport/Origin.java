package dev.guidellm.transport;

import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/// One server address, the way to it, and its unused connections: a stack for each loop, the last used on top;
/// apart from them those that belong to conversations. Any thread may take, only a connection's own loop puts it
/// back.
final class Origin {
    /// Scheme, host (lower case, an IPv6 address without its brackets) and port.
    record Key(boolean tls, String host, int port) {

        /// The key of an absolute address; null when it is not http(s) or has no host.
        static @Nullable Key of(URI uri) {
            String scheme = uri.getScheme();
            String host = host(uri);
            if (scheme == null || host == null) {
                return null;
            }
            boolean tls = scheme.equalsIgnoreCase("https");
            if (!tls && !scheme.equalsIgnoreCase("http")) {
                return null;
            }
            int port = port(uri);
            if (port < 0) {
                port = tls ? 443 : 80;
            }
            return port == 0 || port > 65535 ? null : new Key(tls, host, port);
        }

        /// `host`, or `host:port` when the port is not the scheme's own; as the `Host` header has it.
        String hostHeader() {
            String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
            return port == (tls ? 443 : 80) ? name : name + ":" + port;
        }

        /// For messages.
        String hostAndPort() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }

        private static @Nullable String host(URI uri) {
            String host = uri.getHost();
            if (host == null) {
                // java.net.URI knows no underscore in names, container networks do
                String authority = uri.getRawAuthority();
                if (authority == null) {
                    return null;
                }
                host = authority.substring(authority.lastIndexOf('@') + 1);
                int colon = host.lastIndexOf(':');
                host = colon < 0 ? host : host.substring(0, colon);
                if (!host.matches("[A-Za-z0-9._-]+")) {
                    return null;
                }
            }
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            return host.isEmpty() ? null : host.toLowerCase(Locale.ROOT);
        }

        private static int port(URI uri) {
            if (uri.getHost() != null) {
                return uri.getPort();
            }
            String authority = String.valueOf(uri.getRawAuthority());
            int colon = authority.lastIndexOf(':');
            if (colon < 0) {
                return -1;
            }
            String digits = authority.substring(colon + 1);
            return digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
        }
    }

    private static final int MOST_CLOSED_AT_ONCE = 4;

    private final Key key;
    private final String hostHeader;
    private volatile @Nullable HeadMemo headMemo;
    private final Route route;
    private final ConnectionStrategy strategy;
    private final String targetPrefix;
    private final @Nullable String proxyAuthorization;
    private final ConcurrentLinkedDeque<Connection>[] idle;
    private final Http2Pool http2;

    /// Unused connections of conversations, for [ConnectionStrategy#STICKY].
    private final Map<Object, List<Connection>> bound = new ConcurrentHashMap<>();

    /// Exchanges that wait for a new connection and would take another; for each loop, which alone touches it.
    private final Set<ExchangeState>[] waiting;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    Origin(Key key, int loops, TransportSettings settings) {
        this.key = key;
        this.hostHeader = key.hostHeader();
        this.route = Route.to(key, settings);
        this.strategy = settings.strategy();
        if (route instanceof Route.Forwarded(ProxyServer proxy)) {
            targetPrefix = "http://" + hostHeader;
            proxyAuthorization = proxy.basicAuthorization();
        } else {
            targetPrefix = "";
            proxyAuthorization = null;
        }
        Http2Use use = settings.http2InUse();
        boolean clear = use.priorKnowledge() && !(route instanceof Route.Forwarded);
        this.http2 = new Http2Pool(loops, key.tls() ? use.overTls() : clear, use.streams());
        this.idle = new ConcurrentLinkedDeque[loops];
        this.waiting = new Set[loops];
        for (int i = 0; i < loops; i++) {
            idle[i] = new ConcurrentLinkedDeque<>();
            waiting[i] = new LinkedHashSet<>();
        }
    }

    Key key() {
        return key;
    }

    /// What the last request's head had in common with its like; null for none.
    @Nullable
    HeadMemo headMemo() {
        return headMemo;
    }

    void remember(@Nullable HeadMemo memo) {
        headMemo = memo;
    }

    Route route() {
        return route;
    }

    String hostHeader() {
        return hostHeader;
    }

    /// The HTTP/2 side of this address.
    Http2Pool http2() {
        return http2;
    }

    /// What a request's target begins with, before its path: empty unless a proxy needs to know the server.
    String targetPrefix() {
        return targetPrefix;
    }

    /// What a proxy that sees each request wants to know; null for nothing.
    @Nullable
    String proxyAuthorization() {
        return proxyAuthorization;
    }

    /// Whether a connection lasts beyond this request.
    boolean keepsAfter(HttpRequest request) {
        return switch (strategy) {
            case POOLED -> true;
            case PER_REQUEST -> false;
            case STICKY -> request.affinity() == null || !request.affinity().last();
        };
    }

    /// An unused connection of loop `index` for `request`, the most recently used one first; null for none.
    @Nullable
    Connection take(int index, HttpRequest request) {
        return switch (strategy) {
            case POOLED -> takeIdle(index);
            case PER_REQUEST -> null;
            case STICKY -> {
                Connection own = takeBound(request.affinity(), index);
                yield own == null ? takeIdle(index) : own;
            }
        };
    }

    /// As [#take], and then from the other loops in turn.
    @Nullable
    Connection takeFromAny(int firstIndex, HttpRequest request) {
        return switch (strategy) {
            case POOLED -> takeIdleFromAny(firstIndex);
            case PER_REQUEST -> null;
            case STICKY -> {
                Connection own = takeBound(request.affinity(), -1);
                yield own == null ? takeIdleFromAny(firstIndex) : own;
            }
        };
    }

    private @Nullable Connection takeIdle(int index) {
        Connection shared = http2.take(index);
        if (shared != null) {
            return shared;
        }
        Connection found;
        while ((found = idle[index].pollFirst()) != null) {
            if (found.tryTake()) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Connection takeIdleFromAny(int firstIndex) {
        for (int i = 0; i < idle.length; i++) {
            int index = firstIndex + i;
            Connection found = takeIdle(index < idle.length ? index : index - idle.length);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /// @param index of the loop that the connection must belong to; below 0 for any
    private @Nullable Connection takeBound(HttpRequest.@Nullable Affinity affinity, int index) {
        if (affinity == null) {
            return null;
        }
        @Nullable Connection[] found = new Connection[1];
        bound.computeIfPresent(affinity.conversation(), (_, own) -> {
            for (Iterator<Connection> all = own.iterator(); found[0] == null && all.hasNext(); ) {
                Connection each = all.next();
                if (index < 0 || each.loop().index() == index) {
                    all.remove();
                    found[0] = each.tryTake() ? each : null;
                }
            }
            return own.isEmpty() ? null : own;
        });
        return found[0];
    }

    /// Puts an unused connection on top of its loop's stack, or where its conversation finds it again.
    ///
    /// @param affinity of the last request that it served; null for none
    void give(int index, Connection connection, HttpRequest.@Nullable Affinity affinity) {
        if (affinity == null || strategy != ConnectionStrategy.STICKY) {
            idle[index].addFirst(connection);
            return;
        }
        bound.compute(affinity.conversation(), (_, before) -> {
            List<Connection> own = before == null ? new ArrayList<>(1) : before;
            own.add(connection);
            return own;
        });
    }

    /// `exchange` is about to wait for a new connection; it takes one that becomes free on its loop before, where
    /// the strategy lets requests share. On that loop.
    void await(ExchangeState exchange) {
        if (strategy == ConnectionStrategy.POOLED) {
            waiting[exchange.loop().index()].add(exchange);
        }
    }

    /// `exchange` has a connection, or will get none. On its loop.
    void awaitsNoMore(ExchangeState exchange) {
        waiting[exchange.loop().index()].remove(exchange);
    }

    /// The exchange on `loop` that has waited longest, and waits no more; null for none. On that loop.
    @Nullable
    ExchangeState nextWaiting(LoopContext loop) {
        Set<ExchangeState> all = waiting[loop.index()];
        while (!all.isEmpty()) {
            Iterator<ExchangeState> first = all.iterator();
            ExchangeState next = first.next();
            first.remove();
            if (loop.awaitsNoMore(next) && !next.ended()) {
                return next;
            }
        }
        return null;
    }

    /// Requests of any conversation that connections wait for, as far as can be told while they are taken and put
    /// back.
    int unused() {
        int count = http2.room();
        for (ConcurrentLinkedDeque<Connection> each : idle) {
            count += each.size();
        }
        return count;
    }

    /// Drops closed connections of loop `index` and closes those that nobody has used since `idleSinceBefore`.
    ///
    /// @param boundSinceBefore the same for those that belong to a conversation
    ///
    /// @return whether there may be more to close: closing many at once would hold up the loop
    boolean sweep(int index, long idleSinceBefore, long boundSinceBefore) {
        http2.sweep(index, idleSinceBefore);
        int closed = 0;
        for (Iterator<Connection> all = idle[index].iterator(); all.hasNext() && closed < MOST_CLOSED_AT_ONCE; ) {
            Connection connection = all.next();
            if (connection.closeIfIdleSince(idleSinceBefore)) {
                all.remove();
                closed++;
            }
        }
        for (Object conversation : bound.keySet()) {
            bound.computeIfPresent(conversation, (_, own) -> {
                own.removeIf(each -> each.loop().index() == index && each.closeIfIdleSince(boundSinceBefore));
                return own.isEmpty() ? null : own;
            });
        }
        return closed == MOST_CLOSED_AT_ONCE;
    }
}
