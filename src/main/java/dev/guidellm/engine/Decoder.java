package dev.guidellm.engine;

import dev.guidellm.backend.BackendResult;
import dev.guidellm.backend.FinishedRequest;
import dev.guidellm.backend.PreparedRequest;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.schedule.GraphCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Understands answers and readies the turns that waited for them: as a thread, or by steps. The conversations
/// dealt to it are its own, so their progress needs no lock.
final class Decoder implements Runnable {
    private static final long NAP_NANOS = 1_000_000_000L;
    private static final long SOON_NANOS = 5_000_000L;
    private static final int FEW = 16;

    private final LoadRun run;
    private final EventQueue<Finished> queue = new EventQueue<>();
    private final EventQueue<Finished> urgent = new EventQueue<>();

    /// What is due first is built first: many are handed over long before their time, and some have none left.
    private final Queue<Unbuilt> unbuilt = new PriorityBlockingQueue<>(
            FEW, Comparator.comparingLong(Unbuilt::releaseNanos).thenComparingLong(Unbuilt::number));

    private final AtomicLong handedOver = new AtomicLong();

    private volatile boolean stopped;

    /// @param number orders those of one moment as they were handed over
    private record Unbuilt(Turn turn, long releaseNanos, long number) {}

    /// An answer to be understood.
    ///
    /// @param holdsSlot whether the slot was kept for the turn that follows
    record Finished(Turn turn, FinishedRequest request, boolean holdsSlot) {}

    Decoder(LoadRun run) {
        this.run = run;
    }

    /// Takes an answer; called on transport loops. Answers with a slot in their hand go first; failures, and answers
    /// that a recorded turn waits for, are looked at at once.
    void submit(Finished finished) {
        if (finished.holdsSlot()) {
            urgent.add(finished);
            queue.wake();
        } else if (finished.request().isFailedAtFirstSight() || isAwaited(finished.turn())) {
            queue.addAndWake(finished);
        } else {
            queue.addSoon(finished);
        }
    }

    private boolean isAwaited(Turn turn) {
        return run.replay() != null
                && !turn.conversation().structure().children(turn.node()).isEmpty();
    }

    /// Takes a turn whose request is to be built, since it is due soon. Any thread.
    void build(Turn turn) {
        unbuilt.add(new Unbuilt(turn, turn.releaseNanos(), handedOver.getAndIncrement()));
        queue.wake();
    }

    void stop() {
        stopped = true;
        queue.wake();
    }

    @Override
    public void run() {
        while (!stopped) {
            if (!step()) {
                queue.sleepUnless(() -> stopped || !urgent.isEmpty() || !unbuilt.isEmpty(), NAP_NANOS);
            }
        }
    }

    /// Understands one answer, or builds one request; false when there is neither. Answers go first, since turns
    /// wait for them, unless a request is due very soon.
    boolean step() {
        Finished next = urgent.poll();
        if (next == null && !buildsNow()) {
            next = queue.poll();
        }
        if (next != null) {
            understand(next);
            return true;
        }
        Unbuilt first = unbuilt.poll();
        if (first == null) {
            return false;
        }
        build(first.turn, run.clock().nanos());
        return true;
    }

    private boolean buildsNow() {
        Unbuilt first = unbuilt.peek();
        return first != null && first.releaseNanos - run.clock().nanos() < SOON_NANOS;
    }

    private void build(Turn turn, long now) {
        if (!turn.isQueued()) {
            return;
        }
        run.prepare(turn, turn.predecessorNanos());
        if (turn.releaseNanos() <= now) {
            run.gate().due(turn);
        } else {
            run.thinkTimer().add(turn, turn.releaseNanos());
        }
    }

    private void understand(Finished finished) {
        Turn turn = finished.turn();
        PreparedRequest prepared = turn.prepared();
        BackendResult result = decode(finished.request());
        turn.release();
        try {
            followUp(turn, result);
        } catch (RuntimeException e) {
            run.tell(new RunEvent.Broken(e));
        }
        boolean failed = finished.request().isFailedAtFirstSight();
        if (finished.holdsSlot() && !failed) {
            run.gate().free(result.endNanos());
        }
        run.tell(new RunEvent.Ended(
                turn,
                shown(prepared, result),
                prepared == null ? null : prepared.arguments(),
                finished.holdsSlot() && failed));
    }

    private void followUp(Turn turn, BackendResult result) {
        Conversation conversation = turn.conversation();
        if (conversation.turns().size() == 1) {
            return;
        }
        if (!(result.outcome() instanceof RequestOutcome.Completed) || result.stopConversation()) {
            for (Turn other : conversation.abort()) {
                if (other.drop()) {
                    run.tell(new RunEvent.Dropped(other));
                } else if (other != turn) {
                    other.cancel();
                }
            }
            return;
        }
        List<Turn> readyNow = new ArrayList<>();
        Replay replay = run.replay();
        for (GraphCursor.Unlocked unlocked : conversation.completed(turn, result.endNanos(), result.response())) {
            if (replay != null) {
                replay.unlocked(conversation, unlocked);
                continue;
            }
            Turn next = conversation.turns().get(unlocked.node());
            run.prepare(next, unlocked.predecessorNanos());
            if (unlocked.readyNanos() <= run.clock().nanos()) {
                readyNow.add(next);
            } else {
                run.thinkTimer().add(next, unlocked.readyNanos());
            }
        }
        if (!readyNow.isEmpty()) {
            run.gate().ready(readyNow);
        }
    }

    /// A decoder's bug is one bad answer and the end of the run, with all books balanced.
    private BackendResult decode(FinishedRequest request) {
        try {
            return request.decode();
        } catch (RuntimeException e) {
            run.tell(new RunEvent.Broken(e));
            return failed(FailureKind.BAD_RESPONSE, "the answer could not be decoded: " + e, request.endNanos());
        }
    }

    /// The result as it may be stored.
    private BackendResult shown(@Nullable PreparedRequest prepared, BackendResult result) {
        GenerationResponse answer = result.response();
        if (prepared == null || answer == null) {
            return result;
        }
        try {
            GenerationResponse shown = prepared.shown(answer);
            return shown.equals(answer) ? result : result.withResponse(shown);
        } catch (RuntimeException e) {
            run.tell(new RunEvent.Broken(e));
            return result.withResponse(null);
        }
    }

    /// A request that came to nothing.
    static BackendResult failed(FailureKind kind, String message, long endNanos) {
        return new BackendResult(
                new RequestOutcome.Failed(kind, null, null, message, null),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                0,
                endNanos,
                false);
    }
}
