package dev.guidellm.transport;

import dev.guidellm.clock.ManualClock;
import dev.guidellm.transport.TransportFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One exchange over a connection without a socket: what the whole reader, from the read to the listener, makes of the
/// bytes of an answer that arrive in given pieces, after which the server closes.
final class OfflineExchange {
    private static final EmbeddedChannel LOOP_CHANNEL = new EmbeddedChannel();
    private static final LoopContext LOOP = new LoopContext(LOOP_CHANNEL.eventLoop(), 0, new ManualClock());
    private static final URI ADDRESS = URI.create("http://127.0.0.1:4711/x");

    private OfflineExchange() {}

    /// What came of it. `kind` is null for a good end; `reusable` says whether the connection stood open and unused
    /// before the server closed it.
    record Outcome(
            int status,
            String headers,
            String body,
            List<String> lines,
            @Nullable Kind kind,
            String message,
            boolean reusable,
            int ends,
            int capacity) {
        boolean isGood() {
            return kind == null;
        }
    }

    /// @param cuts where the bytes are cut into reads, ascending
    static Outcome of(String method, boolean lines, byte[] bytes, int... cuts) {
        Listener listener = new Listener();
        HttpRequest request = new HttpRequest(method, ADDRESS, List.of(), new byte[0], lines);
        ExchangeState exchange = new ExchangeState(request, listener, false, LOOP);
        Origin origin = new Origin(Objects.requireNonNull(Origin.Key.of(ADDRESS)), 1, Recorder.settings());
        EmbeddedChannel channel = new EmbeddedChannel();
        Http1Connection connection = new Http1Connection(channel, LOOP, origin, new NoOwner(), null, 0, 0);
        channel.pipeline().addLast(connection);
        try {
            connection.begin(exchange);
            Objects.requireNonNull(channel.<ByteBuf>readOutbound()).release();
            int from = 0;
            for (int i = 0; i <= cuts.length && channel.isOpen(); i++) {
                int to = i < cuts.length ? cuts[i] : bytes.length;
                if (to > from) {
                    channel.writeInbound(Unpooled.wrappedBuffer(bytes, from, to - from));
                }
                from = to;
            }
            boolean reusable = channel.isOpen() && exchange.ended() && connection.tryTake();
            var _ = channel.close();
            channel.checkException();
            LOOP_CHANNEL.runPendingTasks();
            TransportFailure failure = exchange.failure();
            return new Outcome(
                    exchange.status(),
                    exchange.headers().toString(),
                    new String(exchange.body(), 0, exchange.bodyLength(), StandardCharsets.ISO_8859_1),
                    listener.lines,
                    failure == null ? null : failure.kind(),
                    failure == null ? "" : failure.message(),
                    reusable,
                    listener.ends,
                    exchange.body().length);
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Every byte a read of its own.
    static int[] everywhere(int length) {
        int[] cuts = new int[Math.max(0, length - 1)];
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = i + 1;
        }
        return cuts;
    }

    private static final class Listener implements ExchangeListener {
        private final List<String> lines = new ArrayList<>();
        private int ends;

        @Override
        public void onLine(HttpExchange exchange, byte[] buffer, int offset, int length, long readNanos) {
            lines.add(new String(buffer, offset, length, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void onEnd(HttpExchange exchange) {
            ends++;
        }
    }

    /// No redirects are followed and no connection is used twice: nothing is asked for.
    private static final class NoOwner implements Connection.Owner {
        @Override
        public void dispatch(ExchangeState exchange) {
            throw new AssertionError("dispatched again");
        }

        @Override
        public void retry(ExchangeState exchange) {
            throw new AssertionError("sent again");
        }
    }
}
