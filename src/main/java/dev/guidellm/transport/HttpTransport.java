package dev.guidellm.transport;

import java.net.URI;
import java.time.Duration;
import java.util.function.LongConsumer;

/// Sends requests and time-stamps what comes back, on event loops of its own.
///
/// Safe to call from every thread. A request sent from within a listener's callback takes the connection that has just
/// become free on that loop, where there is one.
public interface HttpTransport extends AutoCloseable {

    /// Opens connections to the server of `uri` beforehand, until `count` wait for requests; returns when each is open
    /// or
    /// has failed; failures
    /// are ignored here. Not to be called from a callback.
    void warmUp(URI uri, int count);

    /// Sends `request`; returns at once. Every later event reaches `listener` on the transport loop that owns the
    /// connection. Exactly one [ExchangeListener#onEnd] follows, whatever happens, and never from within this call
    /// unless the transport has been closed.
    HttpExchange send(HttpRequest request, ExchangeListener listener);

    /// Sends `request` and waits for its end: for health checks and the like. Never throws for what the server does; an
    /// exchange that is not over after `deadline` ends with [TransportFailure.Kind#READ_TIMEOUT], one whose waiting
    /// thread is interrupted with [TransportFailure.Kind#CANCELLED]. Not to be called from a callback.
    HttpExchange fetch(HttpRequest request, Duration deadline);

    /// Sends a task that does nothing through every loop; `waited` is told on the loop how many nanoseconds the task
    /// waited there. Returns at once.
    void probeLoops(LongConsumer waited);

    /// Connections opened since the start.
    long connectionsOpened();

    /// Requests that were written a second time, see [HttpExchange#retried()].
    long requestsRetried();

    /// What was learnt of the network's round trip since the last call, and what the kernel knows of it now. Takes a
    /// moment: between benchmarks, not from a callback.
    default NetworkSample sampleNetwork() {
        return NetworkSample.NONE;
    }

    /// Ends every exchange still open as cancelled, then closes all connections and loops.
    @Override
    void close();
}
