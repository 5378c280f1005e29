package dev.guidellm.transport;

import java.net.URI;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/// One server address and its unused connections: a stack for each loop, the last used on top. Lock-free; any thread
/// may take, only a connection's own loop puts it back.
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

    private final Key key;
    private final String hostHeader;
    private final ConcurrentLinkedDeque<Connection>[] idle;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    Origin(Key key, int loops) {
        this.key = key;
        this.hostHeader = key.hostHeader();
        this.idle = new ConcurrentLinkedDeque[loops];
        for (int i = 0; i < loops; i++) {
            idle[i] = new ConcurrentLinkedDeque<>();
        }
    }

    Key key() {
        return key;
    }

    String hostHeader() {
        return hostHeader;
    }

    /// The most recently used connection of loop `index` that can be had; null for none.
    @Nullable
    Connection take(int index) {
        Connection found;
        while ((found = idle[index].pollFirst()) != null) {
            if (found.tryTake()) {
                return found;
            }
        }
        return null;
    }

    /// As [#take], and then from the other loops in turn.
    @Nullable
    Connection takeFromAny(int firstIndex) {
        for (int i = 0; i < idle.length; i++) {
            int index = firstIndex + i;
            Connection found = take(index < idle.length ? index : index - idle.length);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /// Puts an unused connection on top of its loop's stack.
    void give(int index, Connection connection) {
        idle[index].addFirst(connection);
    }

    /// Connections that wait for a request, as far as can be told while they are taken and put back.
    int unused() {
        int count = 0;
        for (ConcurrentLinkedDeque<Connection> each : idle) {
            count += each.size();
        }
        return count;
    }

    /// Drops closed connections of loop `index` and closes those that nobody has used since `idleSinceBefore`.
    void sweep(int index, long idleSinceBefore) {
        for (Iterator<Connection> all = idle[index].iterator(); all.hasNext(); ) {
            Connection connection = all.next();
            if (connection.closeIfIdleSince(idleSinceBefore)) {
                all.remove();
            }
        }
    }
}
