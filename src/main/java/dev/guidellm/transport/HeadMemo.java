package dev.guidellm.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The head of a request without its last header, as bytes: the requests of a run differ in their last header (the
/// request's id) and in their body only.
///
/// @param headers all but the last one; compared by identity, since the same objects are sent each time
record HeadMemo(String method, URI uri, List<Map.Entry<String, String>> headers, String lastName, byte[] bytes) {
    /// A memo that serves requests like this one; null when it has no header to differ in, or no body.
    static @Nullable HeadMemo of(HttpRequest request, Origin origin, ByteBufAllocator allocator) {
        int last = request.headers().size() - 1;
        if (last < 0
                || request.body().length == 0
                || !RequestEncoder.isOrdinary(request.headers().get(last))) {
            return null;
        }
        List<Map.Entry<String, String>> headers = request.headers().subList(0, last);
        ByteBuf out = allocator.heapBuffer(512);
        try {
            RequestEncoder.head(out, request, headers, origin);
            return new HeadMemo(
                    request.method(),
                    request.uri(),
                    List.copyOf(headers),
                    request.headers().get(last).getKey(),
                    ByteBufUtil.getBytes(out));
        } finally {
            out.release();
        }
    }

    boolean serves(HttpRequest request) {
        List<Map.Entry<String, String>> asked = request.headers();
        if (asked.size() != headers.size() + 1
                || request.body().length == 0
                || !request.method().equals(method)
                || !request.uri().equals(uri)
                || !asked.getLast().getKey().equals(lastName)) {
            return false;
        }
        for (int i = 0; i < headers.size(); i++) {
            if (!same(asked.get(i), headers.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// The whole request.
    ByteBuf encode(HttpRequest request, ByteBufAllocator allocator) {
        String value = request.headers().getLast().getValue();
        int room = bytes.length + lastName.length() + 3 * value.length() + request.body().length + 64;
        ByteBuf out = allocator.directBuffer(room);
        out.writeBytes(bytes);
        RequestEncoder.header(out, lastName, value);
        RequestEncoder.end(out, request);
        return out;
    }

    @SuppressWarnings("ReferenceEquality") // equal ones that are not the same only cost the memo
    private static boolean same(Map.Entry<String, String> asked, Map.Entry<String, String> known) {
        return asked == known;
    }
}
