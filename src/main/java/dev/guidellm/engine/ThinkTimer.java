package dev.guidellm.engine;

import dev.guidellm.clock.Pacer;
import dev.guidellm.clock.RunClock;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Holds turns that think, or wait for their recorded time, before they may start; they hold no slot meanwhile.
/// Where it watches the clock itself, its thread starts with the first of them; otherwise somebody steps through
/// it.
final class ThinkTimer {
    private final LoadRun run;
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(Comparator.comparingLong(Waiting::readyNanos));
    private boolean watching;
    private @Nullable Thread thread;
    private boolean stopped;

    private record Waiting(Turn turn, long readyNanos) {}

    ThinkTimer(LoadRun run, RunClock clock) {
        this.run = run;
        this.clock = clock;
    }

    /// Has it hand its turns on by itself. Before the first of them.
    void watchClock() {
        watching = true;
    }

    /// Hands `turn` on at `readyNanos`, see [LoadRun#waited(Turn)]. Called by feeder and decoders.
    void add(Turn turn, long readyNanos) {
        lock.lock();
        try {
            if (stopped) {
                return;
            }
            Waiting added = new Waiting(turn, readyNanos);
            waiting.add(added);
            if (watching && thread == null) {
                thread = Thread.ofPlatform()
                        .daemon()
                        .name("guidellm-think-timer")
                        .start(this::watch);
            }
            if (added.equals(waiting.peek())) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Hands on one turn whose time has come; false when there is none.
    boolean step() {
        Waiting first;
        lock.lock();
        try {
            first = waiting.peek();
            if (first == null || first.readyNanos() > clock.nanos()) {
                return false;
            }
            waiting.remove();
        } finally {
            lock.unlock();
        }
        run.waited(first.turn());
        return true;
    }

    /// When the next turn may start; [Long#MAX_VALUE] when there is none.
    long nextNanos() {
        lock.lock();
        try {
            Waiting first = waiting.peek();
            return first == null ? Long.MAX_VALUE : first.readyNanos();
        } finally {
            lock.unlock();
        }
    }

    /// Forgets all turns and ends the thread.
    void stop() throws InterruptedException {
        Thread running;
        lock.lock();
        try {
            stopped = true;
            running = thread;
            changed.signal();
        } finally {
            lock.unlock();
        }
        if (running != null) {
            running.join();
        }
    }

    private void watch() {
        Pacer.sharpenThread();
        Turn turn = next();
        while (turn != null) {
            run.waited(turn);
            turn = next();
        }
    }

    /// Waits for the next turn whose time has come; null when stopped.
    private @Nullable Turn next() {
        lock.lock();
        try {
            while (!stopped) {
                Waiting first = waiting.peek();
                if (first == null) {
                    changed.awaitUninterruptibly();
                    continue;
                }
                long left = first.readyNanos() - clock.nanos();
                if (left <= 0) {
                    waiting.remove();
                    return first.turn();
                }
                changed.await(left, TimeUnit.NANOSECONDS);
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            lock.unlock();
        }
    }
}
