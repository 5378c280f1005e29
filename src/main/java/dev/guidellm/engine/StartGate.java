package dev.guidellm.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Where a ready turn, a free slot and a due time meet; when all three are there, the turn starts on the thread
/// that brought the last of them.
///
/// Safe for every thread, transport loops included: it takes no lock and never blocks. No start is missed: who
/// brings something looks for the other two afterwards, and who took something without finding the rest puts it
/// back and looks once more. The number of slots bounds what is in flight.
///
/// Turns of conversations under way go before new conversations, each in the order in which they became ready: an
/// old conversation cannot starve a younger one, since each of its turns queues up behind.
final class StartGate {
    private static final ThreadLocal<Pumping> PUMPING = ThreadLocal.withInitial(Pumping::new);

    private final Starter starter;
    private final Queue<Turn> readyTurns = new ConcurrentLinkedQueue<>();
    private final Queue<Turn> roots = new ConcurrentLinkedQueue<>();
    private final AtomicInteger rootsWaiting = new AtomicInteger();
    private final AtomicInteger freeSlots = new AtomicInteger();
    private final AtomicLong due = new AtomicLong();
    private final Queue<Long> targets = new ConcurrentLinkedQueue<>();
    private final ClosedSpells closedSpells = new ClosedSpells();
    private volatile long lastFreedNanos;
    private volatile long standingTarget = Turn.NEVER;
    private volatile boolean alwaysDue;
    private volatile boolean closed;

    /// Begins requests.
    interface Starter {
        /// Starts a turn that has begun; must not block.
        ///
        /// @param eligibleNanos when the last of what it waited for was there, slot or due time;
        ///     [Turn#NEVER] when that was the turn itself
        void start(Turn turn, long targetNanos, long eligibleNanos);

        /// A new conversation's turn has left the queue.
        ///
        /// @param waiting how many are left in it
        void rootTaken(int waiting);
    }

    StartGate(Starter starter) {
        this.starter = starter;
    }

    /// Opens a slot, or frees one.
    ///
    /// @param nanos since when it is free; the due time of its next request where requests have none of their own
    void free(long nanos) {
        lastFreedNanos = nanos;
        freeSlots.incrementAndGet();
        pump(nanos);
    }

    /// Opens many slots at once.
    void open(int slots, long nanos) {
        lastFreedNanos = nanos;
        freeSlots.addAndGet(slots);
        pump(nanos);
    }

    /// Takes slots away: those that are free at once, the others as soon as their requests have ended.
    void withdraw(int slots) {
        freeSlots.addAndGet(-slots);
    }

    /// One more request is due.
    void due(long targetNanos) {
        targets.add(targetNanos);
        due.incrementAndGet();
        pump(targetNanos);
        if (due.get() > 0 && freeSlots.get() <= 0) {
            closedSpells.foundNoSlot(targetNanos);
        }
    }

    /// How far the slots held requests back that were due.
    HeldBack heldBack() {
        return closedSpells.result();
    }

    /// From now on only free slots hold requests back.
    ///
    /// @param targetNanos what all of them count as their due time; [Turn#NEVER] for the time at which their
    /// slot became free
    void dueFromNowOn(long targetNanos) {
        standingTarget = targetNanos;
        alwaysDue = true;
        pump(targetNanos);
    }

    /// Turns of a conversation under way are ready.
    void ready(Iterable<Turn> turns) {
        turns.forEach(readyTurns::add);
        pump(Turn.NEVER);
    }

    /// A turn that has a due time of its own may start by that.
    void due(Turn turn) {
        readyTurns.add(turn);
        pump(turn.releaseNanos());
        if (freeSlots.get() <= 0 && turn.isQueued()) {
            closedSpells.foundNoSlot(turn.releaseNanos());
        }
    }

    /// A new conversation is ready to begin.
    void roots(Iterable<Turn> turns) {
        for (Turn turn : turns) {
            rootsWaiting.incrementAndGet();
            roots.add(turn);
        }
        pump(Turn.NEVER);
    }

    /// Turns of new conversations that wait.
    int rootsWaiting() {
        return rootsWaiting.get();
    }

    /// Whether a request could start this moment, if only there were one: slot and due time wait for a turn.
    boolean waitsForTurn() {
        return freeSlots.get() > 0 && (alwaysDue || due.get() > 0) && readyTurns.isEmpty() && roots.isEmpty();
    }

    /// Lets nothing start any more.
    void close() {
        closed = true;
    }

    private void pump(long eligibleNanos) {
        Pumping pumping = PUMPING.get();
        if (pumping.active) {
            return; // a backend that ends requests within send: the loop below goes on after it
        }
        pumping.active = true;
        try {
            boolean again = true;
            while (again && !closed) {
                again = startOne(eligibleNanos);
            }
        } finally {
            pumping.active = false;
        }
    }

    /// Starts a turn if it can; whether trying once more may make sense.
    private boolean startOne(long eligibleNanos) {
        if (!takeSlot()) {
            return false;
        }
        if (!takeDue()) {
            freeSlots.incrementAndGet();
            return mayStart();
        }
        Turn turn = nextTurn();
        if (turn == null) {
            giveBackDue();
            freeSlots.incrementAndGet();
            return mayStart();
        }
        long target;
        if (turn.isPlanned()) {
            target = turn.dueNanos();
            closedSpells.started(turn.releaseNanos(), lastFreedNanos);
        } else {
            target = target();
            if (!alwaysDue) {
                closedSpells.started(target, lastFreedNanos);
            }
        }
        starter.start(turn, target, eligibleNanos);
        return true;
    }

    private boolean takeSlot() {
        int free = freeSlots.get();
        while (free > 0) {
            if (freeSlots.compareAndSet(free, free - 1)) {
                return true;
            }
            free = freeSlots.get();
        }
        return false;
    }

    private boolean takeDue() {
        if (alwaysDue) {
            return true;
        }
        long left = due.get();
        while (left > 0) {
            if (due.compareAndSet(left, left - 1)) {
                return true;
            }
            left = due.get();
        }
        return false;
    }

    private void giveBackDue() {
        if (!alwaysDue) {
            due.incrementAndGet();
        }
    }

    /// The due time of the request about to start: the oldest that is open.
    private long target() {
        Long oldest = targets.poll();
        if (oldest != null) {
            return oldest;
        }
        return standingTarget == Turn.NEVER ? lastFreedNanos : standingTarget;
    }

    private @Nullable Turn nextTurn() {
        Turn turn = readyTurns.poll();
        while (turn != null) {
            if (turn.begin()) {
                return turn;
            }
            turn = readyTurns.poll();
        }
        turn = roots.poll();
        while (turn != null) {
            starter.rootTaken(rootsWaiting.decrementAndGet());
            if (turn.begin()) {
                return turn;
            }
            turn = roots.poll();
        }
        return null;
    }

    private boolean mayStart() {
        return freeSlots.get() > 0 && (alwaysDue || due.get() > 0) && !(readyTurns.isEmpty() && roots.isEmpty());
    }

    private static final class Pumping {
        private boolean active;
    }
}
