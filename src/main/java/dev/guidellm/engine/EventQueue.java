package dev.guidellm.engine;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A queue from many threads to one that may sleep. Adding never blocks and takes no lock, so transport loops
/// may.
///
/// Waking a thread costs the waker more than everything else it does for a request. So a reader that has had something
/// to
/// do just now naps for a moment instead of sleeping, and what can wait that long is added without waking it.
final class EventQueue<T> {
    private static final long NAP_NANOS = 2_000_000L;
    private static final int NAPS_BEFORE_SLEEP = 10;

    private final ConcurrentLinkedQueue<T> items = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread sleeper;
    private volatile boolean soundAsleep;

    /// Naps since the last item; the reader's own.
    private int naps;

    /// Adds without waking the reader.
    void add(T item) {
        items.add(item);
    }

    /// Adds, and wakes the reader unless it will look by itself within two milliseconds.
    void addSoon(T item) {
        items.add(item);
        if (soundAsleep) {
            wake();
        }
    }

    /// Adds, and wakes the reader if it sleeps.
    void addAndWake(T item) {
        items.add(item);
        wake();
    }

    void wake() {
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    @Nullable
    T poll() {
        T item = items.poll();
        if (item != null) {
            naps = 0;
        }
        return item;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    /// Sleeps until woken or for `nanos`, unless something is there already. Reader only; may return early.
    void sleep(long nanos) {
        sleepUnless(() -> false, nanos);
    }

    /// As [#sleep], but not when `awake` holds: who makes it true calls [#wake] afterwards.
    void sleepUnless(BooleanSupplier awake, long nanos) {
        boolean nap = naps < NAPS_BEFORE_SLEEP;
        naps++;
        soundAsleep = !nap;
        sleeper = Thread.currentThread();
        if (items.isEmpty() && !awake.getAsBoolean()) {
            LockSupport.parkNanos(this, nap ? Math.min(nanos, NAP_NANOS) : nanos);
        }
        sleeper = null;
        soundAsleep = false;
    }
}
