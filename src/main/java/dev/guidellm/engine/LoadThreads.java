package dev.guidellm.engine;

import dev.guidellm.clock.Pacer;
import dev.guidellm.clock.SpinPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The threads of a run: feeder, dispatcher, decoders, and the calling one, which keeps the books.
final class LoadThreads {
    /// The first requests are prepared before the clock starts, if that takes no longer than this.
    private static final long LONGEST_PRIMING_NANOS = 1_000_000_000L;

    /// Between the start of the threads and the strategy's start: time for the dispatcher to be awake.
    private static final long START_DELAY_NANOS = 2_000_000L;

    private static final int MOST_DECODERS = 4;
    private static final int CORES_PER_DECODER = 4;
    private static final long FEEDER_PATIENCE_MILLIS = 500;
    private static final long FEEDER_LAST_PATIENCE_MILLIS = 5_000;

    private final LoadRun run;
    private final Dispatcher dispatcher;

    /// @param run has not been run before
    /// @param spin how the thread that keeps the timetable waits
    LoadThreads(LoadRun run, SpinPolicy spin) {
        this.run = run;
        this.dispatcher = new Dispatcher(new Pacer(run.clock(), spin));
        run.thinkTimer().watchClock();
    }

    /// How many threads understand answers on this machine.
    static int decoders() {
        return Math.clamp(Runtime.getRuntime().availableProcessors() / CORES_PER_DECODER, 1, MOST_DECODERS);
    }

    /// Runs to the end on the calling thread, with the help of the others.
    ///
    /// @param connections how many to open before the start
    LoadResult execute(int connections) {
        Thread feeding = Thread.ofPlatform().daemon().name("guidellm-feeder").start(watched(run.feeder()));
        Thread dispatching =
                Thread.ofPlatform().daemon().name("guidellm-dispatcher").start(watched(dispatcher));
        Thread warming = Thread.ofVirtual().name("guidellm-warm-up").start(watched(() -> run.warmUp(connections)));
        List<Thread> decoding = new ArrayList<>();
        for (Decoder decoder : run.decoders()) {
            decoding.add(Thread.ofPlatform()
                    .daemon()
                    .name("guidellm-decoder-" + decoding.size())
                    .start(decoder));
        }
        boolean threadInterrupted = false;
        try {
            long primedBy = run.clock().nanos() + LONGEST_PRIMING_NANOS;
            run.feeder().awaitPrimed(LONGEST_PRIMING_NANOS);
            warming.join(Duration.ofNanos(Math.max(1, primedBy - run.clock().nanos())));
            dispatcher.awaitReady(Math.max(1, primedBy - run.clock().nanos()));
        } catch (InterruptedException e) {
            threadInterrupted = true;
            run.interrupt(Duration.ZERO);
        }
        long startNanos = run.clock().nanos() + START_DELAY_NANOS;
        dispatcher.begin(run.dueMoments(startNanos));
        Accounting accounting = run.openBooks(startNanos);
        try {
            run.sink().started(startNanos / 1e9);
            accounting.keepBooks();
        } finally {
            run.gate().close();
            dispatching.interrupt();
            run.decoders().forEach(Decoder::stop);
            threadInterrupted |= accounting.threadInterrupted();
            threadInterrupted |= !awaitEnd(feeding, dispatching, decoding);
            if (threadInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return accounting.result();
    }

    /// A thread that dies leaves requests that nobody ends: the run must not wait for them.
    private Runnable watched(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable t) {
                run.tell(new RunEvent.ThreadLost(t));
            }
        };
    }

    /// Whether it could wait undisturbed.
    private boolean awaitEnd(Thread feeding, Thread dispatching, List<Thread> decoding) {
        try {
            run.feeder().close();
            feeding.join(FEEDER_PATIENCE_MILLIS);
            // A source may hang in a read. Interrupting closes its files, hence not before it had its time.
            if (feeding.isAlive()) {
                feeding.interrupt();
                feeding.join(FEEDER_LAST_PATIENCE_MILLIS);
            }
            run.thinkTimer().stop();
            dispatching.join();
            for (Thread decoder : decoding) {
                decoder.join();
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
