package dev.guidellm.engine;

import dev.guidellm.schedule.ArrivalSchedule;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StreamStage;
import java.util.Iterator;

/// What a strategy does at moments that are fixed beforehand: opens streams, makes a request due, ends streams.
///
/// Whoever keeps the time asks for the [#next] moment, waits for it, and lets it [#happen]; in turns, on one thread.
/// Moments are absolute and come in order, so that being late for one delays no other.
abstract sealed class DueMoments {
    /// No more moments.
    static final long NONE = Long.MAX_VALUE;

    final StartGate gate;
    final long startNanos;

    private DueMoments(StartGate gate, long startNanos) {
        this.gate = gate;
        this.startNanos = startNanos;
    }

    /// Those of `strategy`, from its start on.
    ///
    /// @param whenStreamsEnd called when the last stage of streams is over
    static DueMoments of(SchedulingStrategy strategy, StartGate gate, long startNanos, Runnable whenStreamsEnd) {
        ArrivalSchedule schedule = ArrivalSchedule.of(strategy);
        if (schedule != null) {
            return new Arrivals(gate, startNanos, strategy.resolvedRequestLimit(), schedule);
        }
        return strategy instanceof SchedulingStrategy.StreamStages stages
                ? new StreamChanges(gate, startNanos, stages, whenStreamsEnd)
                : new StreamOpenings(gate, startNanos, strategy);
    }

    /// The next moment; [#NONE] when no more come.
    abstract long next();

    /// Does what is to be done at the moment that [#next] gave.
    abstract void happen();

    final long at(double offsetSeconds) {
        return startNanos + Math.round(offsetSeconds * 1e9);
    }

    /// All slots at the start, then one due request after the other.
    private static final class Arrivals extends DueMoments {
        private final int slots;
        private final ArrivalSchedule schedule;
        private boolean opened;
        private boolean settled;
        private long target;

        private Arrivals(StartGate gate, long startNanos, int slots, ArrivalSchedule schedule) {
            super(gate, startNanos);
            this.slots = slots;
            this.schedule = schedule;
        }

        @Override
        long next() {
            if (!opened) {
                return startNanos;
            }
            double offset = settled ? Double.POSITIVE_INFINITY : schedule.next();
            if (offset == Double.POSITIVE_INFINITY) {
                return NONE;
            }
            target = at(offset);
            return target;
        }

        @Override
        void happen() {
            if (!opened) {
                opened = true;
                gate.open(slots, startNanos);
            } else if (schedule.settled()) {
                settled = true;
                gate.dueFromNowOn(target);
            } else {
                gate.due(target);
            }
        }
    }

    /// Streams that open and stay open; those that open at the same moment do so together.
    private static final class StreamOpenings extends DueMoments {
        private final SchedulingStrategy strategy;
        private final int streams;
        private int opened;

        private StreamOpenings(StartGate gate, long startNanos, SchedulingStrategy strategy) {
            super(gate, startNanos);
            this.strategy = strategy;
            this.streams = strategy.resolvedRequestLimit();
        }

        @Override
        long next() {
            return opened < streams ? opening(opened) : NONE;
        }

        @Override
        void happen() {
            if (opened == 0) {
                gate.dueFromNowOn(Turn.NEVER);
            }
            long moment = opening(opened);
            int together = 1;
            while (opened + together < streams && opening(opened + together) == moment) {
                together++;
            }
            opened += together;
            gate.open(together, moment);
        }

        private long opening(int stream) {
            return at(ArrivalSchedule.streamOpening(strategy, stream));
        }
    }

    /// Streams that open and close, and their end.
    private static final class StreamChanges extends DueMoments {
        private final Iterator<StreamStage.Change> changes;
        private final long endNanos;
        private final Runnable whenStreamsEnd;
        private StreamStage.Change change = new StreamStage.Change(0, 0);
        private boolean begun;
        private boolean ending;
        private boolean ended;

        private StreamChanges(
                StartGate gate, long startNanos, SchedulingStrategy.StreamStages stages, Runnable whenStreamsEnd) {
            super(gate, startNanos);
            this.changes = stages.changes().iterator();
            this.endNanos = at(stages.seconds());
            this.whenStreamsEnd = whenStreamsEnd;
        }

        @Override
        long next() {
            if (ended) {
                return NONE;
            }
            if (changes.hasNext()) {
                change = changes.next();
                return at(change.atSeconds());
            }
            ending = true;
            return endNanos;
        }

        @Override
        void happen() {
            if (!begun) {
                begun = true;
                gate.dueFromNowOn(Turn.NEVER);
            }
            if (ending) {
                ended = true;
                whenStreamsEnd.run();
            } else if (change.more() > 0) {
                gate.open(change.more(), at(change.atSeconds()));
            } else {
                gate.withdraw(-change.more());
            }
        }
    }
}
