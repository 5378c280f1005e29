package dev.guidellm.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Keeps the books of one benchmark: counts requests, asks the constraints at every change, remembers the first stop of
/// each sort.
///
/// News of a request that is over already is ignored, so each request is counted once. Called by one thread only.
public final class SchedulerLedger {
    private final double startTime;
    private final List<Constraint> constraints;

    private long created;
    private long queued;
    private long pending;
    private long processing;
    private long successful;
    private long errored;
    private long cancelled;

    private double endTime = Double.NaN;
    private double startRequestsTime = Double.NaN;
    private double endRequestsTime = Double.NaN;
    private double endQueuingTime = Double.NaN;
    private double endProcessingTime = Double.NaN;
    private Map<String, ConstraintAction> endQueuingConstraints = Map.of();
    private Map<String, ConstraintAction> endProcessingConstraints = Map.of();

    private double remainingRequests = Double.NaN;
    private double totalRequests = Double.NaN;
    private double remainingDuration = Double.NaN;
    private double totalDuration = Double.NaN;
    private double stopTime = Double.NaN;

    /// Of the news at hand.
    private @Nullable FirstAnswer newAnswer;

    /// @param constraints asked in this order
    public SchedulerLedger(double startTime, List<Constraint> constraints) {
        this.startTime = startTime;
        this.constraints = new ArrayList<>(constraints);
    }

    /// Enters news of a request, and asks the constraints. Returns whether the news counted.
    public boolean update(LedgerEntry entry, RequestUpdate update) {
        boolean counted = move(entry, update.step());
        if (counted) {
            if (!Double.isNaN(update.requestStartSeconds())) {
                noteRequestStart(update.requestStartSeconds());
            }
            newAnswer = entry.firstAnswer(update);
            if (update.step().terminal()) {
                endRequestsTime = latest(endRequestsTime, update.atSeconds());
                endRequestsTime = latest(endRequestsTime, update.requestEndSeconds());
            }
        }
        askConstraints(counted ? update : null, update.completedAtSeconds(), update.atSeconds());
        newAnswer = null;
        return counted;
    }

    /// Enters that a request started at `seconds`, ahead of the news that will carry it.
    public void noteRequestStart(double seconds) {
        startRequestsTime = Double.isNaN(startRequestsTime) ? seconds : Math.min(startRequestsTime, seconds);
    }

    /// Asks the constraints although nothing has happened.
    public void poll(double nowSeconds) {
        askConstraints(null, Double.NaN, nowSeconds);
    }

    /// Adds a constraint and asks all.
    public void add(Constraint constraint, double nowSeconds) {
        constraints.add(constraint);
        poll(nowSeconds);
    }

    /// Whether no more requests are to be made; once true it stays.
    public boolean queuingStopped() {
        return !Double.isNaN(endQueuingTime);
    }

    /// Whether requests in flight are to be given up; once true it stays.
    public boolean processingStopped() {
        return !Double.isNaN(endProcessingTime);
    }

    /// Whether all requests made so far are over.
    public boolean allProcessed() {
        return processed() == created;
    }

    /// When a constraint will stop the benchmark though nothing else happens; positive infinity when none will.
    public double nextDeadline() {
        double next = Double.POSITIVE_INFINITY;
        for (Constraint constraint : constraints) {
            next = Math.min(next, constraint.deadline(this));
        }
        return next;
    }

    /// Where the requests stand.
    public SchedulerCounts counts() {
        return new SchedulerCounts(created, queued, pending, processing, processed(), successful, errored, cancelled);
    }

    /// The books as they are now.
    public SchedulerState snapshot() {
        return new SchedulerState(
                startTime,
                known(endTime),
                known(startRequestsTime),
                known(endRequestsTime),
                known(endQueuingTime),
                endQueuingConstraints,
                known(endProcessingTime),
                endProcessingConstraints,
                actions(_ -> true),
                new SchedulerProgress(
                        known(remainingRequests),
                        known(totalRequests),
                        known(remainingDuration),
                        known(totalDuration),
                        known(stopTime)),
                counts());
    }

    double startTime() {
        return startTime;
    }

    long created() {
        return created;
    }

    long processed() {
        return successful + errored + cancelled;
    }

    long processing() {
        return processing;
    }

    /// What the news at hand tells of a request's first answer; null when nothing new.
    @Nullable
    FirstAnswer newAnswer() {
        return newAnswer;
    }

