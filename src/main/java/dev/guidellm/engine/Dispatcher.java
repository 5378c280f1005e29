package dev.guidellm.engine;

import dev.guidellm.clock.Pacer;
import dev.guidellm.schedule.ArrivalSchedule;
import dev.guidellm.schedule.SchedulingStrategy;

/// The thread that wakes at due times, by an absolute timetable: a late wake-up delays no later one, and nothing
/// due is ever dropped. It waits for no answer, no slot and no lock.
final class Dispatcher implements Runnable {
    private final SchedulingStrategy strategy;
    private final StartGate gate;
    private final Pacer pacer;
    private final long startNanos;

    Dispatcher(SchedulingStrategy strategy, StartGate gate, Pacer pacer, long startNanos) {
        this.strategy = strategy;
        this.gate = gate;
        this.pacer = pacer;
        this.startNanos = startNanos;
    }

    @Override
    public void run() {
        int slots = strategy.resolvedRequestLimit();
        ArrivalSchedule schedule = ArrivalSchedule.of(strategy);
        pacer.await(startNanos);
        if (schedule != null) {
            gate.open(slots, startNanos);
            bringArrivals(schedule);
        } else {
            gate.dueFromNowOn(Turn.NEVER);
            openStreams(slots);
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

    private void bringArrivals(ArrivalSchedule schedule) {
        while (!Thread.currentThread().isInterrupted()) {
            long target = at(schedule.next());
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
