package dev.guidellm.engine;

import dev.guidellm.backend.ActiveRequest;
import dev.guidellm.backend.Backend;
import dev.guidellm.backend.BackendResult;
import dev.guidellm.backend.FinishedRequest;
import dev.guidellm.backend.HistoryTurn;
import dev.guidellm.backend.PreparedRequest;
import dev.guidellm.backend.RequestFormatException;
import dev.guidellm.backend.RequestListener;
import dev.guidellm.backend.TurnPlace;
import dev.guidellm.clock.RunClock;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestArguments;
import dev.guidellm.record.RequestOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// A server without a network: answers by a script, on loops of its own, as the contract of [Backend] wants.
@NullMarked
final class FakeBackend implements Backend {
    private final RunClock clock;
    private final Function<ConversationNode, Script> scripts;
    private final List<ScheduledExecutorService> loops = new ArrayList<>();
    private final AtomicInteger nextLoop = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger mostInFlight = new AtomicInteger();
    private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> warmedUp = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Exchange> held = new ArrayDeque<>();
    private int holdCount;
    private int holdTotal;
    private int heldSoFar;

    /// How a request goes.
    ///
    /// @param millis until its end; 0 for at once
    record Script(long millis, RequestOutcome outcome, boolean stopConversation) {
        static final Script AT_ONCE = completed(0);

        static Script completed(long millis) {
            return new Script(millis, new RequestOutcome.Completed(), false);
        }

        static Script failed(long millis) {
            return new Script(
                    millis, new RequestOutcome.Failed(FailureKind.HTTP_STATUS, 500, null, "HTTP 500", null), false);
        }

        static Script never() {
            return completed(3_600_000);
        }
    }

    /// A request that reached the server.
    record Sent(String nodeId, String requestId, List<String> answersSent, long nanos, TurnPlace place) {}

    private record Prepared(ConversationNode node, List<HistoryTurn> history, String requestId, TurnPlace place)
            implements PreparedRequest {
        @Override
        public RequestArguments arguments() {
            return () -> "{\"node\":\"" + node.nodeId() + "\"}";
        }
    }

    FakeBackend(RunClock clock, int loops, Function<ConversationNode, Script> scripts) {
        this.clock = clock;
        this.scripts = scripts;
        for (int i = 0; i < loops; i++) {
            this.loops.add(Executors.newSingleThreadScheduledExecutor());
        }
    }

    /// A server that ends a request only when `streams` are in flight, or all `total` have come.
    static FakeBackend holding(RunClock clock, int streams, int total) {
        FakeBackend backend = new FakeBackend(clock, 1, _ -> Script.AT_ONCE);
        backend.holdCount = streams;
        backend.holdTotal = total;
        return backend;
    }

    int mostInFlight() {
        return mostInFlight.get();
    }

    int inFlight() {
        return inFlight.get();
    }

    List<Integer> warmedUp() {
        return List.copyOf(warmedUp);
    }

    List<Sent> sent() {
        return List.copyOf(sent);
    }

    List<String> sentNodes() {
        return sent.stream().map(Sent::nodeId).toList();
    }

    @Override
    public void start() {}

    @Override
    public String model() {
        return "fake";
    }

    @Override
    public void warmUp(int connections) {
        if (connections > 0) {
            warmedUp.add(connections);
        }
    }

    @Override
    public PreparedRequest prepare(ConversationNode node, List<HistoryTurn> history, String requestId, TurnPlace place)
            throws RequestFormatException {
        if (node.nodeId().startsWith("bad")) {
            throw new RequestFormatException("no text in " + node.nodeId());
        }
        if (node.nodeId().startsWith("bug")) {
            throw new IllegalStateException("planted in prepare");
        }
        return new Prepared(node, history, requestId, place);
    }

    @Override
    public ActiveRequest send(PreparedRequest request, RequestListener listener) {
        Prepared prepared = (Prepared) request;
        int now = inFlight.incrementAndGet();
        mostInFlight.accumulateAndGet(now, Math::max);
        List<String> answers = new ArrayList<>();
        for (HistoryTurn turn : prepared.history()) {
            GenerationResponse response = turn.response();
            answers.add(response == null || response.text() == null ? "-" : response.text());
        }
        sent.add(new Sent(prepared.node().nodeId(), prepared.requestId(), answers, clock.nanos(), prepared.place()));
        ScheduledExecutorService loop = loops.get(Math.floorMod(nextLoop.getAndIncrement(), loops.size()));
        Exchange exchange = new Exchange(prepared, listener, scripts.apply(prepared.node()), loop);
        loop.execute(exchange::begin);
        return exchange;
    }

    @Override
    public void close() {
        loops.forEach(ScheduledExecutorService::shutdownNow);
    }

    private final class Exchange implements ActiveRequest {
        private final Prepared prepared;
        private final RequestListener listener;
        private final Script script;
        private final ScheduledExecutorService loop;
        private final AtomicBoolean over = new AtomicBoolean();
        private @Nullable Long sentNanos;

        private Exchange(Prepared prepared, RequestListener listener, Script script, ScheduledExecutorService loop) {
            this.prepared = prepared;
            this.listener = listener;
            this.script = script;
            this.loop = loop;
        }

        private void begin() {
            if (over.get()) {
                return;
            }
            long now = clock.nanos();
            sentNanos = now;
            listener.onSent(now);
            if (holdCount > 0) {
                hold();
            } else if (script.millis() == 0) {
                finish();
            } else {
                var _ = loop.schedule(this::finish, script.millis(), TimeUnit.MILLISECONDS);
            }
        }

        private void hold() {
            held.add(this);
            heldSoFar++;
            if (held.size() == holdCount) {
                held.remove().finish();
            }
            while (heldSoFar == holdTotal && !held.isEmpty()) {
                held.remove().finish();
            }
        }

        private void finish() {
            if (over.compareAndSet(false, true)) {
                listener.onFirstToken(clock.nanos());
                end(script.outcome(), "answer of " + prepared.node().nodeId());
            }
        }

        @Override
        public void cancel() {
            try {
                loop.execute(() -> {
                    if (over.compareAndSet(false, true)) {
                        end(new RequestOutcome.Cancelled(true), "partial");
                    }
                });
            } catch (RejectedExecutionException e) {
                // closed meanwhile
            }
        }

        private void end(RequestOutcome outcome, String text) {
            inFlight.decrementAndGet();
            long end = clock.nanos();
            GenerationResponse response = new GenerationResponse(
                    "id", text, null, List.of(), UsageMetrics.NONE, UsageMetrics.NONE, null, "stop");
            BackendResult result = new BackendResult(
                    outcome,
                    response,
                    sentNanos,
                    sentNanos,
                    sentNanos,
                    sentNanos,
                    end,
                    end,
                    1,
                    1,
                    end,
                    script.stopConversation());
            listener.onEnd(new FinishedRequest() {
                @Override
                public long endNanos() {
                    return end;
                }

                @Override
                public BackendResult decode() {
                    if (prepared.node().nodeId().startsWith("undecodable")) {
                        throw new IllegalStateException("planted");
                    }
                    return result;
                }
            });
        }
    }
}
