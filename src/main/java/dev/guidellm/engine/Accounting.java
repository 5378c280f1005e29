package dev.guidellm.engine;

import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.RequestStep;
import dev.guidellm.schedule.RequestUpdate;
import dev.guidellm.schedule.SchedulerLedger;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps the books of a run: counts, stops it when the ledger says so, and passes records on. One thread, which
/// takes the news of all others; or who steps through a run calls what [#keepBooks] calls.
final class Accounting {
    private static final long LOOK_NANOS = 100_000_000L;

    private final LoadRun run;
    private final SchedulerLedger ledger;
    private final EventQueue<RunEvent> events;
    private final StartGate gate;
    private final Feeder feeder;
    private final RecordSink sink;
    private final SchedulingStrategy strategy;
    private final Set<Conversation> open = new LinkedHashSet<>();
    private final List<Double> generationDelays = new ArrayList<>();
    private boolean feedClosed;
    private boolean draining;
    private boolean cut;
    private boolean interrupted;
    private boolean threadInterrupted;
    private long cutNanos = Long.MAX_VALUE;
    private long nextLookNanos;
    private @Nullable RuntimeException dataFailure;
    private @Nullable RuntimeException bug;

    Accounting(
            LoadRun run,
            SchedulerLedger ledger,
            EventQueue<RunEvent> events,
            StartGate gate,
            Feeder feeder,
            RecordSink sink,
            SchedulingStrategy strategy) {
        this.run = run;
        this.ledger = ledger;
        this.events = events;
        this.gate = gate;
        this.feeder = feeder;
        this.sink = sink;
        this.strategy = strategy;
    }

    /// Works until every request is over.
    ///
    /// @throws RuntimeException the first bug that showed, after all requests are over; at once when a thread
    /// died
    void keepBooks() {
        begin();
        while (true) {
            if (!enterNext()) {
                if (isOver()) {
                    break;
                }
                sleep();
            }
            look();
        }
        failOnBug();
    }

    /// Looks at the clock for the first time.
    void begin() {
        nextLookNanos = now() + LOOK_NANOS;
    }

    /// Enters one piece of news; false when there is none. [#look] is to follow.
    boolean enterNext() {
        RunEvent event = events.poll();
        if (event == null) {
            return false;
        }
        enter(event);
        return true;
    }

    /// Whether every request is over and no more come.
    boolean isOver() {
        return feedClosed && ledger.allProcessed() && events.isEmpty();
    }

    /// When [#look] has something to do although there is no news.
    long nextLook() {
        long wake = Math.min(nextLookNanos, cutNanos);
        double deadline = ledger.nextDeadline();
        return !ledger.processingStopped() && deadline < wake / 1e9 ? (long) Math.ceil(deadline * 1e9) : wake;
    }

    /// @throws RuntimeException the first bug that showed
    void failOnBug() {
        if (bug != null) {
            throw bug;
        }
    }

    LoadResult result() {
        return new LoadResult(
                strategy,
                ledger.snapshot(),
                generationDelays,
                run.dispatchLag(),
                gate.heldBack(),
                interrupted,
                dataFailure);
    }

    boolean threadInterrupted() {
        return threadInterrupted;
    }

    /// Sleeps until there is news or something is due.
    private void sleep() {
        long left = nextLook() - now();
        if (left > 0) {
            events.sleep(left);
        }
        if (Thread.interrupted()) {
            threadInterrupted = true;
            interrupt(0);
        }
    }

    /// Does what is due by time, and what the ledger wants.
    void look() {
        long now = now();
        if (now >= nextLookNanos) {
            ledger.poll(now / 1e9);
            nextLookNanos = now + LOOK_NANOS;
            try {
                sink.progressed(ledger.snapshot());
            } catch (RuntimeException e) {
                breakOff(e);
            }
        } else if (!ledger.processingStopped() && now / 1e9 >= ledger.nextDeadline()) {
            ledger.poll(now / 1e9);
        }
        if (now >= cutNanos) {
            cut();
        }
        if (ledger.queuingStopped()) {
            closeFeed();
        }
        if (ledger.processingStopped()) {
            cut();
        }
    }

