package dev.guidellm.engine;

import dev.guidellm.backend.ActiveRequest;
import dev.guidellm.backend.Backend;
import dev.guidellm.backend.BackendResult;
import dev.guidellm.backend.FinishedRequest;
import dev.guidellm.backend.HistoryTurn;
import dev.guidellm.backend.PreparedRequest;
import dev.guidellm.backend.RequestFormatException;
import dev.guidellm.backend.TurnPlace;
import dev.guidellm.clock.RunClock;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.record.FailureKind;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.SchedulerLedger;
import dev.guidellm.schedule.SchedulingStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One strategy under way: what is shared by the threads that run it, or stepped through without them.
final class LoadRun implements StartGate.Starter {
    private static final int OVERLOAD = 10_000;

    /// What a trace is prepared for, whose rate shows only while it goes on.
    private static final int TRACE_STARTS = 64;

    private final Backend backend;
    private final RunClock clock;
    private final SchedulingStrategy strategy;
    private final List<Constraint> constraints;
    private final RecordSink sink;
    private final StartGate gate = new StartGate(this);
    private final ThinkTimer thinkTimer;
    private final EventQueue<RunEvent> events = new EventQueue<>();
    private final List<Decoder> decoders = new ArrayList<>();
    private final Feeder feeder;
    private final KeptRequests keptRequests = KeptRequests.ofHeap();
    private final AtomicInteger unaccounted = new AtomicInteger();
    private final AtomicBoolean anythingSent = new AtomicBoolean();
    private final DispatchMeter dispatchMeter;
    private final boolean closedLoop;
    private final @Nullable Replay replay;

    /// @param decoderCount how many decoders conversations are dealt to
    LoadRun(
            Backend backend,
            RunClock clock,
            SchedulingStrategy strategy,
            List<Constraint> constraints,
            Iterator<ConversationGraph> source,
            RecordSink sink,
            int decoderCount) {
        this.backend = backend;
        this.clock = clock;
        this.strategy = strategy;
        this.constraints = Stream.concat(constraints.stream(), Constraints.scheduleEnd(strategy).stream())
                .toList();
        this.sink = sink;
        this.thinkTimer = new ThinkTimer(this, clock);
        this.replay = Replay.of(strategy, thinkTimer);
        this.closedLoop = !strategy.hasArrivalSchedule();
        this.dispatchMeter = new DispatchMeter(!closedLoop, strategy.resolvedRequestLimit());
        for (int i = 0; i < decoderCount; i++) {
            decoders.add(new Decoder(this));
        }
        long creationLimit = Long.MAX_VALUE;
        for (Constraint constraint : this.constraints) {
            creationLimit = Math.min(creationLimit, constraint.creationLimit().orElse(Long.MAX_VALUE));
        }
        this.feeder = new Feeder(this, source, creationLimit, decoderCount, startsAhead(strategy));
    }

    /// How many requests may start within about a quarter of a second without any answer in between.
    static int startsAhead(SchedulingStrategy strategy) {
        if (strategy instanceof SchedulingStrategy.Trace) {
            return TRACE_STARTS;
        }
        double rate = strategy.peakRatePerSecond();
        return (int) Math.min(strategy.resolvedRequestLimit(), Math.ceil(rate / 4));
    }

    /// See [LoadEngine#interrupt].
    void interrupt(Duration grace) {
        feeder.close();
        tell(new RunEvent.Interrupted(grace.toNanos()));
    }

    /// Hands news to the accounting. Never blocks.
    void tell(RunEvent event) {
        switch (event.urgency()) {
            case AT_ONCE -> events.addAndWake(event);
            case SOON -> events.addSoon(event);
            case WHENEVER -> events.add(event);
        }
    }

    /// Opens connections beforehand.
    void warmUp(int connections) {
        if (connections > 0) {
            backend.warmUp(connections);
        }
    }

    /// The books of this run, which begins at `startNanos`.
    Accounting openBooks(long startNanos) {
        return new Accounting(
                this, new SchedulerLedger(startNanos / 1e9, constraints), events, gate, feeder, sink, strategy);
    }

    /// What the strategy does by itself.
    DueMoments dueMoments(long startNanos) {
        if (replay != null) {
            replay.begin(startNanos);
        }
        return DueMoments.of(strategy, gate, startNanos, this::streamsEnded);
    }

    RunClock clock() {
        return clock;
    }

    RecordSink sink() {
        return sink;
    }

    Feeder feeder() {
        return feeder;
    }

    List<Decoder> decoders() {
        return decoders;
    }

    StartGate gate() {
        return gate;
    }

    ThinkTimer thinkTimer() {
        return thinkTimer;
    }