    long errored() {
        return errored;
    }

    /// From when the benchmark's duration counts: the first start of a request, before that the strategy's start.
    double durationBase() {
        return Double.isNaN(startRequestsTime) ? startTime : startRequestsTime;
    }

    private boolean move(LedgerEntry entry, RequestStep step) {
        LedgerEntry.Place place = entry.place();
        switch (step) {
            case QUEUED -> {
                if (place != LedgerEntry.Place.UNKNOWN) {
                    return false;
                }
                created++;
                queued++;
                entry.moveTo(LedgerEntry.Place.QUEUED);
            }
            case PENDING -> {
                if (place != LedgerEntry.Place.QUEUED) {
                    return false;
                }
                leave(place);
                pending++;
                entry.moveTo(LedgerEntry.Place.PENDING);
            }
            case IN_PROGRESS -> {
                if (place != LedgerEntry.Place.QUEUED && place != LedgerEntry.Place.PENDING) {
                    return false;
                }
                leave(place);
                processing++;
                entry.moveTo(LedgerEntry.Place.PROCESSING);
            }
            case FIRST_TOKEN -> {
                return place == LedgerEntry.Place.PROCESSING;
            }
            case COMPLETED -> {
                if (place != LedgerEntry.Place.PROCESSING) {
                    return false;
                }
                leave(place);
                successful++;
                entry.moveTo(LedgerEntry.Place.PROCESSED);
            }
            case ERRORED, CANCELLED -> {
                if (place == LedgerEntry.Place.UNKNOWN || place == LedgerEntry.Place.PROCESSED) {
                    return false;
                }
                leave(place);
                if (step == RequestStep.ERRORED) {
                    errored++;
                } else {
                    cancelled++;
                }
                entry.moveTo(LedgerEntry.Place.PROCESSED);
            }
        }
        return true;
    }

    private void leave(LedgerEntry.Place place) {
        switch (place) {
            case QUEUED -> queued--;
            case PENDING -> pending--;
            case PROCESSING -> processing--;
            case UNKNOWN, PROCESSED -> throw new IllegalStateException("a request cannot leave " + place);
        }
    }

    private void askConstraints(@Nullable RequestUpdate update, double completedAt, double now) {
        endTime = now;
        boolean stopQueuing = false;
        boolean stopProcessing = false;
        double eventTime = Double.isNaN(completedAt) ? now : completedAt;
        for (Constraint constraint : constraints) {
            constraint.evaluate(this, update, eventTime, now);
            stopQueuing |= constraint.stopsQueuing();
            stopProcessing |= constraint.stopsProcessing();
            combine(constraint);
        }
        if (stopQueuing && !queuingStopped()) {
            endQueuingTime = now;
            endQueuingConstraints = actions(Constraint::stopsQueuing);
        }
        if (stopProcessing && !processingStopped()) {
            endProcessingTime = now;
            endProcessingConstraints = actions(Constraint::stopsProcessing);
            if (Double.isNaN(stopTime)) {
                stopTime = now;
            }
        }
    }

    /// Takes over whatever says that less is left.
    private void combine(Constraint constraint) {
        Constraint.Remainder requests = constraint.requests();
        if (less(requests.left, requests.total, remainingRequests, totalRequests)) {
            remainingRequests = requests.left;
            totalRequests = requests.total;
        }
        Constraint.Remainder duration = constraint.duration();
        if (less(duration.left, duration.total, remainingDuration, totalDuration)) {
            remainingDuration = duration.left;
            totalDuration = duration.total;
        }
        if (!Double.isNaN(constraint.progressStopTime())) {
            stopTime = Double.isNaN(stopTime)
                    ? constraint.progressStopTime()
                    : Math.min(stopTime, constraint.progressStopTime());
        }
    }

    private static boolean less(double left, double total, double currentLeft, double currentTotal) {
        return !Double.isNaN(left) && (Double.isNaN(currentLeft) || left / total < currentLeft / currentTotal);
    }

    private Map<String, ConstraintAction> actions(Predicate<Constraint> which) {
        Map<String, ConstraintAction> actions = new LinkedHashMap<>();
        for (Constraint constraint : constraints) {
            if (which.test(constraint)) {
                actions.put(constraint.kind(), constraint.action());
            }
        }
        return actions;
    }

    private static double latest(double a, double b) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Double.isNaN(a) ? b : a;
        }
        return Math.max(a, b);
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
