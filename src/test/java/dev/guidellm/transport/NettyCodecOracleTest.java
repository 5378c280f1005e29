package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.transport.OfflineExchange.Outcome;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// On valid answers, whatever their shape, our reader and Netty's codec read the same.
class NettyCodecOracleTest {
    private static final long SEED = 4711;
    private static final int ROUNDS = 1_500;
    private static final String[] STATUS = {
        "200 OK", "201", "400 Bad Request", "204 No Content", "304 X", "503 Busy now"
    };

    private record Seen(int status, String headers, String body) {}

    @Test
    void readsValidAnswersAsNettysCodecDoes() {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(SEED + round);
            String method = random.nextInt(10) == 0 ? "HEAD" : "GET";
            byte[] bytes = OfflineExchange.latin1(answer(random, method.equals("HEAD")));
            int cut = 1 + random.nextInt(bytes.length);
            Outcome ours = OfflineExchange.of(method, false, bytes, Math.min(cut, bytes.length - 1));
            assertThat(ours.message()).as("round %d", round).isEmpty();
            assertThat(new Seen(ours.status(), ours.headers(), ours.body()))
                    .as("round %d", round)
                    .isEqualTo(netty(method, bytes));
        }
    }

    private static Seen netty(String method, byte[] bytes) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpClientCodec());
        try {
            channel.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), "/x"));
            channel.writeInbound(Unpooled.wrappedBuffer(bytes));
            channel.finish();
            int status = 0;
            String headers = "";
            StringBuilder body = new StringBuilder();
            for (Object part; (part = channel.readInbound()) != null; ) {
                if (part instanceof HttpResponse response) {
                    assertThat(response.decoderResult().isSuccess()).isTrue();
                    status = response.status().code();
                    List<Map.Entry<String, String>> list = new ArrayList<>();
                    response.headers()
                            .forEach(h -> list.add(Map.entry(h.getKey().toLowerCase(Locale.ROOT), h.getValue())));
                    headers = list.toString();
                    body.setLength(0);
                }
                if (part instanceof HttpContent content) {
                    assertThat(content.decoderResult().isSuccess()).isTrue();
                    body.append(content.content().toString(StandardCharsets.ISO_8859_1));
                }
                ReferenceCountUtil.release(part);
            }
            return new Seen(status, headers, body.toString());
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    private static String answer(Random random, boolean head) {
        StringBuilder out = new StringBuilder();
        for (int interim = random.nextInt(6); interim > 4; interim--) {
            out.append("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n");
        }
        String status = STATUS[random.nextInt(STATUS.length)];
        out.append("HTTP/1.1 ").append(status).append("\r\n");
        for (int i = random.nextInt(5); i > 0; i--) {
            out.append(random.nextBoolean() ? "X-Some-Name" : "etag")
                    .append(random.nextBoolean() ? ": " : ":")
                    .append(random.nextBoolean() ? "\"value, " + random.nextInt() + "\"" : "")
                    .append("\r\n");
        }
        boolean bodyless = head || status.startsWith("204") || status.startsWith("304");
        String body = bodyless ? "" : text(random, random.nextInt(300));
        // A 204 has no framing. Of other answers without a body the codec hides Transfer-Encoding, so none is sent.
        switch (status.startsWith("204") ? 2 : bodyless ? 2 * random.nextInt(2) : random.nextInt(3)) {
            case 0 ->
                out.append("Content-Length: ")
                        .append(bodyless ? 17 : body.length())
                        .append("\r\n\r\n")
                        .append(body);
            case 1 -> {
                out.append("Transfer-Encoding: chunked\r\n\r\n");
                chunks(out, body, random);
            }
            default -> out.append("\r\n").append(body);
        }
        return out.toString();
    }

    private static void chunks(StringBuilder out, String body, Random random) {
        int at = 0;
        while (at < body.length()) {
            int length = 1 + random.nextInt(body.length() - at);
            String size = Integer.toHexString(length);
            out.append(random.nextBoolean() ? size : "0" + size.toUpperCase(Locale.ROOT))
                    .append(random.nextInt(4) == 0 ? ";name=value" : "")
                    .append("\r\n")
                    .append(body, at, at + length)
                    .append("\r\n");
            at += length;
        }
        out.append("0\r\n")
                .append(random.nextInt(4) == 0 ? "X-Trailer: t\r\n" : "")
                .append("\r\n");
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            char lineEnd = random.nextBoolean() ? '\r' : '\n';
            char any = (char) random.nextInt(256);
            text.append(random.nextInt(10) == 0 ? lineEnd : any);
        }
        return text.toString();
    }
}