    /// Requests that are sent along by later ones.
    KeptRequests keptRequests() {
        return keptRequests;
    }

    /// The plan of recorded times; null where turns are not due at recorded times.
    @Nullable
    Replay replay() {
        return replay;
    }

    /// A turn's time in the timer is over: to be built, or to be started. The timer's thread.
    void waited(Turn turn) {
        if (!turn.isPlanned()) {
            gate.ready(List.of(turn));
        } else if (turn.isBuilt()) {
            gate.due(turn);
        } else {
            if (replay != null) {
                replay.toBeBuilt(turn);
            }
            decoders.get(turn.conversation().decoder()).build(turn);
        }
    }

    /// Whether answers come in faster than they are understood and accounted for.
    boolean overloaded() {
        return unaccounted.get() > OVERLOAD;
    }

    /// Answers that are not accounted for yet.
    int unaccounted() {
        return unaccounted.get();
    }

    /// How late requests were started so far.
    DispatchLag dispatchLag() {
        return dispatchMeter.lag();
    }

    /// One more request is in the books.
    void accounted() {
        unaccounted.decrementAndGet();
    }

    /// Builds the request of a turn whose predecessors, if any, have ended. Feeder and decoders only.
    void prepare(Turn turn, long predecessorNanos) {
        Conversation conversation = turn.conversation();
        List<HistoryTurn> history = conversation.history(turn.node());
        try {
            TurnPlace place = new TurnPlace(conversation, conversation.isLastOpen());
            ConversationNode content = conversation.whole(turn.node());
            PreparedRequest request = backend.prepare(content, history, turn.requestId(), place);
            turn.ready(request, content.request().inputMetrics(), predecessorNanos, history.size());
        } catch (RequestFormatException e) {
            turn.refuse(String.valueOf(e.getMessage()), predecessorNanos, history.size());
        } catch (RuntimeException e) {
            tell(new RunEvent.Broken(e));
            turn.refuse("the request could not be built: " + e, predecessorNanos, history.size());
        }
    }

    @Override
    public void start(Turn turn, long targetNanos, long eligibleNanos) {
        long now = clock.nanos();
        turn.startedAt(now, targetNanos, dispatchMeter.started(eligibleNanos, now));
        events.add(new RunEvent.Started(turn));
        PreparedRequest request = turn.prepared();
        if (request == null) {
            turn.onEnd(new NeverSent(FailureKind.BAD_REQUEST_DATA, turn.refusal(), now));
            return;
        }
        try {
            ActiveRequest active = backend.send(request, turn);
            turn.activate(active);
        } catch (RuntimeException e) {
            tell(new RunEvent.Broken(e));
            turn.onEnd(new NeverSent(FailureKind.CONNECT, "the request could not be sent: " + e, now));
        }
    }

    /// The last stage of streams is over. Who keeps the timetable.
    private void streamsEnded() {
        gate.close();
        tell(new RunEvent.ScheduleEnded());
    }

    @Override
    public void rootTaken(int waiting) {
        feeder.rootTaken(waiting);
    }

    /// A first byte was written. Transport loops.
    ///
    /// @param eligibleNanos see [Turn#startedAt]
    void sent(long nanos, long eligibleNanos) {
        dispatchMeter.written(eligibleNanos, nanos);
        if (!anythingSent.get() && anythingSent.compareAndSet(false, true)) {
            tell(new RunEvent.FirstSent(nanos));
        }
    }

    /// A first token arrived. Transport loops.
    void firstToken(Turn turn, long sentNanos, long tokenNanos) {
        tell(new RunEvent.FirstToken(turn, sentNanos, tokenNanos));
    }

    /// A request is over. Transport loops: starts the next one first, then passes the answer on.
    ///
    /// Where a closed loop's next turn only waits for this answer, the slot stays with the conversation until
    /// the answer is understood: a stream talks to its end before it begins anew. After a failure it stays until
    /// the books know of it, since it may stop the run.
    void ended(Turn turn, FinishedRequest finished) {
        unaccounted.incrementAndGet();
        boolean failed = finished.isFailedAtFirstSight();
        boolean holdsSlot = closedLoop && (failed || turn.conversation().continuesAtOnce(turn));
        if (!holdsSlot) {
            gate.free(finished.endNanos());
        }
        decoders.get(turn.conversation().decoder()).submit(new Decoder.Finished(turn, finished, holdsSlot));
    }

    /// A request that ended before it could be sent.
    private record NeverSent(FailureKind kind, String message, long endNanos) implements FinishedRequest {
        @Override
        public boolean isFailedAtFirstSight() {
            return true;
        }

        @Override
        public BackendResult decode() {
            return Decoder.failed(kind, message, endNanos);
        }
    }
}
