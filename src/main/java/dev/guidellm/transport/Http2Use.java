package dev.guidellm.transport;

/// Where HTTP/2 is spoken, and how many exchanges share a connection.
///
/// @param overTls whether HTTP/2 is offered in the TLS handshake (ALPN); a server that does not choose it is asked by
/// HTTP/1.1
/// @param priorKnowledge whether `http` addresses are asked by HTTP/2 from the first byte on, without asking whether
/// the server speaks it
/// @param streams most exchanges at once on one connection, at least 1; the server may allow fewer
public record Http2Use(boolean overTls, boolean priorKnowledge, int streams) {

    /// What most servers allow, the least that RFC 9113 §5.1.2 recommends to them, and GuideLLM's bound.
    public static final int DEFAULT_STREAMS = 100;

    /// HTTP/1.1 everywhere.
    public static final Http2Use NONE = new Http2Use(false, false, DEFAULT_STREAMS);

    public Http2Use {
        if (streams < 1) {
            throw new IllegalArgumentException("streams needs at least 1, got " + streams);
        }
    }
}
