package dev.guidellm.backend;

import dev.guidellm.transport.ExchangeListener;
import dev.guidellm.transport.HttpExchange;
import dev.guidellm.transport.HttpRequest;
import dev.guidellm.transport.HttpTransport;
import dev.guidellm.transport.LineCursor;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.NullMarked;

/// Answers every request at once with what a function says, and remembers the requests.
@NullMarked
final class RecordedTransport implements HttpTransport {
    final List<HttpRequest> requests = new ArrayList<>();
    private final Function<HttpRequest, RecordedExchange.Answer> server;

    RecordedTransport(Function<HttpRequest, RecordedExchange.Answer> server) {
        this.server = server;
    }

    @Override
    public void warmUp(URI uri, int count) {}

    @Override
    public HttpExchange send(HttpRequest request, ExchangeListener listener) {
        requests.add(request);
        RecordedExchange exchange = new RecordedExchange(request, server.apply(request));
        listener.onSent(exchange, 0);
        LineCursor line = exchange.lines().cursor();
        while (line.next()) {
            listener.onLine(exchange, line.buffer(), 0, line.length(), line.nanos());
        }
        listener.onEnd(exchange);
        return exchange;
    }

    @Override
    public HttpExchange fetch(HttpRequest request, Duration deadline) {
        requests.add(request);
        return new RecordedExchange(request, server.apply(request));
    }

    @Override
    public void probeLoops(LongConsumer waited) {}

    @Override
    public long connectionsOpened() {
        return 0;
    }

    @Override
    public long requestsRetried() {
        return 0;
    }

    @Override
    public void close() {}
}
