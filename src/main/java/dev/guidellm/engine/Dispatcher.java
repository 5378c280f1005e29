package dev.guidellm.engine;

import dev.guidellm.clock.Pacer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// The thread that wakes at due times, by an absolute timetable: a late wake-up delays no later one, and nothing
/// due is ever dropped. It waits for no answer, no slot and no lock.
final class Dispatcher implements Runnable {
    private final Pacer pacer;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CompletableFuture<DueMoments> begun = new CompletableFuture<>();

    Dispatcher(Pacer pacer) {
        this.pacer = pacer;
    }

    /// Waits until the thread has been made to wake in time, or `nanos` have passed.
    void awaitReady(long nanos) throws InterruptedException {
        boolean _ = ready.await(nanos, TimeUnit.NANOSECONDS);
    }

    /// Says when the timetable begins, and what is in it. The thread runs before that, so that it is ready.
    void begin(DueMoments moments) {
        begun.complete(moments);
    }

    @Override
    public void run() {
        Pacer.sharpenThread();
        ready.countDown();
        DueMoments moments;
        try {
            moments = begun.get();
        } catch (InterruptedException e) {
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the beginning cannot fail", e);
        }
        long moment = moments.next();
        while (moment != DueMoments.NONE) {
            pacer.await(moment);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            moments.happen();
            moment = moments.next();
        }
    }
}
