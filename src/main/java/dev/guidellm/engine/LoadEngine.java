package dev.guidellm.engine;

import dev.guidellm.backend.Backend;
import dev.guidellm.clock.RunClock;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulingStrategy;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts load on a backend. One engine serves all benchmarks of a run, one after the other; nothing is started
/// anew between them but a few threads.
public final class LoadEngine {
    private final Backend backend;
    private final RunClock clock;
    private @Nullable LoadRun current;
    private @Nullable Duration interruption;

    /// @param backend started already; stays open
    /// @param clock the clock that the backend's times are of
    public LoadEngine(Backend backend, RunClock clock) {
        this.backend = backend;
        this.clock = clock;
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
        LoadRun run = new LoadRun(backend, clock, strategy, constraints, source, sink);
        synchronized (this) {
            if (current != null) {
                throw new IllegalStateException("the engine runs one benchmark at a time");
            }
            current = run;
            if (interruption != null) {
                run.interrupt(interruption);
            }
        }
        try {
            return run.execute();
        } finally {
            synchronized (this) {
                current = null;
            }
        }
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
