package dev.guidellm.backend;

import dev.guidellm.transport.HttpExchange;
import dev.guidellm.transport.HttpRequest;
import dev.guidellm.transport.LineLog;
import dev.guidellm.transport.TransportFailure;
import dev.guidellm.transport.WireLog;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// An answer that is at hand as a whole. Line `i` came at `(i + 1)` milliseconds, the end one millisecond after
/// the last.
@NullMarked
final class RecordedExchange implements HttpExchange {
    static final long STEP = 1_000_000;

    private final HttpRequest request;
    private final Answer answer;
    private final WireLog wire = new WireLog();
    private final LineLog lines = new LineLog(0);

    /// @param status 0 for no answer
    record Answer(
            int status,
            Map<String, String> headers,
            byte[] body,
            @Nullable TransportFailure failure) {
        static Answer of(int status, String body, String... headers) {
            Map<String, String> map = new LinkedHashMap<>();
            for (int i = 0; i < headers.length; i += 2) {
                map.put(headers[i], headers[i + 1]);
            }
            return new Answer(status, map, body.getBytes(StandardCharsets.UTF_8), null);
        }

        Answer broken(TransportFailure.Kind kind, String message) {
            return new Answer(status, headers, body, new TransportFailure(kind, message));
        }
    }

    RecordedExchange(HttpRequest request, Answer answer) {
        this.request = request;
        this.answer = answer;
        if (request.lines() && answer.status() < 300) {
            findLines(answer.body());
        }
    }

    private void findLines(byte[] body) {
        int start = 0;
        boolean blank = false;
        for (int i = 0; i <= body.length; i++) {
            if (i == body.length || body[i] == '\n' || body[i] == '\r') {
                boolean isLine = !new String(body, start, i - start, StandardCharsets.ISO_8859_1).isBlank();
                boolean isEnd = i < body.length && i > 0 && body[i] == '\n' && body[i - 1] == '\r';
                if (isLine) {
                    lines.add(body, start, i - start, (lines.count() + 1) * STEP, blank);
                }
                blank = !isLine && (blank || !isEnd);
                start = i + 1;
            }
        }
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public long sentNanos() {
        return 0;
    }

    @Override
    public long headNanos() {
        return answer.status() == 0 ? NEVER : 1;
    }

    @Override
    public long endNanos() {
        return (lines.count() + 1) * STEP;
    }

    @Override
    public int status() {
        return answer.status();
    }

    @Override
    public List<Map.Entry<String, String>> headers() {
        return List.copyOf(answer.headers().entrySet());
    }

    @Override
    public byte[] body() {
        return answer.body();
    }

    @Override
    public int bodyLength() {
        return answer.body().length;
    }

    @Override
    public LineLog lines() {
        return lines;
    }

    @Override
    public @Nullable TransportFailure failure() {
        return answer.failure();
    }

    @Override
    public WireLog wire() {
        return wire;
    }

    @Override
    public boolean connectionReused() {
        return false;
    }

    @Override
    public boolean retried() {
        return false;
    }

    @Override
    public void cancel() {}
}
