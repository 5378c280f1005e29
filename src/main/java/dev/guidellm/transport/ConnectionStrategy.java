package dev.guidellm.transport;

/// Which connection a request takes.
public enum ConnectionStrategy {
    /// Any unused one, else a new one; it is kept for later requests.
    POOLED,

    /// A new one for each request. The request says `Connection: close`, and the connection is closed after its
    /// answer.
    PER_REQUEST,

    /// The one that served the conversation's last turn, see [HttpRequest.Affinity]; a new one when that is
    /// closed or in use. It says `Connection: close` with the last turn. Requests of no conversation are pooled.
    STICKY
}
