package dev.guidellm.engine;

import dev.guidellm.conversation.ConversationGraph;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Reads conversations and prepares their first requests, a little ahead of what is sent: as a thread, or by steps.
///
/// It never makes more requests than the constraints allow beforehand, and rests when answers pile up that are
/// not accounted for.
final class Feeder implements Runnable {
    private static final long NAP_NANOS = 20_000_000L;
    private static final int LARGEST_LOOK_AHEAD = 4_000;
    private static final int SMALLEST_LOOK_AHEAD = 8;

    private final LoadRun run;
    private final Iterator<ConversationGraph> source;
    private final long creationLimit;
    private final int decoders;
    private final int lookAhead;
    private final int wanted;
    private final RequestIds ids = new RequestIds();
    private final CountDownLatch primed = new CountDownLatch(1);
    private final Object publishing = new Object();
    private volatile boolean closed;
    private volatile @Nullable Thread thread;
    private boolean ended;
    private long created;
    private long conversations;

    /// @param creationLimit most requests to make
    /// @param wanted requests that may start at once; four times as many are prepared ahead, within bounds
    Feeder(LoadRun run, Iterator<ConversationGraph> source, long creationLimit, int decoders, int wanted) {
        this.run = run;
        this.source = source;
        this.creationLimit = creationLimit;
        this.decoders = decoders;
        this.wanted = wanted;
        this.lookAhead = Math.clamp(4L * wanted, SMALLEST_LOOK_AHEAD, LARGEST_LOOK_AHEAD);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        while (!ended) {
            if (!step()) {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        }
    }

    /// Reads one conversation, or finds that no more are wanted or to be had; false when it is to rest, since
    /// enough are made, and at its end.
    boolean step() {
        if (ended) {
            return false;
        }
        if (!closed && !hasRoom()) {
            primed.countDown();
            return false;
        }
        try {
            feed();
        } catch (RuntimeException e) {
            end(false, e);
        }
        return true;
    }

    private void feed() {
        if (closed || created >= creationLimit) {
            end(false, null);
            return;
        }
        long before = run.clock().nanos();
        if (!source.hasNext()) {
            end(!closed, null);
            return;
        }
        ConversationGraph graph = source.next();
        long after = run.clock().nanos();
        if (graph.nodes().isEmpty()) {
            return;
        }
        graph = Conversation.prefix(graph, creationLimit - created);
        int decoder = (int) (conversations % decoders);
        Conversation conversation = new Conversation(run, graph, decoder, ids, after);
        Replay replay = run.replay();
        if (replay == null) {
            conversation.roots().forEach(root -> run.prepare(root, Turn.NEVER));
        }
        // Made in time, a conversation delays nothing, however long it took.
        long delayNanos = replay != null
                ? replay.lateness(conversation, after)
                : run.gate().waitsForTurn() ? run.clock().nanos() - before : 0;
        if (!publish(conversation, delayNanos / 1e9)) {
            end(false, null);
            return;
        }
        conversations++;
        created += graph.nodes().size();
        if (replay != null) {
            replay.add(conversation);
            return;
        }
        run.gate().roots(conversation.roots());
        if (run.gate().rootsWaiting() >= wanted) {
            primed.countDown();
        }
    }

    /// @param exhausted whether there was no more data, as against no more wish for any
    private void end(boolean exhausted, @Nullable RuntimeException failure) {
        ended = true;
        primed.countDown();
        run.tell(new RunEvent.FeedEnded(exhausted, failure));
    }

    /// Tells the accounting of a conversation, unless the feed was closed in the meantime.
    private boolean publish(Conversation conversation, double generationSeconds) {
        synchronized (publishing) {
            if (closed) {
                return false;
            }
            run.tell(new RunEvent.Created(conversation, generationSeconds));
            return true;
        }
    }

    private boolean hasRoom() {
        Replay replay = run.replay();
        boolean room = replay == null
                ? run.gate().rootsWaiting() < lookAhead
                : replay.hasRoom(run.clock().nanos());
        return room && !run.overloaded();
    }

    /// A prepared request was taken; called by starting threads, transport loops included. Wakes the feeder when
    /// half of its look-ahead is used up, not for each request.
    void rootTaken(int waiting) {
        if (waiting == lookAhead / 2) {
            LockSupport.unpark(thread);
        }
    }

    /// Waits until enough is prepared to start with, nothing more comes, or `nanos` have passed.
    void awaitPrimed(long nanos) throws InterruptedException {
        boolean _ = primed.await(nanos, TimeUnit.NANOSECONDS);
    }

    /// No more conversations: every one made so far has been told of when this returns.
    void close() {
        synchronized (publishing) {
            closed = true;
        }
        primed.countDown();
        LockSupport.unpark(thread);
    }
}
