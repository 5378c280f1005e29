package dev.guidellm.transport;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A proxy on the way to servers. Its text form never shows user or password.
///
/// @param host a name, or an address without brackets
/// @param user null when the proxy asks for nobody
/// @param password empty for none
public record ProxyServer(
        Protocol protocol, String host, int port, @Nullable String user, String password) {
    /// How the proxy is spoken to.
    public enum Protocol {
        /// HTTP: absolute addresses for `http` servers, `CONNECT` for `https` ones.
        HTTP(80),
        /// The same inside TLS.
        HTTPS(443),
        /// SOCKS version 5 (RFC 1928), which looks names up itself.
        SOCKS5(1080);

        private final int usualPort;

        Protocol(int usualPort) {
            this.usualPort = usualPort;
        }
    }

    private static final String MASK = "**********";

    /// Reads `http://host:port`, `https://…`, `socks5://…` or `socks5h://…`, with `user:password@` before the
    /// host if need be, percent-encoded where they hold odd characters. Without a scheme it is `http`.
    ///
    /// @throws IllegalArgumentException when it is none of these; the message is one line and shows no password
    public static ProxyServer parse(String text) {
        String rest = text.strip();
        int scheme = rest.indexOf("://");
        String name = scheme < 0 ? "http" : rest.substring(0, scheme).toLowerCase(Locale.ROOT);
        rest = scheme < 0 ? rest : rest.substring(scheme + 3);
        int at = rest.lastIndexOf('@');
        String credentials = at < 0 ? null : rest.substring(0, at);
        String place = rest.substring(at + 1);
        int slash = place.indexOf('/');
        place = slash < 0 ? place : place.substring(0, slash);
        String shown = name + "://" + (credentials == null ? "" : MASK + "@") + place;
        Protocol protocol = switch (name) {
            case "http" -> Protocol.HTTP;
            case "https" -> Protocol.HTTPS;
            case "socks5", "socks5h" -> Protocol.SOCKS5;
            default -> throw problem(shown, "cannot be spoken to; use http://, https:// or socks5://");
        };
        int colon = place.startsWith("[") ? place.indexOf(':', place.indexOf(']') + 1) : place.indexOf(':');
        String host = colon < 0 ? place : place.substring(0, colon);
        int port = colon < 0 ? protocol.usualPort : port(place.substring(colon + 1), shown);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isEmpty() || !host.matches("[A-Za-z0-9._:%-]+")) {
            throw problem(shown, "is not an address like http://user:password@host:3128");
        }
        if (credentials == null || credentials.isEmpty()) {
            return new ProxyServer(protocol, host, port, null, "");
        }
        int secret = credentials.indexOf(':');
        return new ProxyServer(
                protocol,
                host,
                port,
                decoded(secret < 0 ? credentials : credentials.substring(0, secret)),
                secret < 0 ? "" : decoded(credentials.substring(secret + 1)));
    }

    private static IllegalArgumentException problem(String shown, String problem) {
        return new IllegalArgumentException("the proxy '" + shown + "' " + problem);
    }

    private static int port(String digits, String shown) {
        int port = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > 65535) {
            throw problem(shown, "needs a port between 1 and 65535");
        }
        return port;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // a percent sign that encodes nothing
        }
    }

    /// For messages.
    String hostAndPort() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /// The value of `Proxy-Authorization`; null when the proxy asks for nobody.
    @Nullable
    String basicAuthorization() {
        return user == null
                ? null
                : "Basic "
                        + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return protocol.name().toLowerCase(Locale.ROOT) + "://" + (user == null ? "" : MASK + "@") + hostAndPort();
    }
}
