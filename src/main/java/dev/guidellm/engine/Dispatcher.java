package dev.guidellm.engine;

import dev.guidellm.clock.Pacer;
import dev.guidellm.schedule.ArrivalSchedule;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StreamStage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// The thread that wakes at due times, by an absolute timetable: a late wake-up delays no later one, and nothing
/// due is ever dropped. It waits for no answer, no slot and no lock.
final class Dispatcher implements Runnable {
    private final SchedulingStrategy strategy;
    private final StartGate gate;
    private final Pacer pacer;
    private final Runnable whenStreamsEnd;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CompletableFuture<Long> begun = new CompletableFuture<>();
    private long startNanos;

    /// @param whenStreamsEnd called when the last stage of streams is over
    Dispatcher(SchedulingStrategy strategy, StartGate gate, Pacer pacer, Runnable whenStreamsEnd) {
        this.strategy = strategy;
        this.gate = gate;
        this.pacer = pacer;
        this.whenStreamsEnd = whenStreamsEnd;
    }

    /// Waits until the thread has been made to wake in time, or `nanos` have passed.
    void awaitReady(long nanos) throws InterruptedException {
        boolean _ = ready.await(nanos, TimeUnit.NANOSECONDS);
    }

    /// Says when the timetable begins. The thread runs before that, so that it is ready.
    void begin(long nanos) {
        begun.complete(nanos);
    }

    @Override
    public void run() {
        Pacer.sharpenThread();
        ready.countDown();
        try {
            startNanos = begun.get();
        } catch (InterruptedException e) {
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the beginning cannot fail", e);
        }
        int slots = strategy.resolvedRequestLimit();
        ArrivalSchedule schedule = ArrivalSchedule.of(strategy);
        pacer.await(startNanos);
        if (schedule != null) {
            gate.open(slots, startNanos);
            bringArrivals(schedule);
        } else {
            gate.dueFromNowOn(Turn.NEVER);
            if (strategy instanceof SchedulingStrategy.StreamStages stages) {
                changeStreams(stages);
            } else {
                openStreams(slots);
            }
        }
    }

    private void openStreams(int slots) {
        int opened = 0;
        while (opened < slots && !Thread.currentThread().isInterrupted()) {
            long opening = at(ArrivalSchedule.streamOpening(strategy, opened));
            int together = 1;
            while (opened + together < slots
                    && at(ArrivalSchedule.streamOpening(strategy, opened + together)) == opening) {
                together++;
            }
            pacer.await(opening);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            gate.open(together, opening);
            opened += together;
        }
    }

    private void changeStreams(SchedulingStrategy.StreamStages stages) {
        for (StreamStage.Change change : stages.changes()) {
            long moment = at(change.atSeconds());
            pacer.await(moment);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            if (change.more() > 0) {
                gate.open(change.more(), moment);
            } else {
                gate.withdraw(-change.more());
            }
        }
        pacer.await(at(stages.seconds()));
        if (!Thread.currentThread().isInterrupted()) {
            whenStreamsEnd.run();
        }
    }

    private void bringArrivals(ArrivalSchedule schedule) {
        while (!Thread.currentThread().isInterrupted()) {
            double offset = schedule.next();
            if (offset == Double.POSITIVE_INFINITY) {
                return;
            }
            long target = at(offset);
            pacer.await(target);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            if (schedule.settled()) {
                gate.dueFromNowOn(target);
                return;
            }
            gate.due(target);
        }
    }

    private long at(double offsetSeconds) {
        return startNanos + Math.round(offsetSeconds * 1e9);
    }
}
