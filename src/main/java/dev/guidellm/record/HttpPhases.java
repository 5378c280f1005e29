package dev.guidellm.record;

/// Where the time of one HTTP exchange went, and what its connection had done before. Compact, for it is kept for each
/// request: seconds as `float`, exact to 0.1 µs in the second, NaN for a phase that the request did not have.
///
/// A request that waited for its connection to be opened has the first three; one whose connection stood open has none
/// of them. After a redirect, or when a request was written twice, the phases are those of the last writing.
///
/// @param servedBefore requests that the connection had carried before this one
/// @param bytesSent bytes of HTTP handed to the connection, head and body, before any encryption
/// @param bytesReceived bytes of HTTP that came as the answer, head, body and framing, after any decryption
/// @param eventsSharingRead events with a token that came in the same read as the one before them, so that both have
///     the same time
public record HttpPhases(
        float dnsSeconds,
        float connectSeconds,
        float tlsSeconds,
        float writeSeconds,
        float waitSeconds,
        float readSeconds,
        int servedBefore,
        long bytesSent,
        long bytesReceived,
        int eventsSharingRead) {

    /// Seconds in `phase`; NaN where the request had none.
    public float seconds(HttpPhase phase) {
        return switch (phase) {
            case DNS -> dnsSeconds;
            case CONNECT -> connectSeconds;
            case TLS -> tlsSeconds;
            case WRITE -> writeSeconds;
            case WAIT -> waitSeconds;
            case READ -> readSeconds;
        };
    }

    /// Whether the connection had carried a request before.
    public boolean reused() {
        return servedBefore > 0;
    }
}