    private void enter(RunEvent event) {
        switch (event) {
            case RunEvent.Created(Conversation conversation, double seconds) -> created(conversation, seconds);
            case RunEvent.Started(Turn turn) -> {
                turn.conversation().turnStarted();
                double now = now() / 1e9;
                ledger.update(turn, RequestUpdate.of(RequestStep.IN_PROGRESS, now));
                try {
                    sink.begun(turn.requestId(), now);
                } catch (RuntimeException e) {
                    breakOff(e);
                }
            }
            case RunEvent.FirstSent(long nanos) -> ledger.noteRequestStart(nanos / 1e9);
            case RunEvent.FirstToken(Turn turn, long sentNanos, long tokenNanos) -> {
                double sent = sentNanos == Turn.NEVER ? Double.NaN : sentNanos / 1e9;
                ledger.update(
                        turn,
                        new RequestUpdate(
                                RequestStep.FIRST_TOKEN, now() / 1e9, sent, tokenNanos / 1e9, Double.NaN, Double.NaN));
            }
            case RunEvent.Ended ended -> ended(ended);
            case RunEvent.Dropped(Turn turn) -> dropped(turn);
            case RunEvent.FeedEnded(boolean exhausted, RuntimeException failure) -> {
                feedClosed = true;
                if (failure != null) {
                    dataFailure = failure;
                    drain();
                } else if (exhausted) {
                    ledger.add(Constraints.requestsExhausted(ledger.counts().created()), now() / 1e9);
                }
            }
            case RunEvent.ScheduleEnded() -> drain();
            case RunEvent.Interrupted(long graceNanos) -> interrupt(graceNanos);
            case RunEvent.Broken(RuntimeException cause) -> breakOff(cause);
            case RunEvent.ThreadLost(Throwable cause) -> {
                cut();
                throw new IllegalStateException("a thread of the load engine died: " + cause, cause);
            }
        }
    }

    private void created(Conversation conversation, double generationSeconds) {
        generationDelays.add(generationSeconds);
        open.add(conversation);
        for (Turn turn : conversation.turnsInOrder()) {
            update(turn, RequestStep.QUEUED);
        }
        if (draining) {
            dropWaiting(conversation);
        }
    }

    private void ended(RunEvent.Ended ended) {
        Turn turn = ended.turn();
        double finalized = now() / 1e9;
        RequestRecord record = Records.of(turn, ended.result(), ended.arguments(), finalized);
        RequestTimings timings = record.timings();
        RequestStep step = switch (record.outcome()) {
            case RequestOutcome.Completed _ -> RequestStep.COMPLETED;
            case RequestOutcome.Failed _ -> RequestStep.ERRORED;
            case RequestOutcome.Cancelled _ -> RequestStep.CANCELLED;
        };
        ledger.update(
                turn,
                new RequestUpdate(
                        step,
                        finalized,
                        timings.requestStart(),
                        timings.firstTokenIteration(),
                        timings.requestEnd(),
                        timings.completedAt()));
        if (ended.holdsSlot()) {
            if (ledger.processingStopped()) {
                cut();
            }
            gate.free(ended.result().endNanos());
        }
        over(turn);
        run.accounted();
        try {
            sink.accept(record, ledger.counts());
        } catch (RuntimeException e) {
            breakOff(e);
        }
    }

    private void dropped(Turn turn) {
        update(turn, RequestStep.CANCELLED);
        over(turn);
        if (turn.conversation().begun()) {
            try {
                sink.turnGivenUp();
            } catch (RuntimeException e) {
                breakOff(e);
            }
        }
    }

    private void over(Turn turn) {
        if (turn.conversation().turnOver()) {
            open.remove(turn.conversation());
        }
    }

    private void update(Turn turn, RequestStep step) {
        ledger.update(turn, RequestUpdate.of(step, now() / 1e9));
    }

    private void interrupt(long graceNanos) {
        interrupted = true;
        cutNanos = Math.min(cutNanos, now() + graceNanos);
        drain();
    }

    private void breakOff(RuntimeException cause) {
        if (bug == null) {
            bug = cause;
        } else if (!cause.equals(bug)) {
            bug.addSuppressed(cause);
        }
        cut();
    }

    private void closeFeed() {
        if (!feedClosed) {
            feeder.close();
            feedClosed = true;
        }
    }

    /// Starts nothing any more; what is in flight may end.
    private void drain() {
        if (!draining) {
            draining = true;
            gate.close();
            closeFeed();
            List.copyOf(open).forEach(this::dropWaiting);
        }
    }

    /// Gives up everything.
    private void cut() {
        if (!cut) {
            cut = true;
            drain();
            for (Conversation conversation : open) {
                conversation.turns().forEach(Turn::cancel);
            }
        }
    }

    private void dropWaiting(Conversation conversation) {
        for (Turn turn : conversation.turns()) {
            if (turn.drop()) {
                dropped(turn);
            }
        }
    }

    private long now() {
        return run.clock().nanos();
    }
}
