package dev.guidellm.transport;

import static dev.guidellm.transport.HttpExchange.NEVER;

import org.jspecify.annotations.Nullable;

/// When the bytes of one exchange went and came, and over what kind of connection. Written by the exchange's loop; to
/// be
/// read after the end. Run times in nanoseconds, [HttpExchange#NEVER] for a moment that did not come.
///
/// Where an exchange is written more than once (redirects, a retry), the moments are those of the last writing; the
/// bytes are those of all.
public final class WireLog {

    /// How long a connection took to open, in nanoseconds; [HttpExchange#NEVER] for a step that it did not need.
    ///
    /// @param dns asking for the name's addresses
    /// @param connect until TCP stood, addresses that failed included, and a proxy, if any, had opened the way
    /// @param tls the handshake
    public record Opening(long dns, long connect, long tls) {}

    private long writeStart = NEVER;
    private long written = NEVER;
    private long firstByte = NEVER;
    private long bytesSent;
    private long bytesReceived;
    private int servedBefore;
    private @Nullable Opening opening;

    /// Just before the request was handed to the connection.
    public long writeStartNanos() {
        return writeStart;
    }

    /// When the socket had taken the whole request.
    public long writtenNanos() {
        return written;
    }

    /// When the read that brought the first byte of an answer returned.
    public long firstByteNanos() {
        return firstByte;
    }

    /// Bytes of HTTP handed to the connection, before any encryption.
    public long bytesSent() {
        return bytesSent;
    }

    /// Bytes of HTTP that came in answer, after any decryption.
    public long bytesReceived() {
        return bytesReceived;
    }

    /// Requests that the connection had carried before.
    public int servedBefore() {
        return servedBefore;
    }

    /// How the connection was opened that this exchange had to wait for; null when it stood open.
    public @Nullable Opening opening() {
        return opening;
    }

    /// The request is about to be handed to a connection.
    ///
    /// @param bytes its length
    /// @param before requests that the connection has carried
    /// @param waitedFor how the connection was opened, if it was for this exchange
    void begin(long nanos, int bytes, int before, @Nullable Opening waitedFor) {
        writeStart = nanos;
        written = NEVER;
        firstByte = NEVER;
        bytesSent += bytes;
        servedBefore = before;
        opening = waitedFor;
    }

    /// The socket has taken all of it.
    void written(long nanos) {
        written = nanos;
    }

    /// A read brought bytes of the answer.
    void received(int bytes, long readNanos) {
        bytesReceived += bytes;
        if (firstByte == NEVER) {
            firstByte = readNanos;
        }
    }
}
