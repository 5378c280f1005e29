package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class RequestEncoderTest {
    private static final URI TARGET = URI.create("http://server:8000/v1/chat/completions?a=b");
    private static final Entry<String, String> TYPE = Map.entry("Content-Type", "application/json");
    private static final Entry<String, String> KEY = Map.entry("Authorization", "Bearer k");

    @Test
    void aRequestLikeTheOneBeforeIsWrittenAsIfItWereTheFirst() {
        Origin origin = origin();
        for (HttpRequest request : List.of(
                request("{}", TYPE, KEY, Map.entry("x-request-id", "1")),
                request("{\"a\":1}", TYPE, KEY, Map.entry("x-request-id", "2")),
                request("{\"a\":1}", TYPE, Map.entry("Authorization", "Bearer other"), Map.entry("x-request-id", "3")),
                request("{\"a\":1}", TYPE, KEY, Map.entry("x-other-id", "ü")),
                request("", TYPE, KEY, Map.entry("x-request-id", "4")),
                request("{}", TYPE, Map.entry("x-request-id", "5"), Map.entry("Accept", "text/plain")),
                request("{}", TYPE, Map.entry("User-Agent", "mine"), Map.entry("x-request-id", "6")),
                request("{}", TYPE, Map.entry("User-Agent", "mine"), Map.entry("x-request-id", "7")),
                request("{}"))) {
            assertThat(encoded(request, origin)).isEqualTo(encoded(request, origin()));
        }
    }

    @Test
    void everyHeaderIsWrittenOnce() {
        Origin origin = origin();
        HttpRequest before = request("{}", TYPE, KEY, Map.entry("x-request-id", "1"));
        HttpRequest request = request("{\"a\":1}", TYPE, KEY, Map.entry("x-request-id", "2"));
        assertThat(encoded(before, origin)).contains("x-request-id: 1\r\n").contains("Content-Length: 2\r\n");
        assertThat(encoded(request, origin))
                .startsWith("POST /v1/chat/completions?a=b HTTP/1.1\r\nHost: server:8000\r\n")
                .containsOnlyOnce("Content-Type: application/json\r\n")
                .containsOnlyOnce("Authorization: Bearer k\r\n")
                .containsOnlyOnce("x-request-id: 2\r\n")
                .containsOnlyOnce("Accept: */*\r\n")
                .containsOnlyOnce("Content-Length: 7\r\n")
                .endsWith("\r\n\r\n{\"a\":1}");
    }

    private static Origin origin() {
        Origin.Key key = Origin.Key.of(TARGET);
        if (key == null) {
            throw new AssertionError("no key for " + TARGET);
        }
        return new Origin(key, 1, new TransportSettings(1, null, null, false, true, null));
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static HttpRequest request(String body, Entry<String, String>... headers) {
        return new HttpRequest("POST", TARGET, List.of(headers), body.getBytes(StandardCharsets.UTF_8), true);
    }

    private static String encoded(HttpRequest request, Origin origin) {
        ByteBuf bytes = RequestEncoder.encode(request, origin, UnpooledByteBufAllocator.DEFAULT);
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.release();
        return text;
    }
}
