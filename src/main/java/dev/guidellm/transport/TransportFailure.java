package dev.guidellm.transport;

/// Why no whole answer arrived.
///
/// @param message one line for a person
public record TransportFailure(Kind kind, String message) {
    /// The sorts of failure.
    public enum Kind {
        /// Name unresolved, connection refused, TLS handshake failed.
        CONNECT,
        /// No usable connection within the connect timeout.
        CONNECT_TIMEOUT,
        /// Nothing could be written for longer than the write timeout.
        WRITE_TIMEOUT,
        /// Nothing received for longer than the read timeout.
        READ_TIMEOUT,
        /// The peer closed or reset the connection before the answer was complete.
        CLOSED_EARLY,
        /// The answer is not HTTP as it should be.
        PROTOCOL,
        /// Given up by this side.
        CANCELLED
    }
}
