package dev.guidellm.metrics;

/// The part of a run that is measured, within the part in which requests ran; seconds on the run's clock.
///
/// `requestStart ≤ start ≤ end ≤ requestEnd`, whatever warmup and cooldown asked for.
///
/// @param requestStart start of the first request
/// @param start end of the warmup
/// @param end start of the cooldown
/// @param requestEnd end of the last request, or the moment at which the run was stopped
public record MeasurementWindow(double requestStart, double start, double end, double requestEnd) {

    /// Measured seconds.
    public double duration() {
        return end - start;
    }

    /// Seconds left out at the start.
    public double warmupDuration() {
        return start - requestStart;
    }

    /// Seconds left out at the end.
    public double cooldownDuration() {
        return requestEnd - end;
    }

    /// Whether warmup and cooldown left nothing of a run that took some time.
    public boolean isSwallowed() {
        return start >= end && requestEnd > requestStart;
    }

    /// Whether a request that ran from `from` to `to` belongs to it: partly is enough.
    public boolean overlaps(double from, double to) {
        return to >= start && from <= end;
    }

    /// Whether an instant lies in it, bounds included.
    public boolean contains(double instant) {
        return instant >= start && instant <= end;
    }
}
