package dev.guidellm.engine;

import dev.guidellm.schedule.GraphCursor;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.TurnTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Plans the turns of a replayed trace: each waits in the timer until it is due, takes no slot and no thread
/// meanwhile, and its request is built only shortly before, since the prompts of all that wait would fill the
/// memory.
///
/// Conversations are read ahead by time, not by number. Safe for feeder and decoders; what is planned before the
/// start is known waits for [#begin(long)].
final class Replay {
    /// How long before its time a request is built.
    private static final long BUILD_AHEAD_NANOS = 200_000_000L;

    /// How far conversations are read ahead of their time.
    private static final long READ_AHEAD_NANOS = 5_000_000_000L;

    /// So many first turns wait at least, since times need not be in order.
    private static final int FEWEST_WAITING = 1_000;

    private static final int MOST_WAITING = 100_000;

    private final ThinkTimer timer;
    private final SchedulingStrategy.Trace strategy;
    private final AtomicInteger firstTurnsWaiting = new AtomicInteger();
    private final List<Conversation> early = new ArrayList<>();
    private volatile @Nullable TurnTimes times;
    private volatile long latestOffsetNanos;

    private Replay(SchedulingStrategy.Trace strategy, ThinkTimer timer) {
        this.timer = timer;
        this.strategy = strategy;
    }

    /// The plan of a strategy that replays recorded times; null for the others.
    static @Nullable Replay of(SchedulingStrategy strategy, ThinkTimer timer) {
        return strategy instanceof SchedulingStrategy.Trace trace ? new Replay(trace, timer) : null;
    }

    /// The strategy starts at `startNanos`.
    synchronized void begin(long startNanos) {
        times = strategy.times(startNanos);
        early.forEach(this::plan);
        early.clear();
    }

    /// Whether more conversations are to be read at `now`.
    boolean hasRoom(long now) {
        int waiting = firstTurnsWaiting.get();
        if (waiting >= MOST_WAITING) {
            return false;
        }
        TurnTimes known = times;
        long passed = known == null ? 0 : now - known.startNanos();
        return waiting < FEWEST_WAITING || latestOffsetNanos - passed < READ_AHEAD_NANOS;
    }

    /// By how many nanoseconds a conversation that was read at `now` came too late for its first turn.
    long lateness(Conversation conversation, long now) {
        TurnTimes known = times;
        return known == null ? 0 : Math.max(0, now - known.startNanos() - offsetNanos(conversation));
    }

    /// Plans the first turns of a conversation.
    synchronized void add(Conversation conversation) {
        firstTurnsWaiting.addAndGet(conversation.roots().size());
        latestOffsetNanos = Math.max(latestOffsetNanos, offsetNanos(conversation));
        if (times == null) {
            early.add(conversation);
        } else {
            plan(conversation);
        }
    }

    /// How long after the start the first turn is due.
    private long offsetNanos(Conversation conversation) {
        TurnTimes fromZero = strategy.times(0);
        return conversation.roots().stream()
                .mapToLong(turn -> conversation.dueNanos(fromZero, turn.node()))
                .min()
                .orElse(0);
    }

    private void plan(Conversation conversation) {
        for (Turn turn : conversation.roots()) {
            long due = conversation.dueNanos(begun(), turn.node());
            turn.plan(due, due, Turn.NEVER);
            timer.add(turn, due - BUILD_AHEAD_NANOS);
        }
    }

    /// The parents of a turn have ended; the turn's time is known now.
    void unlocked(Conversation conversation, GraphCursor.Unlocked unlocked) {
        Turn turn = conversation.turns().get(unlocked.node());
        long due = conversation.dueNanos(begun(), unlocked.node());
        long release = Math.max(due, unlocked.readyNanos());
        turn.plan(due, release, unlocked.predecessorNanos());
        timer.add(turn, release - BUILD_AHEAD_NANOS);
    }

    /// A turn has left the timer to be built.
    void toBeBuilt(Turn turn) {
        if (turn.predecessorNanos() == Turn.NEVER) {
            firstTurnsWaiting.decrementAndGet();
        }
    }

    private TurnTimes begun() {
        TurnTimes known = times;
        if (known == null) {
            throw new IllegalStateException("nothing is due before the start");
        }
        return known;
    }
}
