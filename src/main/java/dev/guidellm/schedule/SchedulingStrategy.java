package dev.guidellm.schedule;

import dev.guidellm.config.ProfileConfig.TurnSchedule;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// How one benchmark puts load on the server. `toString` gives the text of tables and logs, such as `concurrent@4`.
public sealed interface SchedulingStrategy {
    /// Requests in flight of a strategy that names no limit itself.
    int DEFAULT_REQUEST_LIMIT = 10_240;

    /// The time over which the peak of recorded arrivals is looked for.
    double PEAK_SECONDS = 0.25;

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
            case Synchronous _, Concurrent _, StreamStages _ -> this;
            case Throughput(Integer own, double rampup) -> own == null ? new Throughput(most, rampup) : this;
            case Constant(double rate, Integer own, double rampup) ->
                own == null ? new Constant(rate, most, rampup) : this;
            case Poisson(double rate, Integer own, long seed, double rampup) ->
                own == null ? new Poisson(rate, most, seed, rampup) : this;
            case Gamma(double rate, double burstiness, Integer own, long seed, double rampup) ->
                own == null ? new Gamma(rate, burstiness, most, seed, rampup) : this;
            case Stages(List<RateStage> stages, ArrivalGaps gaps, Integer own) ->
                own == null ? new Stages(stages, gaps, most) : this;
            case Recorded(List<Double> offsets, Integer own) -> own == null ? new Recorded(offsets, most) : this;
            case Trace(double scale, TurnSchedule turns, Integer own) ->
                own == null ? new Trace(scale, turns, most) : this;
        };
    }

    /// Whether requests have due times of their own (open loop), so that starting late means something.
    default boolean hasArrivalSchedule() {
        return switch (this) {
            case Synchronous _, Concurrent _, Throughput _, StreamStages _ -> false;
            case Constant _, Poisson _, Gamma _, Stages _, Recorded _, Trace _ -> true;
        };
    }

    /// Seconds over which the load grows at the start.
    default double rampupSeconds() {
        return 0;
    }

    /// Requests that will be due in all; empty when there is no end to them.
    default OptionalLong arrivals() {
        return OptionalLong.empty();
    }

    /// The highest rate at which requests become due; positive infinity where they have no due times, or none that
    /// are known beforehand.
    default double peakRatePerSecond() {
        return switch (this) {
            case Synchronous _, Concurrent _, Throughput _, StreamStages _, Trace _ -> Double.POSITIVE_INFINITY;
            case Constant even -> even.ratePerSecond();
            case Poisson random -> random.ratePerSecond();
            case Gamma random -> random.ratePerSecond();
            case Stages stages ->
                stages.stages().stream().mapToDouble(RateStage::peak).max().orElse(0);
            case Recorded recorded -> recorded.mostIn(PEAK_SECONDS) / PEAK_SECONDS;
        };
    }

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
        public String toString() {
            return String.format(Locale.ROOT, "poisson@%.2f", ratePerSecond);
        }
    }

    /// Arrivals at random gaps of a gamma distribution: bursty, Poisson or regular.
    ///
    /// @param ratePerSecond mean, above 0
    /// @param burstiness see [ArrivalGaps]
    /// @param maxConcurrency most requests in flight, null for no limit
    /// @param randomSeed makes the arrival times repeatable
    record Gamma(
            double ratePerSecond,
            double burstiness,
            @Nullable Integer maxConcurrency,
            long randomSeed,
            double rampupSeconds)
            implements SchedulingStrategy {
        @Override
        public String type() {
            return "gamma";
        }

        @Override
        public @Nullable Integer requestLimit() {
            return maxConcurrency;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "gamma@%.2f", ratePerSecond);
        }
    }

    /// Arrivals at a rate that changes over time; the benchmark ends with the last stage's requests.
    ///
    /// @param stages at least one
    /// @param maxConcurrency most requests in flight, null for no limit
    record Stages(
            List<RateStage> stages,
            ArrivalGaps gaps,
            @Nullable Integer maxConcurrency) implements SchedulingStrategy {
        public Stages {
            stages = List.copyOf(stages);
        }

        @Override
        public String type() {
            return "stages";
        }

        @Override
        public @Nullable Integer requestLimit() {
            return maxConcurrency;
        }

        @Override
        public OptionalLong arrivals() {
            ArrivalSchedule schedule = ArrivalSchedule.staged(stages, gaps);
            long count = 0;
            while (schedule.next() < Double.POSITIVE_INFINITY) {
                count++;
            }
            return OptionalLong.of(count);
        }

        /// How long all stages last.
        public double seconds() {
            return new RateCurve(stages).seconds();
        }

        /// Over all stages.
        public double meanRatePerSecond() {
            RateCurve curve = new RateCurve(stages);
            return curve.expected() / curve.seconds();
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "stages@%.2f", meanRatePerSecond());
        }
    }

    /// Streams whose number changes over time; the benchmark ends with the last stage.
    ///
    /// @param stages at least one
    record StreamStages(List<StreamStage> stages) implements SchedulingStrategy {
        public StreamStages {
            stages = List.copyOf(stages);
        }

        @Override
        public String type() {
            return "stages";
        }

        @Override
        public Integer requestLimit() {
            return Math.max(
                    1, stages.stream().mapToInt(StreamStage::streams).max().orElse(1));
        }

        /// How long all stages last.
        public double seconds() {
            return stages.stream().mapToDouble(StreamStage::seconds).sum();
        }

        /// When streams begin and end.
        public List<StreamStage.Change> changes() {
            return StreamStage.changes(stages);
        }

        @Override
        public String toString() {
            return type() + "@" + Objects.requireNonNull(requestLimit());
        }
    }

    /// Arrivals at times that somebody wrote down.
    ///
    /// @param offsets seconds after the start, in ascending order, at least one
    /// @param maxConcurrency most requests in flight, null for no limit
    record Recorded(List<Double> offsets, @Nullable Integer maxConcurrency) implements SchedulingStrategy {
        public Recorded {
            offsets = List.copyOf(offsets);
        }

        @Override
        public String type() {
            return "timetable";
        }

        @Override
        public @Nullable Integer requestLimit() {
            return maxConcurrency;
        }

        @Override
        public OptionalLong arrivals() {
            return OptionalLong.of(offsets.size());
        }

        /// From the start to the last arrival.
        public double meanRatePerSecond() {
            return offsets.getLast() > 0 ? offsets.size() / offsets.getLast() : offsets.size();
        }

        /// The most arrivals in any stretch of so many seconds.
        int mostIn(double seconds) {
            int most = 0;
            int first = 0;
            for (int last = 0; last < offsets.size(); last++) {
                while (offsets.get(last) - offsets.get(first) > seconds) {
                    first++;
                }
                most = Math.max(most, last - first + 1);
            }
            return most;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "timetable@%.2f", meanRatePerSecond());
        }
    }

    /// The turns of recorded conversations at their recorded times.
    ///
    /// @param timeScale factor on all times; above 1 is slower than recorded
    /// @param scheduleTurn what a later turn waits for
    /// @param maxConcurrency most requests in flight, null for no limit
    record Trace(
            double timeScale,
            TurnSchedule scheduleTurn,
            @Nullable Integer maxConcurrency) implements SchedulingStrategy {
        @Override
        public String type() {
            return "trace";
        }

        @Override
        public @Nullable Integer requestLimit() {
            return maxConcurrency;
        }

        /// When turns are due after a start at `startNanos`.
        public TurnTimes times(long startNanos) {
            return new TurnTimes(startNanos, timeScale, scheduleTurn);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "trace@%.2f", timeScale);
        }
    }
}
