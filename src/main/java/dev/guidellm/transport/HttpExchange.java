package dev.guidellm.transport;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request and what was seen of its answer. Written by its transport loop only; other threads may read it after
/// [ExchangeListener#onEnd], through a hand-over that orders memory (a queue, an executor).
///
/// All times are run times in nanoseconds; [#NEVER] where the moment did not come.
public interface HttpExchange {
    /// Stands for a moment that did not come.
    long NEVER = Long.MIN_VALUE;

    /// The request that was sent.
    HttpRequest request();

    /// Just before the first byte of the request was written: the first time, when it was redirected or retried.
    /// Opening the connection and the TLS handshake come before it.
    long sentNanos();

    /// When the head of the (final) answer was complete.
    long headNanos();

    /// When the answer was complete, or when it broke off or was cancelled. Never [#NEVER] after the end.
    long endNanos();

    /// The answer's status; 0 when no head arrived.
    int status();

    /// The answer's headers with lower-case names, in order; empty when no head arrived.
    List<Map.Entry<String, String>> headers();

    /// The first value of a header, or null. `name` in lower case.
    default @Nullable String header(String name) {
        for (Map.Entry<String, String> header : headers()) {
            if (header.getKey().equals(name)) {
                return header.getValue();
            }
        }
        return null;
    }

    /// The answer's body so far, transfer coding removed (content coding removed as well), only the first
    /// [#bodyLength()] bytes are valid. Of an event stream its non-blank lines and what came of the next, put
    /// together anew with each call.
    byte[] body();

    /// Valid bytes of [#body()].
    int bodyLength();

    /// The non-blank lines of an event stream; none unless lines were asked for.
    LineLog lines();

    /// Why the exchange did not come to a good end; null when the whole answer arrived.
    @Nullable
    TransportFailure failure();

    /// When the bytes went and came.
    WireLog wire();

    /// Whether the (last) connection had served an earlier request.
    boolean connectionReused();

    /// Whether the request was written a second time, on a fresh connection, because the server closed a reused one
    /// right then and before any byte of an answer. [#sentNanos()] stays the time of the first write, so that the
    /// detour counts as latency.
    boolean retried();

    /// Gives the request up: its connection is closed (over HTTP/2: its stream reset) and the exchange ends with
    /// [TransportFailure.Kind#CANCELLED].
    /// Safe from every thread; without effect after the end.
    void cancel();
}
