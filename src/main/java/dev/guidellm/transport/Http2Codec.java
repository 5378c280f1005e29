package dev.guidellm.transport;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;

/// The reading and writing half of one HTTP/2 connection, made of Netty's parts. For its loop.
///
/// Put together by hand and not by Netty's builder: that one adds limits against hostile clients (number of resets, of
/// empty frames) which a load generator's own cancellations would run into, and weighs streams against each other.
final class Http2Codec {
    /// Bytes that the server may have under way on a stream, and on the connection, before we must ask for more: so
    /// many that it never waits for us. The largest is 2^31-1; half of it, as nghttp2's `h2load` takes, keeps away
    /// from servers' overflow checks. An answer's own bound is [ExchangeState#MAX_BODY_BYTES].
    static final int WINDOW = (1 << 30) - 1;

    private final HeadWriter headWriter = new HeadWriter();
    private final HeadReader headReader = new HeadReader();
    private final Http2ConnectionDecoder decoder;
    private final Http2ConnectionEncoder encoder;

    Http2Codec() {
        Http2Connection connection = new DefaultHttp2Connection(false);
        connection
                .remote()
                .flowController(
                        new DefaultHttp2RemoteFlowController(connection, new UniformStreamByteDistributor(connection)));
        encoder = new DefaultHttp2ConnectionEncoder(connection, new DefaultHttp2FrameWriter(headWriter));
        decoder = new DefaultHttp2ConnectionDecoder(connection, encoder, new DefaultHttp2FrameReader(headReader));
    }

    Http2ConnectionDecoder decoder() {
        return decoder;
    }

    Http2ConnectionEncoder encoder() {
        return encoder;
    }

    /// What the server is told at the beginning.
    static Http2Settings settings() {
        return new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(WINDOW)
                .maxHeaderListSize(Http1Parser.MAX_HEAD_BYTES);
    }

    /// Length of the last head written, with the frame around it.
    int lastHeadWritten() {
        return Http2CodecUtil.FRAME_HEADER_LENGTH + headWriter.bytes;
    }

    /// Length of the last head read, with the frame around it.
    int lastHeadRead() {
        return Http2CodecUtil.FRAME_HEADER_LENGTH + headReader.bytes;
    }

    /// Length on the wire of a body of so many bytes, with the frames around it.
    int onTheWire(int bodyLength) {
        int frame = encoder.configuration().frameSizePolicy().maxFrameSize();
        return bodyLength + Math.ceilDiv(bodyLength, frame) * Http2CodecUtil.FRAME_HEADER_LENGTH;
    }

    private static final class HeadWriter extends DefaultHttp2HeadersEncoder {
        private int bytes;

        HeadWriter() {
            super(Http2RequestHead.NOT_INDEXED);
        }

        @Override
        public void encodeHeaders(int streamId, Http2Headers headers, ByteBuf buffer) throws Http2Exception {
            int before = buffer.readableBytes();
            super.encodeHeaders(streamId, headers, buffer);
            bytes = buffer.readableBytes() - before;
        }
    }

    private static final class HeadReader extends DefaultHttp2HeadersDecoder {
        private int bytes;

        HeadReader() {
            super(true, Http1Parser.MAX_HEAD_BYTES);
        }

        @Override
        public Http2Headers decodeHeaders(int streamId, ByteBuf headerBlock) throws Http2Exception {
            bytes = headerBlock.readableBytes();
            return super.decodeHeaders(streamId, headerBlock);
        }
    }
}
