package dev.guidellm.metrics;

import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.config.TransientPhaseConfig.Mode;
import org.jspecify.annotations.Nullable;

/// How long a warmup or cooldown is, in seconds, in requests, or in both; null where that does not count.
record TransientLimits(@Nullable Double seconds, @Nullable Integer requests) {
    static final TransientLimits NONE = new TransientLimits(null, null);

    /// A share needs the run's total. A plain value is seconds where the run has a duration, else requests
    /// where it has a count; without either, or in mode `duration`, it is seconds, and in mode `requests` it
    /// is requests. Nothing asked for, or 0, is none.
    ///
    /// @param totalRequests requests that the run is limited to; null when not limited
    /// @param totalSeconds duration that the run is limited to; null when not limited
    static TransientLimits of(
            TransientPhaseConfig phase, @Nullable Integer totalRequests, @Nullable Double totalSeconds) {
        if (!isAskedFor(phase)) {
            return NONE;
        }
        Double seconds = phase.mode() == Mode.REQUESTS ? null : seconds(phase, totalRequests, totalSeconds);
        Integer requests = phase.mode() == Mode.DURATION ? null : requests(phase, totalRequests);
        if (seconds != null && requests != null) {
            return switch (phase.mode()) {
                case PREFER_REQUESTS -> new TransientLimits(null, requests);
                case BOTH -> new TransientLimits(seconds, requests);
                case PREFER_DURATION, DURATION, REQUESTS -> new TransientLimits(seconds, null);
            };
        }
        return new TransientLimits(seconds, requests);
    }

    static boolean isAskedFor(TransientPhaseConfig phase) {
        Double percent = phase.percent();
        Number value = phase.value();
        return (percent != null && percent > 0) || (percent == null && value != null && value.doubleValue() > 0);
    }

    boolean isNone() {
        return seconds == null && requests == null;
    }

    private static @Nullable Double seconds(
            TransientPhaseConfig phase, @Nullable Integer totalRequests, @Nullable Double totalSeconds) {
        Double percent = phase.percent();
        if (percent != null) {
            return totalSeconds == null ? null : percent * totalSeconds;
        }
        Number value = phase.value();
        boolean plain = phase.mode() == Mode.DURATION || totalRequests == null;
        return value != null && (totalSeconds != null || plain) ? Double.valueOf(value.doubleValue()) : null;
    }

    private static @Nullable Integer requests(TransientPhaseConfig phase, @Nullable Integer totalRequests) {
        Double percent = phase.percent();
        if (percent != null) {
            return totalRequests == null ? null : (int) (percent * totalRequests);
        }
        Number value = phase.value();
        return value != null && (totalRequests != null || phase.mode() == Mode.REQUESTS) ? value.intValue() : null;
    }
}
