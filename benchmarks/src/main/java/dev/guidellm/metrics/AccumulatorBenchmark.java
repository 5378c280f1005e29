package dev.guidellm.metrics;

import dev.guidellm.Samples;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.record.RequestRecord;
import java.util.concurrent.TimeUnit;
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

/// The recorder and the statistics, over 10,000 requests. Per request.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class AccumulatorBenchmark {
    private static final int REQUESTS = 10_000;
    private static final double GAP = 1e-3;
    private static final MetricsConfig.Generative METRICS =
            (MetricsConfig.Generative) Samples.config(MetricsConfig.class, "{'kind':'generative'}");
    private static final MeasurementWindow WINDOW = new MeasurementWindow(0, 0, REQUESTS * GAP + 1, REQUESTS * GAP + 1);

    private final RequestRecord[] records = new RequestRecord[REQUESTS];
    private Accumulator full;

    /// Makes the records.
    @Setup
    public void records() {
        for (int i = 0; i < REQUESTS; i++) {
            records[i] = Samples.record(i, i * GAP);
        }
        full = accumulate();
    }

    /// Taking finished requests in.
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public Accumulator accumulate() {
        Accumulator accumulator = new Accumulator(
                new AccumulatorSettings(METRICS, true, 42, OutputTokenCounter.NONE),
                new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, null, 0));
        for (RequestRecord request : records) {
            accumulator.add(request, request.timings().finalized());
        }
        return accumulator;
    }

    /// Every distribution of the report, with confidence intervals.
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public BenchmarkMetrics compile() {
        return full.compile(WINDOW);
    }
}
