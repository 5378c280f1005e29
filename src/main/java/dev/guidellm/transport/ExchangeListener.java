package dev.guidellm.transport;

/// Follows one exchange. Called on the transport loop only, in the order of this file; must not block.
public interface ExchangeListener {

    /// The first byte is about to be written (once; redirects do not repeat it).
    ///
    /// @param nanos run time just before the write
    default void onSent(HttpExchange exchange, long nanos) {}

    /// A non-blank line of an event stream is complete.
    ///
    /// @param buffer holds the line from `offset`, `length` bytes without its line end; valid during the call only
    /// @param readNanos run time right after the socket read that completed the line returned
    default void onLine(HttpExchange exchange, byte[] buffer, int offset, int length, long readNanos) {}

    /// The exchange is over: complete, failed or cancelled. Its connection, when reusable, is already free again.
    void onEnd(HttpExchange exchange);
}
