package dev.guidellm.transport;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a redirect asks for (RFC 9110 §15.4).
final class Redirects {
    static final int LIMIT = 20;

    private static final byte[] NO_BODY = {};

    private Redirects() {}

    static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    /// The request to send instead; null when `location` is no usable address.
    ///
    /// 307 and 308 keep method and body. 303, and by old custom 301 and 302 after a `POST`, ask with `GET`.
    /// What was meant for one server only (`Authorization`, `Cookie`, a `Host` of the caller's) does not go to
    /// another one; from http to https on the usual ports is the same server.
    static @Nullable HttpRequest next(HttpRequest request, int status, String location) {
        URI target;
        try {
            target = request.uri().resolve(URI.create(location.strip().replace(" ", "%20")));
        } catch (IllegalArgumentException e) {
            return null;
        }
        Origin.Key to = Origin.Key.of(target);
        if (to == null) {
            return null;
        }
        boolean keep = status == 307 || status == 308;
        boolean get = !keep
                && !request.method().equals("HEAD")
                && (status != 301 || request.method().equals("POST"));
        Origin.Key from = Origin.Key.of(request.uri());
        boolean sameServer = to.equals(from) || isUpgrade(from, to);
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (Map.Entry<String, String> header : request.headers()) {
            boolean drop = switch (header.getKey().toLowerCase(Locale.ROOT)) {
                case "authorization", "cookie" -> !sameServer;
                case "host" -> !to.equals(from);
                case "content-type", "content-length", "content-encoding" -> get;
                default -> false;
            };
            if (!drop) {
                headers.add(header);
            }
        }
        return new HttpRequest(
                get ? "GET" : request.method(),
                target,
                headers,
                get ? NO_BODY : request.body(),
                request.lines(),
                request.affinity());
    }

    private static boolean isUpgrade(Origin.@Nullable Key from, Origin.Key to) {
        return from != null
                && !from.tls()
                && to.tls()
                && from.port() == 80
                && to.port() == 443
                && from.host().equals(to.host());
    }
}
