package dev.guidellm.metrics;

import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.record.RequestTimings;
import org.jspecify.annotations.Nullable;

/// Finds the measurement window of one benchmark from its warmup and cooldown.
///
/// A warmup in seconds counts from the scheduler's start, one of w requests ends where the request that ends
/// w+1st started. A cooldown is counted back from the real end of the run: its last seconds, or from the end
/// of the last request but c. Requests that were cut off by the end of the run are not counted. Used by one
/// thread.
public final class MeasurementWindowTracker {
    private final TransientPhaseConfig warmup;
    private final TransientPhaseConfig cooldown;
    private final TransientLimits warmupLimits;
    private final TransientLimits cooldownLimits;
    private final @Nullable Integer totalRequests;
    private final @Nullable Double totalSeconds;
    private final double schedulerStart;
    /// Whether single requests may be bounds, so that their times must be kept.
    private final boolean keepsTimes;
    /// In the order in which requests ended; a start that never was is the end.
    private final Column starts = new Column();
    private final Column ends = new Column();
    private int ended;
    private double firstStart = Double.POSITIVE_INFINITY;
    private double lastEnd = Double.NEGATIVE_INFINITY;

    /// @param totalRequests requests that the run is limited to; null when not limited
    /// @param totalSeconds duration that the run is limited to; null when not limited
    /// @param schedulerStart when the scheduler starts, on the run's clock
    public MeasurementWindowTracker(
            TransientPhaseConfig warmup,
            TransientPhaseConfig cooldown,
            @Nullable Integer totalRequests,
            @Nullable Double totalSeconds,
            double schedulerStart) {
        this.warmup = warmup;
        this.cooldown = cooldown;
        this.totalRequests = totalRequests;
        this.totalSeconds = totalSeconds;
        this.schedulerStart = schedulerStart;
        keepsTimes = TransientLimits.isAskedFor(warmup) || TransientLimits.isAskedFor(cooldown);
        warmupLimits = TransientLimits.of(warmup, totalRequests, totalSeconds);
        cooldownLimits = TransientLimits.of(cooldown, totalRequests, totalSeconds);
    }

    /// Where a run stands.
    public enum Phase {
        WARMUP,
        ACTIVE,
        COOLDOWN
    }

    /// Takes a request that has ended; to be called in the order of their ends.
    public void ended(RequestTimings timings, RequestStatus status) {
        double end = timings.completedAt();
        double start = RequestTimings.came(timings.startedAt()) ? timings.startedAt() : end;
        if (!RequestTimings.came(start)) {
            return;
        }
        double to = RequestTimings.came(end) ? end : start;
        firstStart = Math.min(firstStart, start);
        lastEnd = Math.max(lastEnd, to);
        if (status != RequestStatus.INCOMPLETE) {
            if (keepsTimes) {
                starts.set(ended, start);
                ends.set(ended, to);
            }
            ended++;
        }
    }

    /// The end of the warmup as far as it is known; null before.
    @Nullable
    Double warmupEnd() {
        return warmupEnd(warmupLimits);
    }

    /// The start of the cooldown as far as it can be foreseen; null before.
    @Nullable
    Double cooldownStart() {
        Double seconds = cooldownLimits.seconds();
        Double bySeconds = seconds == null || totalSeconds == null
                ? null
                : Double.valueOf(schedulerStart + totalSeconds - seconds);
        Integer requests = cooldownLimits.requests();
        int last = requests == null || totalRequests == null ? 0 : totalRequests - requests;
        Double byRequests = last > 0 && ended >= last ? Double.valueOf(ends.get(last - 1)) : null;
        if (bySeconds == null || byRequests == null) {
            return seconds != null && requests != null ? null : bySeconds == null ? byRequests : bySeconds;
        }
        return Double.valueOf(Math.min(bySeconds, byRequests));
    }

    /// The phase at a moment, as far as it can be told while the run goes on.
    public Phase phaseAt(double now) {
        Double start = warmupEnd();
        if (!warmupLimits.isNone() && (start == null || now < start)) {
            return Phase.WARMUP;
        }
        Double end = cooldownStart();
        return end != null && now >= end ? Phase.COOLDOWN : Phase.ACTIVE;
    }

    /// The window of the ended run. Where warmup and cooldown leave nothing it has no length.
    ///
    /// @param stopped when the run was stopped from outside or by a constraint; null when it ended by itself
    public MeasurementWindow finish(@Nullable Double stopped) {
        if (firstStart > lastEnd) {
            return new MeasurementWindow(schedulerStart, schedulerStart, schedulerStart, schedulerStart);
        }
        double requestEnd = stopped == null ? lastEnd : Math.clamp(stopped, firstStart, lastEnd);
        double seconds = requestEnd - schedulerStart;
        double start = firstStart;
        TransientLimits first = orFromRun(warmupLimits, warmup, seconds);
        if (!first.isNone()) {
            Double end = warmupEnd(first);
            start = end == null ? requestEnd : Math.clamp(end, firstStart, requestEnd);
        }
        double end = requestEnd;
        TransientLimits last = orFromRun(cooldownLimits, cooldown, seconds);
        if (last.seconds() != null) {
            end = requestEnd - last.seconds();
        }
        if (last.requests() != null && last.requests() > 0) {
            int kept = ended - last.requests();
            end = Math.min(end, kept > 0 ? ends.get(kept - 1) : start);
        }
        return new MeasurementWindow(firstStart, start, Math.clamp(end, start, requestEnd), requestEnd);
    }

    /// Shares of a run without a known total are taken of what it came to.
    private TransientLimits orFromRun(TransientLimits limits, TransientPhaseConfig phase, double seconds) {
        return limits.isNone() ? TransientLimits.of(phase, ended, seconds) : limits;
    }

    private @Nullable Double warmupEnd(TransientLimits limits) {
        Double seconds = limits.seconds();
        Double bySeconds = seconds == null ? null : Double.valueOf(schedulerStart + seconds);
        Integer requests = limits.requests();
        if (requests == null) {
            return bySeconds;
        }
        if (ended <= requests) {
            return null;
        }
        double byRequests = starts.get(requests);
        return bySeconds == null ? byRequests : Math.max(bySeconds, byRequests);
    }
}
