package dev.guidellm.transport;

import dev.guidellm.Samples;
import java.nio.charset.StandardCharsets;
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

/// Finding, time-stamping and logging the lines of an event stream of 32 tokens. Per token.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class LineSplitterBenchmark {
    private static final int TOKENS = 32;

    /// Events that one read of the socket brings.
    @Param({"1", "32"})
    public int eventsOfARead;

    private byte[] body;
    private int[] limits;

    /// The body, and where each read ends.
    @Setup
    public void stream() {
        List<String> events = Samples.events(TOKENS);
        body = String.join("", events).getBytes(StandardCharsets.US_ASCII);
        limits = new int[TOKENS / eventsOfARead];
        int at = 0;
        for (int i = 0; i < TOKENS; i++) {
            at += events.get(i).length();
            limits[i / eventsOfARead] = at;
        }
    }

    /// A splitter of its own for the stream, as each exchange has one.
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public int lines() {
        LineSplitter splitter = new LineSplitter(new LineLog(1_024));
        int[] seen = new int[1];
        int from = 0;
        for (int limit : limits) {
            splitter.feed(body, from, limit - from, limit, (buffer, offset, length, nanos) -> seen[0] += length);
            from = limit;
        }
        return seen[0] + splitter.log().count();
    }
}
