package dev.guidellm.schedule;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How one benchmark puts load on the server. `toString` gives the text of tables and logs, such as `concurrent@4`.
public sealed interface SchedulingStrategy {
    /// Requests in flight of a strategy that names no limit itself.
    int DEFAULT_REQUEST_LIMIT = 10_240;

    /// The name in reports.
    String type();

    /// Most requests in flight that the strategy asks for; null for no limit of its own.
    @Nullable
    Integer requestLimit();

    /// Most requests in flight: the strategy's own limit, or [#DEFAULT_REQUEST_LIMIT].
    default int resolvedRequestLimit() {
        Integer limit = requestLimit();
        return limit == null ? DEFAULT_REQUEST_LIMIT : limit;
    }

    /// The same strategy with `most` as its limit where it has none of its own.
    default SchedulingStrategy withLimit(int most) {
        return switch (this) {
            case Synchronous _, Concurrent _ -> this;
            case Throughput(Integer own, double rampup) -> own == null ? new Throughput(most, rampup) : this;
            case Constant(double rate, Integer own, double rampup) ->
                own == null ? new Constant(rate, most, rampup) : this;
            case Poisson(double rate, Integer own, long seed, double rampup) ->
                own == null ? new Poisson(rate, most, seed, rampup) : this;
        };
    }

    /// Whether requests have due times of their own (open loop), so that starting late means something.
    boolean hasArrivalSchedule();

    /// Seconds over which the load grows at the start.
    double rampupSeconds();

    /// One request after the other.
    record Synchronous() implements SchedulingStrategy {
        @Override
        public String type() {
            return "synchronous";
        }

        @Override
        public Integer requestLimit() {
            return 1;
        }

        @Override
        public boolean hasArrivalSchedule() {
            return false;
        }

        @Override
        public double rampupSeconds() {
            return 0;
        }

        @Override
        public String toString() {
            return type();
        }
    }

    /// A fixed number of streams, each sending its next request when the one before has ended.
    ///
    /// @param streams at least 1
    record Concurrent(int streams, double rampupSeconds) implements SchedulingStrategy {
        public Concurrent {
            if (streams < 1) {
                throw new IllegalArgumentException("at least 1 stream is needed, got " + streams);
            }
        }

        @Override
        public String type() {
            return "concurrent";
        }

        @Override
        public Integer requestLimit() {
            return streams;
        }

        @Override
        public boolean hasArrivalSchedule() {
            return false;
        }

        @Override
        public String toString() {
            return type() + "@" + streams;
        }
    }

    /// As many requests as the server, or the limit, takes.
    ///
    /// @param maxConcurrency most requests in flight, null for no limit
    record Throughput(@Nullable Integer maxConcurrency, double rampupSeconds) implements SchedulingStrategy {
        @Override
        public String type() {
            return "throughput";
        }

        @Override
        public @Nullable Integer requestLimit() {
            return maxConcurrency;
        }

        @Override
        public boolean hasArrivalSchedule() {
            return false;
        }

        @Override
        public String toString() {
            return type() + "@" + (maxConcurrency == null ? "unlimited" : maxConcurrency.toString());
        }
    }

    /// Arrivals at even gaps.
    ///
    /// @param ratePerSecond above 0
    /// @param maxConcurrency most requests in flight, null for no limit
    record Constant(double ratePerSecond, @Nullable Integer maxConcurrency, double rampupSeconds)
            implements SchedulingStrategy {
        @Override
        public String type() {
            return "constant";
        }

        @Override
        public @Nullable Integer requestLimit() {
            return maxConcurrency;
        }

        @Override
        public boolean hasArrivalSchedule() {
            return true;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "constant@%.2f", ratePerSecond);
        }
    }

    /// Arrivals of a Poisson process.
    ///
    /// @param ratePerSecond mean, above 0
    /// @param maxConcurrency most requests in flight, null for no limit
    /// @param randomSeed makes the arrival times repeatable
    record Poisson(double ratePerSecond, @Nullable Integer maxConcurrency, long randomSeed, double rampupSeconds)
            implements SchedulingStrategy {
        @Override
        public String type() {
            return "poisson";
        }

        @Override
        public @Nullable Integer requestLimit() {
            return maxConcurrency;
        }

        @Override
        public boolean hasArrivalSchedule() {
            return true;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "poisson@%.2f", ratePerSecond);
        }
    }
}
