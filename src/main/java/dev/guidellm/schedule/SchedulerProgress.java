package dev.guidellm.schedule;

import org.jspecify.annotations.Nullable;

/// How much of a benchmark is left, as far as its constraints tell. What no constraint tells is null.
///
/// @param remainingRequests requests until the end
/// @param totalRequests requests of the whole benchmark
/// @param remainingDuration seconds until the end
/// @param totalDuration seconds of the whole benchmark
/// @param stopTime when the benchmark is, or was, over
public record SchedulerProgress(
        @Nullable Double remainingRequests,
        @Nullable Double totalRequests,
        @Nullable Double remainingDuration,
        @Nullable Double totalDuration,
        @Nullable Double stopTime) {
    /// Nothing known.
    public static final SchedulerProgress NONE = new SchedulerProgress(null, null, null, null, null);

    /// Share of the benchmark that is left, the smaller of requests and duration; null when neither is known.
    public @Nullable Double remainingFraction() {
        Double requests = fraction(remainingRequests, totalRequests);
        Double duration = fraction(remainingDuration, totalDuration);
        if (requests == null || duration == null) {
            return requests == null ? duration : requests;
        }
        return Math.min(requests, duration);
    }

    /// This progress, and of `other` whatever says that less is left.
    SchedulerProgress combinedWith(SchedulerProgress other) {
        Double ownRequests = fraction(remainingRequests, totalRequests);
        Double otherRequests = fraction(other.remainingRequests, other.totalRequests);
        boolean takeRequests = otherRequests != null && (ownRequests == null || otherRequests < ownRequests);
        Double ownDuration = fraction(remainingDuration, totalDuration);
        Double otherDuration = fraction(other.remainingDuration, other.totalDuration);
        boolean takeDuration = otherDuration != null && (ownDuration == null || otherDuration < ownDuration);
        return new SchedulerProgress(
                takeRequests ? other.remainingRequests : remainingRequests,
                takeRequests ? other.totalRequests : totalRequests,
                takeDuration ? other.remainingDuration : remainingDuration,
                takeDuration ? other.totalDuration : totalDuration,
                earlier(stopTime, other.stopTime));
    }

    /// This progress with another stop time.
    SchedulerProgress withStopTime(@Nullable Double time) {
        return new SchedulerProgress(remainingRequests, totalRequests, remainingDuration, totalDuration, time);
    }

    private static @Nullable Double earlier(@Nullable Double a, @Nullable Double b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return Math.min(a, b);
    }

    private static @Nullable Double fraction(@Nullable Double remaining, @Nullable Double total) {
        return remaining == null || total == null || total <= 0 ? null : remaining / total;
    }
}
