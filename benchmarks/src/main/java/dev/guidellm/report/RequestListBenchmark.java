package dev.guidellm.report;

import dev.guidellm.Samples;
import dev.guidellm.json.JsonBytes;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.OutputTokenCounter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Writing the requests of a report as JSON. Per request.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class RequestListBenchmark {
    private static final int REQUESTS = 1_000;

    private List<MeasuredRequest> requests;

    /// Makes the requests.
    @Setup
    public void requests() {
        requests = IntStream.range(0, REQUESTS)
                .mapToObj(i -> MeasuredRequest.of(Samples.record(i, i / 1e3), true, OutputTokenCounter.NONE))
                .toList();
    }

    /// Into bytes that nobody keeps.
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public JsonBytes write() throws IOException {
        ListedRequests listed = new ListedRequests(requests, new RequestJson(1_796_050_123.456789, 0.25));
        JsonBytes bytes = new JsonBytes();
        for (int i = 0; i < REQUESTS; i++) {
            listed.write(i, bytes);
            bytes.drainTo(OutputStream.nullOutputStream());
        }
        return bytes;
    }
}
