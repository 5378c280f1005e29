package dev.guidellm.transport;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Keeps what a parser hands out.
final class CollectingSink implements AnswerSink {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private @Nullable AnswerHead head;
    private int heads;

    @Override
    public @Nullable String onHead(AnswerHead answer, long readNanos) {
        head = answer;
        heads++;
        return null;
    }

    @Override
    public @Nullable String onBody(byte[] bytes, int offset, int length, long readNanos) {
        body.write(bytes, offset, length);
        return null;
    }

    int heads() {
        return heads;
    }

    int status() {
        return head == null ? 0 : head.status();
    }

    String headers() {
        return head == null ? "" : head.headers().toString();
    }

    String body() {
        return body.toString(StandardCharsets.ISO_8859_1);
    }
}
