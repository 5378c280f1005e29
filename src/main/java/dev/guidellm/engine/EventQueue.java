package dev.guidellm.engine;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A queue from many threads to one that may sleep. Adding never blocks and takes no lock, so transport loops
/// may.
final class EventQueue<T> {
    private final ConcurrentLinkedQueue<T> items = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread sleeper;

    /// Adds without waking the reader.
    void add(T item) {
        items.add(item);
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
        return items.poll();
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
        sleeper = Thread.currentThread();
        if (items.isEmpty() && !awake.getAsBoolean()) {
            LockSupport.parkNanos(this, nanos);
        }
        sleeper = null;
    }
}
