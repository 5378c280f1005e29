package dev.guidellm.mockserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;

/// The status line and headers of an answer.
final class ReplyHead {
    private static final String COMMON = """
            Access-Control-Allow-Origin: *\r
            Access-Control-Allow-Methods: GET, POST, OPTIONS\r
            Access-Control-Allow-Headers: Content-Type, Authorization\r
            Server: guidellm-mock-server\r
            """;

    private ReplyHead() {}

    /// The head of an answer of `length` bytes of JSON.
    static void writeJson(ByteBuf out, int status, int length, boolean keepsAlive) {
        String allow = status == 405 ? "Allow: GET, POST, OPTIONS\r\n" : "";
        ascii(
                out,
                statusLine(status) + COMMON + allow + "content-length: " + length + "\r\n"
                        + connection("connection", keepsAlive) + "content-type: application/json\r\n\r\n");
    }

    /// The head of an answer without content.
    static void writeEmpty(ByteBuf out, boolean keepsAlive) {
        ascii(out, statusLine(204) + COMMON + connection("connection", keepsAlive) + "\r\n");
    }

    /// The head of a stream of events.
    static void writeStream(ByteBuf out, boolean keepsAlive, boolean chunked) {
        ascii(
                out,
                statusLine(200) + "Cache-Control: no-cache\r\n"
                        + connection(keepsAlive ? "Connection" : "connection", keepsAlive)
                        + "X-Accel-Buffering: no\r\n" + COMMON + (chunked ? "transfer-encoding: chunked\r\n" : "")
                        + "content-type: text/event-stream\r\n\r\n");
    }

    private static String statusLine(int status) {
        return "HTTP/1.1 " + status + " " + HttpResponseStatus.valueOf(status).reasonPhrase() + "\r\n";
    }

    private static String connection(String name, boolean keepsAlive) {
        return name + (keepsAlive ? ": keep-alive\r\n" : ": close\r\n");
    }

    private static void ascii(ByteBuf out, String text) {
        ByteBufUtil.writeAscii(out, text);
    }
}
