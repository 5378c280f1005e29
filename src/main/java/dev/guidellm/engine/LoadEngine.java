package dev.guidellm.engine;

import dev.guidellm.backend.Backend;
import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SpinPolicy;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.health.ClientProbe;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulingStrategy;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Puts load on a backend. One engine serves all benchmarks of a run, one after the other; nothing is started
/// anew between them but a few threads.
public final class LoadEngine implements ClientProbe {
    private static final int MOST_WARM_CONNECTIONS = 1_024;

    private final Backend backend;
    private final RunClock clock;
    private final SpinPolicy spin;
    private @Nullable LoadRun current;
    private @Nullable Duration interruption;

    /// Connections opened ahead so far: they stay open from one benchmark to the next.
    private int warmedUp;

    /// @param backend started already; stays open
    /// @param clock the clock that the backend's times are of
    public LoadEngine(Backend backend, RunClock clock) {
        this(
                backend,
                clock,
                SpinPolicy.of(Optional.empty(), Runtime.getRuntime().availableProcessors()));
    }

    /// @param backend started already; stays open
    /// @param clock the clock that the backend's times are of
    /// @param spin how the thread that keeps the timetable waits
    public LoadEngine(Backend backend, RunClock clock, SpinPolicy spin) {
        this.backend = backend;
        this.clock = clock;
        this.spin = spin;
    }

    /// Runs one strategy to its end: until a constraint stops it, the data ends, or [#interrupt] is called.
    /// Blocks; the calling thread keeps the books and calls `sink`.
    ///
    /// @param constraints new ones: they remember what they saw
    /// @param source read by one thread at a time, ahead of what is sent: what is read but not started is lost.
    /// It may block. What it throws ends the run after the requests in flight and stands in the result.
    /// @throws IllegalStateException when a run is going on
    public LoadResult run(
            SchedulingStrategy strategy,
            List<Constraint> constraints,
            Iterator<ConversationGraph> source,
            RecordSink sink) {
        LoadRun run = new LoadRun(backend, clock, strategy, constraints, source, sink, LoadThreads.decoders());
        int connections = Math.clamp(LoadRun.startsAhead(strategy), 0, MOST_WARM_CONNECTIONS);
        int more;
        synchronized (this) {
            if (current != null) {
                throw new IllegalStateException("the engine runs one benchmark at a time");
            }
            current = run;
            if (interruption != null) {
                run.interrupt(interruption);
            }
            more = Math.max(0, connections - warmedUp);
            warmedUp += more;
        }
        try {
            return new LoadThreads(run, spin).execute(more);
        } finally {
            synchronized (this) {
                current = null;
            }
        }
    }

    @Override
    public void probeLoops(LongConsumer waited) {
        backend.probeLoops(waited);
    }

    @Override
    public synchronized int answersWaiting() {
        return current == null ? 0 : current.unaccounted();
    }

    /// Breaks off: nothing is started any more, what is in flight may take `grace`, then it is cut. The run
    /// returns with its result flagged, later runs at once. A second call can only shorten the grace. Returns at
    /// once; safe from every thread.
    public synchronized void interrupt(Duration grace) {
        interruption = grace;
        if (current != null) {
            current.interrupt(grace);
        }
    }
}
