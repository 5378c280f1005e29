package dev.guidellm.testserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2SettingsFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A script's side of one stream. Each method writes at once, in the order of the calls.
@SuppressWarnings("FutureReturnValueIgnored") // of writes: nobody waits for them
public final class Http2TestStream {
    private final Channel channel;
    private final Http2TestServer.Peer peer;
    private final ReceivedRequest request;
    private final CountDownLatch closed = new CountDownLatch(1);

    Http2TestStream(Channel channel, Http2TestServer.Peer peer, ReceivedRequest request) {
        this.channel = channel;
        this.peer = peer;
        this.request = request;
    }

    public ReceivedRequest request() {
        return request;
    }

    /// The connection it came on.
    public Http2TestServer.Peer peer() {
        return peer;
    }

    /// The stream's number.
    public int id() {
        return ((Http2StreamChannel) channel).stream().id();
    }

    /// Writes a head; names and values in turn.
    public void head(int status, String... headers) {
        write(headers(status, headers), false);
    }

    /// Writes a whole answer.
    public void answer(int status, String body, String... headers) {
        head(status, headers);
        last(body);
    }

    /// Writes an event stream, one DATA frame for each event, and its end.
    public void stream(String... events) {
        head(200, "content-type", "text/event-stream");
        for (String event : events) {
            data(event);
        }
        last("");
    }

    /// Writes some bytes of the body.
    public void data(String text) {
        data(text.getBytes(StandardCharsets.UTF_8), false);
    }

    /// Writes the last bytes of the body.
    public void last(String text) {
        data(text.getBytes(StandardCharsets.UTF_8), true);
    }

    /// Writes bytes of the body in one frame, or several when they are many.
    public void data(byte[] bytes, boolean last) {
        channel.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes), last));
        request.wrote(bytes.length);
    }

    /// Writes trailers, and with them the end.
    public void trailers(String... headers) {
        DefaultHttp2Headers trailers = new DefaultHttp2Headers(false);
        for (int i = 0; i < headers.length; i += 2) {
            trailers.add(headers[i], headers[i + 1]);
        }
        write(trailers, true);
    }

    /// Ends the stream with RST_STREAM.
    public void reset(Http2Error code) {
        channel.writeAndFlush(new DefaultHttp2ResetFrame(code));
    }

    /// Writes GOAWAY with any number as the last stream, and some words.
    public void goAway(int lastStream, Http2Error code, String words) {
        byte[] text = words.getBytes(StandardCharsets.UTF_8);
        ByteBuf frame = Unpooled.buffer(17 + text.length);
        frame.writeMedium(8 + text.length).writeByte(7).writeByte(0).writeInt(0);
        frame.writeInt(lastStream).writeInt((int) code.code()).writeBytes(text);
        peer.channel().writeAndFlush(frame);
    }

    /// Writes bytes on the connection that need not be HTTP/2.
    public void raw(byte... bytes) {
        peer.channel().writeAndFlush(Unpooled.copiedBuffer(bytes));
    }

    /// Writes a PING.
    public void ping() {
        peer.channel().writeAndFlush(new DefaultHttp2PingFrame(42));
    }

    /// Allows another number of streams from now on.
    public void allowStreams(int most) {
        peer.channel().writeAndFlush(new DefaultHttp2SettingsFrame(new Http2Settings().maxConcurrentStreams(most)));
    }

    /// Closes the connection without a word.
    public void hangUp() {
        peer.channel().eventLoop().execute(() -> peer.channel().unsafe().closeForcibly());
    }

    /// Waits.
    public void pause(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    /// Waits until the client has ended the stream; false when it has not within `millis`.
    public boolean clientLeaves(long millis) throws InterruptedException {
        return closed.await(millis, TimeUnit.MILLISECONDS);
    }

    void noteClosed() {
        closed.countDown();
    }

    private void write(Http2Headers headers, boolean last) {
        channel.writeAndFlush(new DefaultHttp2HeadersFrame(headers, last));
    }

    private static Http2Headers headers(int status, String... headers) {
        Http2Headers head = new DefaultHttp2Headers(false).status(Integer.toString(status));
        for (int i = 0; i < headers.length; i += 2) {
            head.add(headers[i], headers[i + 1]);
        }
        return head;
    }
}
