package dev.guidellm.record;

/// A stretch of one HTTP exchange. In order; where two follow each other, one ends as the next begins.
public enum HttpPhase {
    /// Looking the server's name up; only where it had to be asked for.
    DNS("dns"),
    /// Opening the way to the server: TCP, addresses that failed, and the handshake with a proxy.
    CONNECT("connect"),
    /// The TLS handshake.
    TLS("tls"),
    /// From just before the request is handed to the socket until the socket has taken all of it.
    WRITE("write"),
    /// From then until the read that brings the first byte of the answer.
    WAIT("wait"),
    /// From that read until the answer is complete, broken off or given up.
    READ("read");

    private final String key;

    HttpPhase(String key) {
        this.key = key;
    }

    /// Name in a report.
    public String key() {
        return key;
    }
}
