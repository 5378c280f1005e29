package dev.guidellm.transport;

import dev.guidellm.Samples;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The reader of HTTP/1.1: a streamed answer of 32 tokens, each event a chunk. Per token.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class Http1ParserBenchmark {
    private static final int TOKENS = 32;

    /// Events that one read of the socket brings.
    @Param({"1", "32"})
    public int eventsOfARead;

    private final Http1Parser parser = new Http1Parser();
    private final BytesOfBody sink = new BytesOfBody();
    private List<byte[]> reads;

    /// Puts the answer into reads.
    @Setup
    public void answer() {
        reads = new ArrayList<>();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        read.writeBytes(ascii("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\n"
                + "date: Mon, 30 Nov 2026 16:24:25 GMT\r\ntransfer-encoding: chunked\r\n\r\n"));
        int events = 0;
        for (String event : Samples.events(TOKENS)) {
            read.writeBytes(ascii(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n"));
            if (++events % eventsOfARead == 0) {
                reads.add(read.toByteArray());
                read.reset();
            }
        }
        read.writeBytes(ascii("e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n"));
        reads.add(read.toByteArray());
    }

    /// From the first byte to the last.
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public long streamedAnswer() {
        parser.expectAnswer(false);
        for (byte[] read : reads) {
            parser.feed(read, 0, read.length, 1, sink);
        }
        if (!parser.isComplete()) {
            throw new IllegalStateException(String.valueOf(parser.problem()));
        }
        return sink.bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static final class BytesOfBody implements AnswerSink {
        private long bytes;

        @Override
        public String onHead(AnswerHead head, long readNanos) {
            bytes += head.status();
            return null;
        }

        @Override
        public String onBody(byte[] body, int offset, int length, long readNanos) {
            bytes += length;
            return null;
        }
    }
}
