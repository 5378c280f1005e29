package dev.guidellm.transport;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder.SensitivityDetector;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// The head of a request as HTTP/2 has it (RFC 9113 §8.2 and §8.3): pseudo-headers first, names in lower case, nothing
/// that is about one connection.
final class Http2RequestHead {
    /// Names whose values a server's table must not keep, because they are secret, or because they never come again and
    /// would only push out what does.
    static final SensitivityDetector NOT_INDEXED = (name, _) -> switch (name.length()) {
        case 6 -> AsciiString.contentEquals("cookie", name);
        case 12 -> AsciiString.contentEquals("x-request-id", name);
        case 13 -> AsciiString.contentEquals("authorization", name);
        case 14 -> AsciiString.contentEquals("content-length", name);
        default -> false;
    };

    private static final AsciiString ACCEPT = AsciiString.cached("accept");
    private static final AsciiString ACCEPT_ENCODING = AsciiString.cached("accept-encoding");
    private static final AsciiString USER_AGENT = AsciiString.cached("user-agent");
    private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");

    private Http2RequestHead() {}

    static Http2Headers of(HttpRequest request, Origin origin) {
        String host = request.header("host");
        Http2Headers head = new DefaultHttp2Headers(false, 16)
                .method(request.method())
                .scheme(origin.key().tls() ? "https" : "http")
                .authority(host == null ? origin.hostHeader() : host)
                .path(RequestEncoder.target(request.uri()));
        boolean accept = false;
        boolean encoding = false;
        boolean agent = false;
        for (Map.Entry<String, String> header : request.headers()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.equals("host") || RequestEncoder.isTransportsOwn(name)) {
                continue;
            }
            accept |= name.equals("accept");
            encoding |= name.equals("accept-encoding");
            agent |= name.equals("user-agent");
            head.add(AsciiString.of(name), value(header.getValue()));
        }
        if (!accept) {
            head.add(ACCEPT, RequestEncoder.ACCEPT);
        }
        if (!encoding) {
            head.add(ACCEPT_ENCODING, RequestEncoder.ENCODING);
        }
        if (!agent) {
            head.add(USER_AGENT, RequestEncoder.USER_AGENT);
        }
        int length = request.body().length;
        if (length > 0 || RequestEncoder.takesBody(request.method())) {
            head.add(CONTENT_LENGTH, Integer.toString(length));
        }
        return head;
    }

    /// The bytes of UTF-8, as over HTTP/1.1; a plain string would lose what is not Latin-1. Whitespace around a value
    /// is not allowed here.
    private static AsciiString value(String text) {
        return new AsciiString(text.strip().getBytes(StandardCharsets.UTF_8), false);
    }
}
