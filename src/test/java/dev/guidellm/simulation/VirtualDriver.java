package dev.guidellm.simulation;

import dev.guidellm.benchmark.BenchmarkDriver;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.engine.RecordSink;
import dev.guidellm.engine.SteppedRun;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DataDelays;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.health.GcPauses;
import dev.guidellm.health.Stalls;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulingStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries benchmarks out in virtual time: one thread lets happen what is next, at the server or in the scheduler.
final class VirtualDriver implements BenchmarkDriver {
    /// No simulation lasts as long; what does will never end.
    private static final long LONGEST_NANOS = Duration.ofDays(2).toNanos();

    private final SimulatedServer server;
    private final VirtualTime time;
    private final List<List<Served>> served = new ArrayList<>();
    private @Nullable SteppedRun current;

    VirtualDriver(SimulatedServer server, VirtualTime time) {
        this.server = server;
        this.time = time;
    }

    /// Has the user break the run off at `nanos`.
    void interruptAt(long nanos, Duration grace) {
        time.at(nanos, () -> {
            if (current != null) {
                current.interrupt(grace);
            }
        });
    }

    @Override
    public Driven drive(
            SchedulingStrategy strategy,
            List<Constraint> constraints,
            Iterator<ConversationGraph> conversations,
            RecordSink sink) {
        long begun = time.nanos();
        int before = server.served().size();
        SteppedRun run = new SteppedRun(server, time, strategy, constraints, conversations, sink);
        current = run;
        run.settle();
        while (!run.isOver()) {
            time.moveTo(Math.min(run.nextNanos(), time.nextNanos()));
            run.settle();
            if (time.nanos() - begun > LONGEST_NANOS) {
                throw new IllegalStateException(strategy + " does not come to an end");
            }
        }
        current = null;
        List<Served> all = server.served();
        served.add(List.copyOf(all.subList(before, all.size())));
        LoadResult load = run.result();
        return new Driven(load, client((time.nanos() - begun) / 1e9, load), null);
    }

    /// What the server wrote down, benchmark by benchmark.
    List<List<Served>> served() {
        return List.copyOf(served);
    }

    /// A client that was never busy.
    private static ClientFigures client(double seconds, LoadResult load) {
        DispatchLag lag = load.dispatchLag();
        List<Double> delays = load.generationDelaysSeconds();
        return new ClientFigures(
                seconds,
                new CpuUse(1, null, null, null, null, null),
                new GcPauses(0, 0, 0),
                new Stalls(0, 0, 0, DelaySummary.NONE),
                lag.handedOver().isEmpty() ? null : lag,
                null,
                delays.isEmpty() ? null : DataDelays.of(delays),
                0,
                null,
                null);
    }
}
