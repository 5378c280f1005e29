package dev.guidellm.transport;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One entry of `NO_PROXY`.
///
/// `example.com` is that name and every name below it; `.example.com` and `*.example.com` only those below. An
/// address is that address, `10.0.0.0/8` every address in that network. `http://…` before it limits it to that
/// scheme, `:8000` after it to that port. Upper and lower case do not matter.
///
/// @param scheme `http` or `https`; null for both
/// @param name in lower case, without dots or stars at its start; empty when it is an address
/// @param below whether only names below `name` are meant
/// @param network first address of the network; null when it is a name
/// @param prefixBits how many leading bits of an address must agree
/// @param port 0 for every port
record NoProxyEntry(
        @Nullable String scheme,
        String name,
        boolean below,
        @Nullable InetAddress network,
        int prefixBits,
        int port) {

    static NoProxyEntry of(String text) {
        String rest = text.toLowerCase(Locale.ROOT);
        int colons = rest.indexOf("://");
        String scheme = colons < 0 || rest.startsWith("all:") ? null : rest.substring(0, colons);
        rest = colons < 0 ? rest : rest.substring(colons + 3);
        int port = 0;
        boolean bareSix = rest.indexOf(':') != rest.lastIndexOf(':') && !rest.startsWith("[");
        int colon = bareSix ? -1 : rest.indexOf(':', rest.indexOf(']') + 1);
        if (colon >= 0 && rest.substring(colon + 1).matches("[0-9]{1,5}")) {
            port = Integer.parseInt(rest.substring(colon + 1));
            rest = rest.substring(0, colon);
        }
        if (rest.startsWith("[") && rest.endsWith("]")) {
            rest = rest.substring(1, rest.length() - 1);
        }
        int slash = rest.indexOf('/');
        InetAddress address = literal(slash < 0 ? rest : rest.substring(0, slash));
        if (address != null) {
            int all = address.getAddress().length * 8;
            String bits = slash < 0 ? "" : rest.substring(slash + 1);
            int prefix = bits.matches("[0-9]{1,3}") ? Math.min(Integer.parseInt(bits), all) : all;
            return new NoProxyEntry(scheme, "", false, address, prefix, port);
        }
        String name = rest.startsWith("*") ? rest.substring(1) : rest;
        boolean below = name.startsWith(".");
        return new NoProxyEntry(scheme, below ? name.substring(1) : name, below, null, 0, port);
    }

    boolean matches(Origin.Key server) {
        if (port != 0 && port != server.port()) {
            return false;
        }
        if (scheme != null && !scheme.equals(server.tls() ? "https" : "http")) {
            return false;
        }
        if (network != null) {
            InetAddress address = literal(server.host());
            return address != null && agree(network.getAddress(), address.getAddress(), prefixBits);
        }
        String host = server.host().endsWith(".")
                ? server.host().substring(0, server.host().length() - 1)
                : server.host();
        return !name.isEmpty() && (host.endsWith("." + name) || (!below && host.equals(name)));
    }

    /// Whether a host is an address or the name of the loopback interface.
    static boolean isThisMachine(String host) {
        InetAddress address = literal(host);
        return address == null ? host.equals("localhost") : address.isLoopbackAddress();
    }

    private static boolean agree(byte[] one, byte[] other, int bits) {
        int rest = one.length * 8 - bits;
        return one.length == other.length
                && new BigInteger(1, one).shiftRight(rest).equals(new BigInteger(1, other).shiftRight(rest));
    }

    private static @Nullable InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
