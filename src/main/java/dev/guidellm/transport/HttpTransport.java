package dev.guidellm.transport;

/// Sends requests to one server and time-stamps what comes back, on event loops of its own.
///
/// Safe to call from every thread. A request sent from within a listener's callback goes out on the same loop, and
/// takes the
/// connection that has just become free where it can.
public interface HttpTransport extends AutoCloseable {

    /// Opens up to `count` connections beforehand and waits until they are open or have failed; failures are ignored
    /// here.
    void warmUp(int count);

    /// Sends `request`; returns at once. Every later event reaches `listener` on the transport loop that owns the
    /// connection.
    /// Exactly one [ExchangeListener#onEnd] follows, whatever happens.
    HttpExchange send(HttpRequest request, ExchangeListener listener);

    /// Connections opened since the start.
    long connectionsOpened();

    /// Ends every exchange still open as cancelled, then closes all connections and loops.
    @Override
    void close();
}
