package dev.guidellm.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Puts a request into one buffer, head and body together, so that one write carries it.
///
/// Never offers a protocol upgrade, never asks for `100 Continue`, never sends a chunked body: several servers lose the
/// body over those (case 14).
final class RequestEncoder {
    /// What is added where the caller says nothing.
    static final String ACCEPT = "*/*";

    static final String ENCODING = "gzip, deflate";

    /// What this program calls itself.
    static final String USER_AGENT = userAgent();

    private static final byte[] ADDED_ACCEPT = ascii("Accept: " + ACCEPT + "\r\n");
    private static final byte[] ADDED_ENCODING = ascii("Accept-Encoding: " + ENCODING + "\r\n");
    private static final byte[] ADDED_CLOSE = ascii("Connection: close\r\n");
    private static final byte[] ADDED_AGENT = ascii("User-Agent: " + USER_AGENT + "\r\n");
    private static final byte[] ADDED_LENGTH = ascii("Content-Length: ");

    private static final int CR_LF = 0x0d0a;
    private static final int COLON_BLANK = 0x3a20;

    private RequestEncoder() {}

    static ByteBuf encode(HttpRequest request, Origin origin, ByteBufAllocator allocator) {
        if (origin.keepsAfter(request)) {
            HeadMemo memo = origin.headMemo();
            if (memo == null || !memo.serves(request)) {
                memo = HeadMemo.of(request, origin, allocator);
                origin.remember(memo);
            }
            if (memo != null) {
                return memo.encode(request, allocator);
            }
        }
        ByteBuf out = allocator.directBuffer(512 + request.body().length);
        head(out, request, request.headers(), origin);
        end(out, request);
        return out;
    }

    /// Writes the body with its length before it, after the headers.
    static void end(ByteBuf out, HttpRequest request) {
        byte[] body = request.body();
        if (body.length > 0 || takesBody(request.method())) {
            out.writeBytes(ADDED_LENGTH);
            out.writeCharSequence(Integer.toString(body.length), StandardCharsets.US_ASCII);
            out.writeShort(CR_LF);
        }
        out.writeShort(CR_LF);
        out.writeBytes(body);
    }

    /// Writes the request line and the headers, `headers` being those of the request that are to be written, without
    /// the
    /// body's length and the empty line.
    static void head(ByteBuf out, HttpRequest request, List<Map.Entry<String, String>> headers, Origin origin) {
        out.writeCharSequence(request.method(), StandardCharsets.US_ASCII);
        out.writeByte(' ');
        out.writeCharSequence(origin.targetPrefix(), StandardCharsets.US_ASCII);
        out.writeCharSequence(target(request.uri()), StandardCharsets.US_ASCII);
        out.writeCharSequence(" HTTP/1.1\r\n", StandardCharsets.US_ASCII);
        boolean host = false;
        boolean accept = false;
        boolean encoding = false;
        boolean agent = false;
        if (request.header("host") == null) {
            header(out, "Host", origin.hostHeader());
            host = true;
        }
        String proxyAuthorization = origin.proxyAuthorization();
        if (proxyAuthorization != null) {
            header(out, "Proxy-Authorization", proxyAuthorization);
        }
        for (Map.Entry<String, String> header : headers) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            switch (name) {
                case "host" -> {
                    if (!host) {
                        host = true;
                        header(out, "Host", header.getValue());
                    }
                }
                case "proxy-authorization" -> {
                    if (proxyAuthorization == null) {
                        header(out, header.getKey(), header.getValue());
                    }
                }
                case "accept" -> {
                    accept = true;
                    header(out, header.getKey(), header.getValue());
                }
                case "accept-encoding" -> {
                    encoding = true;
                    header(out, header.getKey(), header.getValue());
                }
                case "user-agent" -> {
                    agent = true;
                    header(out, header.getKey(), header.getValue());
                }
                default -> {
                    if (!isTransportsOwn(name)) {
                        header(out, header.getKey(), header.getValue());
                    }
                }
            }
        }
        if (!accept) {
            out.writeBytes(ADDED_ACCEPT);
        }
        if (!encoding) {
            out.writeBytes(ADDED_ENCODING);
        }
        if (!agent) {
            out.writeBytes(ADDED_AGENT);
        }
        if (!origin.keepsAfter(request)) {
            out.writeBytes(ADDED_CLOSE);
        }
    }

    /// Whether a header says nothing that this encoder looks at.
    static boolean isOrdinary(Map.Entry<String, String> header) {
        String name = header.getKey().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "host", "proxy-authorization", "accept", "accept-encoding", "user-agent" -> false;
            default -> !isTransportsOwn(name);
        };
    }

    /// Whether a header is about one connection or the body's shape, which is the transport's own business. `name` in
    /// lower case.
    static boolean isTransportsOwn(String name) {
        return switch (name) {
            case "content-length",
                    "transfer-encoding",
                    "connection",
                    "keep-alive",
                    "upgrade",
                    "http2-settings",
                    "expect",
                    "te",
                    "trailer",
                    "proxy-connection" -> true;
            default -> false;
        };
    }

    static boolean takesBody(String method) {
        return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }

    /// Path and query as HTTP wants them: never empty, only ASCII.
    static String target(URI uri) {
        String path = uri.getRawPath();
        String query = uri.getRawQuery();
        String target = path == null || path.isEmpty() ? "/" : path;
        target = query == null ? target : target + "?" + query;
        for (int i = 0; i < target.length(); i++) {
            if (target.charAt(i) >= 128) {
                URI ascii = URI.create(uri.toASCIIString());
                String asciiPath = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
                return ascii.getRawQuery() == null ? asciiPath : asciiPath + "?" + ascii.getRawQuery();
            }
        }
        return target;
    }

    static void header(ByteBuf out, String name, String value) {
        out.writeCharSequence(name, StandardCharsets.US_ASCII);
        out.writeShort(COLON_BLANK);
        ByteBufUtil.writeUtf8(out, value);
        out.writeShort(CR_LF);
    }

    private static String userAgent() {
        String version = RequestEncoder.class.getPackage().getImplementationVersion();
        return version == null ? "guidellm-java" : "guidellm-java/" + version;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
