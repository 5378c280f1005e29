package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/// One request and the answer to it. Used on its connection's loop only.
final class Exchange {
    private static final int MOST_KEPT_BYTES = 1 << 20;

    private final HttpConnection connection;
    private final IncomingRequest request;
    private @Nullable Generation generation;
    private boolean open = true;

    Exchange(HttpConnection connection, IncomingRequest request) {
        this.connection = connection;
        this.request = request;
    }

    IncomingRequest request() {
        return request;
    }

    LoopState loop() {
        return connection.loop();
    }

    String clientAddress() {
        return connection.clientAddress();
    }

    /// Whether the client still waits for the answer.
    boolean isOpen() {
        return open;
    }

    /// Names the generation that will answer, so that it hears when the client goes.
    void answeredBy(Generation answer) {
        generation = answer;
    }

    /// Answers with JSON.
    void reply(int status, JsonValue json) {
        byte[] text = JsonWriter.toBytes(json);
        ByteBuf out = buffer();
        ReplyHead.writeJson(out, status, text.length, request.keepsAlive());
        if (!request.method().equals("HEAD")) {
            out.writeBytes(text);
        }
        connection.write(out);
        finish();
    }

    /// Answers with an error.
    void refuse(RequestRefused refusal) {
        reply(refusal.status(), refusal.body());
    }

    /// Answers that there is nothing to say.
    void replyEmpty() {
        ByteBuf out = buffer();
        ReplyHead.writeEmpty(out, request.keepsAlive());
        connection.write(out);
        finish();
    }

    /// An empty buffer for [#write]; the loop's own, so that it is written before another is asked for.
    ByteBuf buffer() {
        ByteBuf scratch = loop().scratch();
        return scratch.capacity() > MOST_KEPT_BYTES ? scratch.clear().capacity(MOST_KEPT_BYTES) : scratch.clear();
    }

    /// Appends the head of a stream to `out`.
    void writeStreamHead(ByteBuf out) {
        ReplyHead.writeStream(out, keepsAliveAfterStream(), request.chunkable());
    }

    /// Sends a piece of a stream.
    void write(ByteBuf out) {
        connection.write(out);
    }

    /// Whether the client keeps up; see [Generation#writable].
    boolean isWritable() {
        return connection.channel().channel().isWritable();
    }

    /// The stream has been written to its end.
    void finishStream() {
        open = false;
        connection.finished(keepsAliveAfterStream());
    }

    /// Without chunks only the end of the connection tells the end of the answer.
    private boolean keepsAliveAfterStream() {
        return request.keepsAlive() && request.chunkable();
    }

    private void finish() {
        open = false;
        connection.finished(request.keepsAlive());
    }

    /// The client takes bytes again.
    void writable() {
        if (generation != null) {
            generation.writable();
        }
    }

    /// The client is gone.
    void abandoned() {
        open = false;
        if (generation != null) {
            generation.abandon();
        }
    }
}
