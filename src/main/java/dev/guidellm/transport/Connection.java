package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;

/// A connection to a server as the rest of the transport sees it: something with room for exchanges.
///
/// Room is claimed first, by any thread, and then used or given back on the connection's loop. HTTP/1.1 has room for
/// one exchange at a time, HTTP/2 for many. Nothing here is called once for each event of an answer.
sealed interface Connection permits Http1Connection, Http2ClientConnection {
    /// What a connection asks of the transport. Called on the loop.
    interface Owner {
        /// Carry on with an exchange that is without a connection: redirected, or met by a closed connection.
        void dispatch(ExchangeState exchange);

        /// Send an exchange again, on a connection that has not been used.
        void retry(ExchangeState exchange);
    }

    LoopContext loop();

    /// Notes how it was opened, for the request that waits for it.
    void openedBy(WireLog.Opening how);

    /// Claims room for one exchange; false when there is none or the connection is closed. For any thread.
    boolean tryTake();

    /// Sends the exchange's current request. Room has been claimed for it.
    void begin(ExchangeState next);

    /// Gives claimed room back.
    void release(long nanos);

    /// Closes the connection if nobody has used it since `nanos`; true when it is closed, now or before.
    boolean closeIfIdleSince(long nanos);

    /// Ends everything that is under way here, and the connection.
    void abortAll(Kind kind, String message, long nanos);
}
