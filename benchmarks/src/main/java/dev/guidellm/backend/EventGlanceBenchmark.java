package dev.guidellm.backend;

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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The scanner: where in an event the token stands. Per event.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class EventGlanceBenchmark {
    private static final int TOKENS = 32;
    private static final int DATA = "data: ".length();

    private byte[] body;
    private int[] starts;
    private int[] ends;

    /// The stream, and where its events stand.
    @Setup
    public void stream() {
        List<String> events = Samples.events(TOKENS);
        body = String.join("", events).getBytes(StandardCharsets.US_ASCII);
        starts = new int[TOKENS];
        ends = new int[TOKENS];
        int at = 0;
        for (int i = 0; i < TOKENS; i++) {
            starts[i] = at + DATA;
            at += events.get(i).length();
            ends[i] = at - 2;
        }
    }

    /// Events of one stream, mostly like the one before.
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public int eventsOfOneStream() {
        EventGlance glance = new EventGlance(EventGlance.Shape.CHAT);
        int text = 0;
        for (int i = 0; i < TOKENS; i++) {
            check(glance.look(body, starts[i], ends[i]));
            text += glance.content().to() - glance.content().from();
        }
        return text;
    }

    /// Each event walked from its start, as the first one of a stream is.
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public int firstEvents() {
        int text = 0;
        for (int i = 0; i < TOKENS; i++) {
            EventGlance glance = new EventGlance(EventGlance.Shape.CHAT);
            check(glance.look(body, starts[i], ends[i]));
            text += glance.content().to();
        }
        return text;
    }

    private static void check(EventGlance.Verdict verdict) {
        if (verdict != EventGlance.Verdict.TOKEN) {
            throw new IllegalStateException("no token: " + verdict);
        }
    }
}
