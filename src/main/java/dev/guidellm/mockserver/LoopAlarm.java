package dev.guidellm.mockserver;

import dev.guidellm.clock.MonotonicTime;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Wakes an event loop at a moment, to a fraction of a millisecond.
///
/// [#ring] and [#close] are called on the loop.
sealed interface LoopAlarm {

    /// Runs the action on the loop at `dueNanos` (on [MonotonicTime]); replaces an earlier call.
    void ring(long dueNanos);

    /// Stops the alarm for good.
    void close();

    /// The alarm for `loop`: its own timer where the loop waits in nanoseconds, else a thread that wakes it.
    static LoopAlarm forLoop(EventLoop loop, Runnable action) {
        return EventLoops.waitsInNanoseconds() ? new OwnTimer(loop, action) : new WakingThread(loop, action);
    }

    /// The loop's own timer: epoll waits with nanoseconds, so that no second thread has to hand over.
    final class OwnTimer implements LoopAlarm {
        private final EventLoop loop;
        private final Runnable action;
        private io.netty.util.concurrent.@Nullable ScheduledFuture<?> pending;

        private OwnTimer(EventLoop loop, Runnable action) {
            this.loop = loop;
            this.action = action;
        }

        @Override
        public void ring(long dueNanos) {
            if (pending != null) {
                pending.cancel(false);
            }
            pending = loop.schedule(action, Math.max(0, dueNanos - MonotonicTime.nanos()), TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            if (pending != null) {
                pending.cancel(false);
            }
        }
    }

    /// A daemon thread that parks until the moment and then wakes the loop: for loops that wait in whole milliseconds.
    final class WakingThread implements LoopAlarm {
        private static final long HAND_OVER_NANOS = 40_000;
        private static final long NONE = Long.MAX_VALUE;

        private final EventLoop loop;
        private final Runnable action;
        private final Thread thread;
        private volatile long dueNanos = NONE;
        private volatile boolean closed;

        private WakingThread(EventLoop loop, Runnable action) {
            this.loop = loop;
            this.action = action;
            thread = Thread.ofPlatform().name("mock-server-alarm").daemon().start(this::run);
        }

        @Override
        public void ring(long due) {
            dueNanos = due;
            LockSupport.unpark(thread);
        }

        @Override
        public void close() {
            closed = true;
            LockSupport.unpark(thread);
        }

        private void run() {
            while (!closed) {
                long due = dueNanos;
                long left = due == NONE ? NONE : due - HAND_OVER_NANOS - MonotonicTime.nanos();
                if (due == NONE) {
                    LockSupport.park(this);
                } else if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else if (!loop.isShuttingDown()) {
                    loop.execute(() -> onRing(due));
                    awaitNextRing(due);
                } else {
                    return;
                }
            }
        }

        private void onRing(long due) {
            if (dueNanos == due) {
                dueNanos = NONE;
            }
            action.run();
        }

        private void awaitNextRing(long due) {
            while (!closed && dueNanos == due) {
                LockSupport.parkNanos(this, 1_000_000);
            }
        }
    }
}
