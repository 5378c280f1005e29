package dev.guidellm.mockserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The status line and headers of an answer.
final class ReplyHead {
    private static final String COMMON = """
            Access-Control-Allow-Origin: *\r
            Access-Control-Allow-Methods: GET, POST, OPTIONS\r
            Access-Control-Allow-Headers: Content-Type, Authorization\r
            Server: guidellm-mock-server\r
            """;

    private static final Map<StreamKind, byte[]> STREAM_HEADS = new ConcurrentHashMap<>();
    private static final byte[] OK = ascii(statusLine(200) + COMMON + "content-length: ");
    private static final byte[] JSON_KEPT =
            ascii("\r\n" + connection("connection", true) + "content-type: application/json\r\n\r\n");
    private static final byte[] JSON_CLOSED =
            ascii("\r\n" + connection("connection", false) + "content-type: application/json\r\n\r\n");

    private ReplyHead() {}

    private record StreamKind(boolean keepsAlive, boolean chunked) {
        byte[] head() {
            return ascii(statusLine(200) + "Cache-Control: no-cache\r\n"
                    + connection(keepsAlive ? "Connection" : "connection", keepsAlive)
                    + "X-Accel-Buffering: no\r\n" + COMMON + (chunked ? "transfer-encoding: chunked\r\n" : "")
                    + "content-type: text/event-stream\r\n\r\n");
        }
    }

    /// The head of an answer of `length` bytes of JSON.
    static void writeJson(ByteBuf out, int status, int length, boolean keepsAlive) {
        if (status == 200) {
            out.writeBytes(OK);
        } else {
            String allow = status == 405 ? "Allow: GET, POST, OPTIONS\r\n" : "";
            ByteBufUtil.writeAscii(out, statusLine(status) + COMMON + allow + "content-length: ");
        }
        ByteBufUtil.writeAscii(out, Integer.toString(length));
        out.writeBytes(keepsAlive ? JSON_KEPT : JSON_CLOSED);
    }

    /// The head of an answer without content.
    static void writeEmpty(ByteBuf out, boolean keepsAlive) {
        ByteBufUtil.writeAscii(out, statusLine(204) + COMMON + connection("connection", keepsAlive) + "\r\n");
    }

    /// The head of a stream of events.
    static void writeStream(ByteBuf out, boolean keepsAlive, boolean chunked) {
        out.writeBytes(STREAM_HEADS.computeIfAbsent(new StreamKind(keepsAlive, chunked), StreamKind::head));
    }

    private static String statusLine(int status) {
        return "HTTP/1.1 " + status + " " + HttpResponseStatus.valueOf(status).reasonPhrase() + "\r\n";
    }

    private static String connection(String name, boolean keepsAlive) {
        return name + (keepsAlive ? ": keep-alive\r\n" : ": close\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
