package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;

/// What carries one exchange at the moment: an HTTP/1.1 connection, or a stream of an HTTP/2 connection.
interface ExchangeCarrier {

    /// Ends the exchange under way, if any, and what cannot be used any more after it: the connection, or the stream.
    void abort(Kind kind, String message, long nanos);
}
