package dev.guidellm.mockserver;

import dev.guidellm.clock.MonotonicTime;
import io.netty.channel.EventLoop;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The absolute timetable of one event loop: runs every [Paced] step at its own moment, late ones at once and in order.
///
/// Steps run on the loop itself, so a token is written by the thread that woke for it. Used on that loop only.
final class TokenTimetable {
    /// Steps run in a row before the loop looks at its sockets again.
    private static final int STEPS_IN_A_ROW = 128;

    /// A next step so near is waited for in a spin: to sleep and to wake would cost about as much time.
    private static final long SPIN_NANOS = 10_000;
    /// After so long the loop looks at its sockets again, rather than spin on.
    private static final long MOST_NANOS = 200_000;

    private final LoopAlarm alarm;
    /// A binary heap by due time; entries beyond `size` are null.
    private @Nullable Paced[] heap = new @Nullable Paced[64];
    private int size;
    private boolean running;
    private boolean continuing;
    private long alarmNanos = Long.MAX_VALUE;

    TokenTimetable(EventLoop loop) {
        this.alarm = LoopAlarm.forLoop(loop, this::onAlarm);
    }

    /// Takes `entry` in; a step that is due already runs before this returns, unless others go first.
    void add(Paced entry) {
        push(entry);
        if (!running && !continuing) {
            run();
        }
    }

    /// Frees the alarm. The entries are forgotten.
    void close() {
        Arrays.fill(heap, null);
        size = 0;
        alarm.close();
    }

    private void onAlarm() {
        alarmNanos = Long.MAX_VALUE;
        continuing = false;
        run();
    }

    private void run() {
        running = true;
        try {
            int steps = 0;
            long begun = MonotonicTime.nanos();
            long now = begun;
            for (Paced next = heap[0]; next != null; next = heap[0]) {
                if (next.dueNanos > now) {
                    now = spinTo(next.dueNanos, begun + MOST_NANOS);
                    if (next.dueNanos > now) {
                        break;
                    }
                }
                if (steps++ == STEPS_IN_A_ROW) {
                    // By the alarm, not as a task: a loop runs all its tasks before it looks at its sockets.
                    continuing = true;
                    ring(MonotonicTime.nanos());
                    return;
                }
                pop();
                if (next.step()) {
                    push(next);
                }
            }
            setAlarm();
        } finally {
            running = false;
        }
    }

    /// Waits for a moment that is very near, unless `latestNanos` comes first.
    ///
    /// @return what time it is then
    private static long spinTo(long dueNanos, long latestNanos) {
        long now = MonotonicTime.nanos();
        if (dueNanos - now > SPIN_NANOS) {
            return now;
        }
        while (now < dueNanos && now < latestNanos) {
            Thread.onSpinWait();
            now = MonotonicTime.nanos();
        }
        return now;
    }

    private void setAlarm() {
        Paced first = heap[0];
        if (first != null && first.dueNanos < alarmNanos) {
            ring(first.dueNanos);
        }
    }

    private void ring(long atNanos) {
        alarmNanos = atNanos;
        alarm.ring(atNanos);
    }

    private void push(Paced entry) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            Paced above = heap[parent];
            if (above == null || above.dueNanos <= entry.dueNanos) {
                break;
            }
            heap[at] = above;
            at = parent;
        }
        heap[at] = entry;
    }

    private void pop() {
        Paced last = heap[--size];
        heap[size] = null;
        if (size == 0 || last == null) {
            return;
        }
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            Paced below = child < size ? heap[child] : null;
            if (below == null) {
                break;
            }
            Paced right = child + 1 < size ? heap[child + 1] : null;
            if (right != null && right.dueNanos < below.dueNanos) {
                below = right;
                child++;
            }
            if (last.dueNanos <= below.dueNanos) {
                break;
            }
            heap[at] = below;
            at = child;
        }
        heap[at] = last;
    }
}
