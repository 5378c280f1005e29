package dev.guidellm.engine;

import dev.guidellm.backend.Backend;
import dev.guidellm.clock.RunClock;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulingStrategy;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/// One strategy run by steps instead of threads: for a simulation, whose clock goes on only when nothing is left to do.
///
/// The steps are those that the threads of [LoadEngine] take, on the same gate, timetable, feeder, decoder and books.
/// What would take a thread a moment takes none here. For one thread, the backend's events included.
public final class SteppedRun {
    private final LoadRun run;
    private final Accounting accounting;
    private final DueMoments moments;
    private final Decoder decoder;
    private long moment;

    /// Prepares the first requests, and begins at the clock's present moment.
    ///
    /// @param backend its requests must take time, or this never comes to an end
    /// @param constraints new ones: they remember what they saw
    /// @param source not to block
    public SteppedRun(
            Backend backend,
            RunClock clock,
            SchedulingStrategy strategy,
            List<Constraint> constraints,
            Iterator<ConversationGraph> source,
            RecordSink sink) {
        run = new LoadRun(backend, clock, strategy, constraints, source, sink, 1);
        decoder = run.decoders().getFirst();
        while (run.feeder().step()) {}
        long startNanos = clock.nanos();
        moments = run.dueMoments(startNanos);
        moment = moments.next();
        accounting = run.openBooks(startNanos);
        sink.started(startNanos / 1e9);
        accounting.begin();
    }

    /// Does everything that can be done at the clock's present moment.
    ///
    /// @throws RuntimeException the first bug that showed, once all requests are over
    public void settle() {
        boolean moved = true;
        while (moved) {
            moved = keepTimetable();
            while (run.thinkTimer().step()) {
                moved = true;
            }
            while (decoder.step()) {
                moved = true;
            }
            while (run.feeder().step()) {
                moved = true;
            }
            moved |= keepBooks();
        }
        if (isOver()) {
            accounting.failOnBug();
        }
    }

    /// When something is to be done although the backend brings no news; always later than the moment settled last.
    public long nextNanos() {
        long next = Math.min(moment, Math.min(run.thinkTimer().nextNanos(), accounting.nextLook()));
        return Math.max(next, run.clock().nanos() + 1);
    }

    /// Whether every request is over and no more come.
    public boolean isOver() {
        return accounting.isOver();
    }

    /// How it went; when it is over.
    public LoadResult result() {
        return accounting.result();
    }

    /// Breaks off, as [LoadEngine#interrupt] does.
    public void interrupt(Duration grace) {
        run.interrupt(grace);
    }

    private boolean keepTimetable() {
        boolean moved = false;
        while (moment != DueMoments.NONE && moment <= run.clock().nanos()) {
            moments.happen();
            moment = moments.next();
            moved = true;
        }
        return moved;
    }

    private boolean keepBooks() {
        boolean moved = false;
        while (accounting.enterNext()) {
            accounting.look();
            moved = true;
        }
        accounting.look();
        return moved;
    }
}
