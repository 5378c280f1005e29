package dev.guidellm.schedule;

import dev.guidellm.config.ConstraintConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Builds constraints. A constraint remembers what it saw: each benchmark needs new ones.
public final class Constraints {
    private Constraints() {}

    /// The constraints of one benchmark, in the order of the configuration; of two of a kind the later one counts, in
    /// the place of the earlier.
    ///
    /// @param index which benchmark of the run it is, from 0: chooses from per-benchmark values
    /// @param judges makes the judge of a constraint that looks at what is measured
    public static List<Constraint> create(
            List<ConstraintConfig> configs, int index, Function<ConstraintConfig.EnoughSamples, Judge> judges) {
        Map<String, Constraint> byKind = new LinkedHashMap<>();
        for (ConstraintConfig config : configs) {
            Constraint constraint = create(config, index, judges);
            byKind.put(constraint.kind(), constraint);
        }
        return List.copyOf(byKind.values());
    }

    private static Constraint create(
            ConstraintConfig config, int index, Function<ConstraintConfig.EnoughSamples, Judge> judges) {
        StoppingScope scope = switch (config.stoppingScope()) {
            case CURRENT -> StoppingScope.CURRENT;
            case ALL -> StoppingScope.ALL;
        };
        return switch (config) {
            case ConstraintConfig.MaxRequests max -> maxRequests(max.count().numberAt(index), scope);
            case ConstraintConfig.MinRequests min -> minRequests(min.count().numberAt(index), scope);
            case ConstraintConfig.MaxDuration max -> maxDuration(max.seconds().numberAt(index), scope);
            case ConstraintConfig.MaxErrors max -> maxErrors(max.count().numberAt(index), scope);
            case ConstraintConfig.MaxErrorRate max -> maxErrorRate(max.rate().numberAt(index), max.window(), scope);
            case ConstraintConfig.MaxGlobalErrorRate max ->
                maxGlobalErrorRate(max.rate().numberAt(index), max.minimum(), scope);
            case ConstraintConfig.OverSaturation saturation -> new OverSaturationConstraint(saturation, scope);
            case ConstraintConfig.EnoughSamples enough -> judged(enough.kind(), judges.apply(enough), scope);
        };
    }

    /// Makes `count` requests and waits until they have ended.
    public static Constraint maxRequests(Number count, StoppingScope scope) {
        return new RequestCountConstraint("max_requests", "max_requests", count, true, scope);
    }

    /// Makes requests until `count` have ended.
    public static Constraint minRequests(Number count, StoppingScope scope) {
        return new RequestCountConstraint("min_requests", "min_requests", count, false, scope);
    }

    /// Stops `seconds` after the first request started.
    public static Constraint maxDuration(Number seconds, StoppingScope scope) {
        return new DurationConstraint(seconds, scope);
    }

    /// Stops when `count` requests have failed.
    public static Constraint maxErrors(Number count, StoppingScope scope) {
        return new ErrorCountConstraint(count, scope);
    }

    /// Stops when, of the latest `window` requests, the share `rate` failed.
    public static Constraint maxErrorRate(Number rate, Number window, StoppingScope scope) {
        return new ErrorRateConstraint(rate, window, scope);
    }

    /// Stops when, of all requests, the share `rate` failed and at least `minimum` have ended.
    public static Constraint maxGlobalErrorRate(Number rate, @Nullable Number minimum, StoppingScope scope) {
        return new GlobalErrorRateConstraint(rate, minimum, scope);
    }

    /// Stops when `judge`, who is told of each request elsewhere, is satisfied.
    ///
    /// @param kind the name in reports
    public static Constraint judged(String kind, Judge judge, StoppingScope scope) {
        return new JudgedConstraint(kind, judge, scope);
    }

    /// What ends a benchmark whose strategy has an end of its own: it makes exactly the requests that are due, or
    /// begins none after the last stage of streams. Empty for the others.
    public static Optional<Constraint> scheduleEnd(SchedulingStrategy strategy) {
        if (strategy instanceof SchedulingStrategy.StreamStages streams) {
            return Optional.of(new ScheduleEndConstraint(streams.seconds()));
        }
        OptionalLong arrivals = strategy.arrivals();
        return arrivals.isEmpty()
                ? Optional.empty()
                : Optional.of(new RequestCountConstraint(
                        Constraint.SCHEDULE_ENDED, "num_requests", arrivals.getAsLong(), true, StoppingScope.CURRENT));
    }

    /// The data has ended after `count` requests.
    public static Constraint requestsExhausted(long count) {
        return new RequestCountConstraint(
                Constraint.REQUESTS_EXHAUSTED, "num_requests", count, true, StoppingScope.CURRENT);
    }
}
