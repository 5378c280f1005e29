package dev.guidellm.transport;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Requests of one loop that wait for connections with room for many, and how many such connections are being opened:
/// a thousand requests at once open ten connections of a hundred streams, not a thousand. For that loop only.
final class WaitingLine {
    private final Deque<ExchangeState> waiting = new ArrayDeque<>();
    private int opening;

    void add(ExchangeState exchange) {
        waiting.add(exchange);
    }

    /// Takes the next that still wants a connection; null for none.
    @Nullable
    ExchangeState next(LoopContext loop) {
        ExchangeState next;
        while ((next = waiting.poll()) != null) {
            loop.awaitsNoMore(next);
            if (!next.ended()) {
                return next;
            }
        }
        return null;
    }

    /// Whether more wait than the connections that are being opened have room for.
    boolean isLongerThan(int roomOfOne) {
        return waiting.size() > (long) opening * roomOfOne;
    }

    void openingBegins() {
        opening++;
    }

    void openingEnds() {
        opening--;
    }
}
