package dev.guidellm.engine;

import dev.guidellm.backend.ActiveRequest;
import dev.guidellm.backend.Backend;
import dev.guidellm.backend.BackendResult;
import dev.guidellm.backend.FinishedRequest;
import dev.guidellm.backend.HistoryTurn;
import dev.guidellm.backend.PreparedRequest;
import dev.guidellm.backend.RequestFormatException;
import dev.guidellm.backend.TurnPlace;
import dev.guidellm.clock.Pacer;
import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SpinPolicy;
import dev.guidellm.conversation.ConversationGraph;
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

/// One strategy under way: its threads, and what they share.
final class LoadRun implements StartGate.Starter {
    /// The first requests are prepared before the clock starts, if that takes no longer than this.
    private static final long LONGEST_PRIMING_NANOS = 1_000_000_000L;

    /// Between the start of the threads and the strategy's start: time for the dispatcher to be awake.
    private static final long START_DELAY_NANOS = 2_000_000L;

    private static final int MOST_DECODERS = 4;
    private static final int CORES_PER_DECODER = 4;
    private static final int OVERLOAD = 10_000;
    private static final long FEEDER_PATIENCE_MILLIS = 500;
    private static final long FEEDER_LAST_PATIENCE_MILLIS = 5_000;

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
    private final AtomicInteger unaccounted = new AtomicInteger();
    private final AtomicBoolean anythingSent = new AtomicBoolean();
    private final DispatchMeter dispatchMeter;
    private final boolean closedLoop;
    private final Dispatcher dispatcher;

    LoadRun(
            Backend backend,
            RunClock clock,
            SpinPolicy spin,
            SchedulingStrategy strategy,
            List<Constraint> constraints,
            Iterator<ConversationGraph> source,
            RecordSink sink) {
        this.backend = backend;
        this.clock = clock;
        this.strategy = strategy;
        this.constraints = Stream.concat(constraints.stream(), Constraints.scheduleEnd(strategy).stream())
                .toList();
        this.sink = sink;
        this.thinkTimer = new ThinkTimer(gate, clock);
        this.dispatcher = new Dispatcher(strategy, gate, new Pacer(clock, spin), this::streamsEnded);
        this.closedLoop = !strategy.hasArrivalSchedule();
        this.dispatchMeter = new DispatchMeter(!closedLoop, strategy.resolvedRequestLimit());
        int count = Math.clamp(Runtime.getRuntime().availableProcessors() / CORES_PER_DECODER, 1, MOST_DECODERS);
        for (int i = 0; i < count; i++) {
            decoders.add(new Decoder(this));
        }
        long creationLimit = Long.MAX_VALUE;
        for (Constraint constraint : this.constraints) {
            creationLimit = Math.min(creationLimit, constraint.creationLimit().orElse(Long.MAX_VALUE));
        }
        this.feeder = new Feeder(this, source, creationLimit, count, startsAhead(strategy));
    }

    /// How many requests may start within about a quarter of a second without any answer in between.
    static int startsAhead(SchedulingStrategy strategy) {
        double rate = strategy.peakRatePerSecond();
        return (int) Math.min(strategy.resolvedRequestLimit(), Math.ceil(rate / 4));
    }

    /// Runs to the end on the calling thread, with the help of the others.
    ///
    /// @param connections how many to open before the start
    LoadResult execute(int connections) {
        Thread feeding = Thread.ofPlatform().daemon().name("guidellm-feeder").start(watched(feeder));
        Thread dispatching =
                Thread.ofPlatform().daemon().name("guidellm-dispatcher").start(watched(dispatcher));
        Thread warming = Thread.ofVirtual().name("guidellm-warm-up").start(watched(() -> warmUp(connections)));
        List<Thread> decoding = new ArrayList<>();
        for (int i = 0; i < decoders.size(); i++) {
            decoding.add(
                    Thread.ofPlatform().daemon().name("guidellm-decoder-" + i).start(decoders.get(i)));
        }
        boolean threadInterrupted = false;
        try {
            long primedBy = clock.nanos() + LONGEST_PRIMING_NANOS;
            feeder.awaitPrimed(LONGEST_PRIMING_NANOS);
            warming.join(Duration.ofNanos(Math.max(1, primedBy - clock.nanos())));
            dispatcher.awaitReady(Math.max(1, primedBy - clock.nanos()));
        } catch (InterruptedException e) {
            threadInterrupted = true;
            interrupt(Duration.ZERO);
        }
        long startNanos = clock.nanos() + START_DELAY_NANOS;
        dispatcher.begin(startNanos);
        Accounting accounting =
                new Accounting(this, new SchedulerLedger(startNanos / 1e9, constraints), events, gate, feeder, sink);
        try {
            sink.started(startNanos / 1e9);
            accounting.keepBooks();
        } finally {
            gate.close();
            dispatching.interrupt();
            decoders.forEach(Decoder::stop);
            threadInterrupted |= accounting.threadInterrupted();
            threadInterrupted |= !awaitEnd(feeding, dispatching, decoding);
            if (threadInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return accounting.result(strategy);
    }

    private void warmUp(int connections) {
        if (connections > 0) {
            backend.warmUp(connections);
        }
    }

    /// A thread that dies leaves requests that nobody ends: the run must not wait for them.
    private Runnable watched(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable t) {
                tell(new RunEvent.ThreadLost(t));
            }
        };
    }

    /// Whether it could wait undisturbed.
    private boolean awaitEnd(Thread feeding, Thread dispatching, List<Thread> decoding) {
        try {
            feeder.close();
            feeding.join(FEEDER_PATIENCE_MILLIS);
            // A source may hang in a read. Interrupting closes its files, hence not before it had its time.
            if (feeding.isAlive()) {
                feeding.interrupt();
                feeding.join(FEEDER_LAST_PATIENCE_MILLIS);
            }
            thinkTimer.stop();
            dispatching.join();
            for (Thread decoder : decoding) {
                decoder.join();
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
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

    RunClock clock() {
        return clock;
    }

    StartGate gate() {
        return gate;
    }

    ThinkTimer thinkTimer() {
        return thinkTimer;
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
            PreparedRequest request = backend.prepare(turn.content(), history, turn.requestId(), place);
            turn.ready(request, predecessorNanos, history.size());
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

    /// The last stage of streams is over. The dispatcher.
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
