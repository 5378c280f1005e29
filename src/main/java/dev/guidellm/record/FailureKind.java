package dev.guidellm.record;

/// Why a request failed, as a reader of the report would group it.
public enum FailureKind {
    /// No connection: refused, unresolved, TLS handshake failed, connect timeout.
    CONNECT,
    /// Connected, but nothing came for longer than the read timeout.
    TIMEOUT,
    /// The connection broke or the answer ended before it was complete.
    BROKEN_OFF,
    /// An HTTP status of 300 or above.
    HTTP_STATUS,
    /// An error object inside an answer with a good status.
    SERVER_ERROR,
    /// An answer that cannot be understood, or that is empty.
    BAD_RESPONSE,
    /// The request could not be built from its data.
    BAD_REQUEST_DATA
}
