package dev.guidellm.config;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What `--profile kind=…` may say: which loads are put on the server, one after another.
public sealed interface ProfileConfig extends Kinded {

    /// Seconds over which the load grows at the start of each benchmark.
    double rampupDuration();

    /// What is left out of the measurement at the start.
    TransientPhaseConfig warmup();

    /// What is left out of the measurement at the end.
    TransientPhaseConfig cooldown();

    /// The arrival processes that a sweep may use.
    enum ArrivalType implements Choice {
        /// Even gaps.
        CONSTANT,
        /// Exponential gaps.
        POISSON
    }

    /// How arrivals spread about a rate that changes over time.
    enum ArrivalProcess implements Choice {
        /// Even gaps.
        CONSTANT,
        /// Exponential gaps.
        POISSON,
        /// Gamma distributed gaps, see `burstiness`.
        GAMMA
    }

    /// What a search for the highest load turns up.
    enum SearchedLoad implements Choice {
        /// Streams, each sending its next request when the one before has ended.
        CONCURRENCY,
        /// Requests per second at random, however fast the answers come.
        RATE
    }

    /// What holds between two lines of a timetable of rates.
    enum Between implements Choice {
        /// The rate of the earlier line.
        STEP,
        /// A rate that changes evenly from one to the other.
        LINEAR
    }

    /// What a later turn of a replayed trace waits for.
    enum TurnSchedule implements Choice {
        /// Its own time in the trace.
        TIMESTAMP,
        /// The pause that the trace shows after the turn before.
        IDLE_GAP
    }

    /// Open-loop arrivals at even gaps.
    ///
    /// @param rate requests per second, one benchmark per entry
    /// @param maxConcurrency most requests in flight, null for no limit
    @Kind({"async", "constant"})
    record Constant(
            String kind,
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,

            @Prepare(Prepare.Step.NUMBER_LIST) @Range(above = 0)
            List<Double> rate,

            @Range(above = 0) @Nullable Integer maxConcurrency)
            implements ProfileConfig {
        public Constant {
            rate = List.copyOf(rate);
        }
    }

    /// Open-loop arrivals at random: a Poisson process.
    ///
    /// @param rate requests per second on average, one benchmark per entry
    /// @param maxConcurrency most requests in flight, null for no limit
    @Kind("poisson")
    record Poisson(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,

            @Prepare(Prepare.Step.NUMBER_LIST) @Range(above = 0)
            List<Double> rate,

            @Range(above = 0) @Nullable Integer maxConcurrency)
            implements ProfileConfig {
        public Poisson {
            rate = List.copyOf(rate);
        }
    }

    /// A fixed number of requests in flight.
    ///
    /// @param streams in-flight requests, one benchmark per entry
    @Kind("concurrent")
    record Concurrent(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,

            @Prepare(Prepare.Step.STREAM_LIST) @Range(above = 0)
            List<Integer> streams)
            implements ProfileConfig {
        public Concurrent {
            streams = List.copyOf(streams);
        }
    }

    /// Searches the highest load that keeps the service level objectives.
    ///
    /// @param targetAttainment share of requests that must keep those objectives that name no share of their own
    /// @param tolerance relative width at which the search ends
    /// @param maxProbes benchmarks in all, repeated ones too
    /// @param confidence of the judgement on each level
    /// @param earlyStop whether a probe ends as soon as it is clear; on the way up, as soon as it leans to passing
    /// @param spreadStarts whether the streams of a probe open no faster than the server was seen to finish
    ///     requests; where `rampupDuration` is above 0, that is taken
    /// @param reprobe whether a level is run again before it decides while it is unclear or may be a slip
    /// @param load what is turned up; `RATE` looks at the three rates, else at the two numbers of streams
    /// @param initialRate requests per second
    /// @param maxRate requests per second
    /// @param minRate requests per second below which nothing is tried; null for a 64th of the first rate
    @Kind("goodput")
    record Goodput(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,
            @Default("0.95") @Range(above = 0, below = 1) double targetAttainment,
            @Default("4") @Range(above = 0) int initialStreams,
            @Default("1024") @Range(above = 0) int maxStreams,
            @Default("0.1") @Range(above = 0, atMost = 1) double tolerance,
            @Default("15") @Range(above = 0) int maxProbes,

            @Default("0.95") @Range(atLeast = 0.5, atMost = 0.999)
            double confidence,

            @Default("true") boolean earlyStop,
            @Default("true") boolean spreadStarts,
            @Default("false") boolean reprobe,
            @Default("concurrency") SearchedLoad load,
            @Default("1.0") @Range(above = 0) double initialRate,
            @Default("1024.0") @Range(above = 0) double maxRate,
            @Range(above = 0) @Nullable Double minRate)
            implements ProfileConfig {
        private static final double RATES_BELOW_THE_FIRST = 64;

        public Goodput {
            ordered("initial_streams", initialStreams, "max_streams", maxStreams);
            ordered("initial_rate", initialRate, "max_rate", maxRate);
            if (minRate != null) {
                ordered("min_rate", minRate, "initial_rate", initialRate);
            }
        }

        /// The lowest rate that is tried, in requests per second.
        public double lowestRate() {
            return minRate == null ? initialRate / RATES_BELOW_THE_FIRST : minRate;
        }

        private static void ordered(String lowKey, Number low, String highKey, Number high) {
            if (low.doubleValue() > high.doubleValue()) {
                throw ConfigException.rule(lowKey + " (" + low + ") must not exceed " + highKey + " (" + high + ")");
            }
        }
    }

    /// Searches the load at which more streams stop paying off.
    ///
    /// @param initialStreams the points themselves, or null when `minStreams`, `maxStreams` and `count` are given
    /// @param adaptive whether points around the found one are added
    @Kind("knee")
    record Knee(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,
            @Range(above = 0, minSize = 5) @Nullable List<Integer> initialStreams,
            @Range(above = 0) @Nullable Integer minStreams,
            @Range(above = 0) @Nullable Integer maxStreams,
            @Range(atLeast = 5) @Nullable Integer count,
            @Default("false") boolean adaptive,
            @Default("5") @Range(above = 0) int pointsEachSide,
            @Default("5") @Range(above = 0) int maxStep)
            implements ProfileConfig {
        public Knee {
            initialStreams = initialStreams == null ? null : List.copyOf(initialStreams);
            checkPoints(initialStreams);
            boolean someOfRange = minStreams != null || maxStreams != null || count != null;
            if (initialStreams != null && someOfRange) {
                throw ConfigException.rule("Choose either initial_streams or min_streams, max_streams, and count");
            }
            if (initialStreams == null) {
                if (minStreams == null || maxStreams == null || count == null) {
                    throw ConfigException.rule("Provide initial_streams or all of min_streams, max_streams, and count");
                }
                if (maxStreams <= minStreams) {
                    throw ConfigException.rule("max_streams must be greater than min_streams");
                }
                if (maxStreams - minStreams < count - 1) {
                    throw ConfigException.rule(
                            "The min_streams to max_streams range cannot provide count distinct integer"
                                    + " concurrency points");
                }
            }
        }

        /// The points to start with: as given, or spread evenly from `minStreams` to `maxStreams`.
        public List<Integer> startingStreams() {
            if (initialStreams != null) {
                return initialStreams;
            }
            if (minStreams == null || maxStreams == null || count == null) {
                throw new IllegalStateException("the constructor has checked this");
            }
            long min = minStreams;
            long span = maxStreams - min;
            long gaps = count - 1L;
            return IntStream.range(0, count)
                    .mapToObj(i -> (int) (min + (i * span + gaps / 2) / gaps))
                    .toList();
        }

        private static void checkPoints(@Nullable List<Integer> points) {
            if (points == null) {
                return;
            }
            if (points.stream().distinct().count() != points.size()) {
                throw ConfigException.rule("initial_streams", "Knee detection requires distinct concurrency points");
            }
            for (int i = 1; i < points.size(); i++) {
                if (points.get(i) < points.get(i - 1)) {
                    throw ConfigException.rule(
                            "initial_streams", "Knee detection requires increasing concurrency points");
                }
            }
        }
    }

    /// Sends a trace as it was recorded.
    ///
    /// @param timeScale above 1 is slower than recorded
    /// @param scheduleTurn what a later turn waits for
    /// @param prefixCacheTokens what the server's prefix cache holds, for the hit rate that it could have at
    ///     best; null when unknown
    @Kind("replay")
    record Replay(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,
            @Default("1.0") @Range(above = 0) double timeScale,
            @Default("idle_gap") TurnSchedule scheduleTurn,
            @Range(above = 0) @Nullable Integer prefixCacheTokens)
            implements ProfileConfig {}

    /// One at a time, then all at once, then rates in between.
    ///
    /// @param sweepSize benchmarks in all
    /// @param strategyType arrivals of the benchmarks in between
    /// @param maxConcurrency most requests in flight, null for no limit
    @Kind("sweep")
    record Sweep(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,
            @Default("10") @Range(atLeast = 2) int sweepSize,
            @Default("constant") ArrivalType strategyType,
            @Default("512") @Range(above = 0) @Nullable Integer maxConcurrency)
            implements ProfileConfig {}

    /// One request at a time.
    @Kind("synchronous")
    record Synchronous(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown)
            implements ProfileConfig {}

    /// As many requests as the server takes.
    ///
    /// @param maxConcurrency most requests in flight, null for no limit; must be said
    @Kind("throughput")
    record Throughput(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,
            @Required @Range(above = 0) @Nullable Integer maxConcurrency)
            implements ProfileConfig {}

    /// Open-loop arrivals at random gaps of a gamma distribution: more bursty than a Poisson process, or more regular.
    ///
    /// @param rate requests per second on average, one benchmark per entry
    /// @param burstiness shape of the distribution: 1 is a Poisson process, below 1 comes in bursts, above 1 is
    /// more regular
    /// @param maxConcurrency most requests in flight, null for no limit
    @Kind("gamma")
    record Gamma(
            @Default("0.0") @Range(atLeast = 0) double rampupDuration,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,

            @Prepare(Prepare.Step.NUMBER_LIST) @Range(above = 0)
            List<Double> rate,

            @Default("1.0") @Range(above = 0) double burstiness,
            @Range(above = 0) @Nullable Integer maxConcurrency)
            implements ProfileConfig {
        public Gamma {
            rate = List.copyOf(rate);
        }
    }

    /// One benchmark whose load changes from stage to stage; it ends with the last one.
    ///
    /// @param stages all of rates, or all of streams
    /// @param arrivals how requests spread about the rate
    /// @param burstiness shape of the gaps of `arrivals=gamma`
    /// @param maxConcurrency most requests in flight, null for no limit; with rates only
    @Kind("stages")
    record Stages(
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,
            @Range(minSize = 1) List<LoadStage> stages,
            @Default("constant") ArrivalProcess arrivals,
            @Default("1.0") @Range(above = 0) double burstiness,
            @Range(above = 0) @Nullable Integer maxConcurrency)
            implements ProfileConfig {
        public Stages {
            stages = List.copyOf(stages);
            boolean streams = stages.getFirst().streams() != null;
            if (stages.stream().anyMatch(stage -> (stage.streams() != null) != streams)) {
                throw ConfigException.rule("stages", "either every stage has a rate or every stage has streams");
            }
            if (streams && (maxConcurrency != null || arrivals != ArrivalProcess.CONSTANT)) {
                throw ConfigException.rule("max_concurrency and arrivals go with stages of rates, not of streams");
            }
            double before = 0;
            double most = 0;
            for (int i = 0; i < stages.size(); i++) {
                LoadStage stage = stages.get(i);
                double from = stage.from() == null ? before : stage.from();
                before = loadOf(stage);
                most = Math.max(most, Math.max(before, stage.rampSeconds() > 0 ? from : 0));
                if (stage.curve() == LoadStage.Curve.EXPONENTIAL
                        && stage.rampSeconds() > 0
                        && !(from > 0 && before > 0)) {
                    throw ConfigException.rule(
                            "stages." + i, "an exponential ramp neither begins nor ends at 0; say from, or use linear");
                }
            }
            if (most == 0) {
                throw ConfigException.rule("stages", "at least one stage needs a load above 0");
            }
        }

        @Override
        public double rampupDuration() {
            return 0;
        }

        /// Whether the stages are of streams, not of rates.
        public boolean ofStreams() {
            return stages.getFirst().streams() != null;
        }

        private static double loadOf(LoadStage stage) {
            return stage.rate() != null ? stage.rate() : stage.streams() != null ? stage.streams() : 0;
        }
    }

    /// Open-loop arrivals as a file says: the rate over time, or the time of each request. Ends with the file.
    ///
    /// @param path CSV or JSON Lines with `time` in seconds and, for rates, `rate`
    /// @param between what holds between two lines of rates
    /// @param arrivals how requests spread about the rate
    /// @param burstiness shape of the gaps of `arrivals=gamma`
    /// @param maxConcurrency most requests in flight, null for no limit
    @Kind("timetable")
    record Timetable(
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig warmup,
            @Default("{}") @Prepare(Prepare.Step.PHASE) TransientPhaseConfig cooldown,
            String path,
            @Default("step") Between between,
            @Default("constant") ArrivalProcess arrivals,
            @Default("1.0") @Range(above = 0) double burstiness,
            @Range(above = 0) @Nullable Integer maxConcurrency)
            implements ProfileConfig {
        @Override
        public double rampupDuration() {
            return 0;
        }
    }
}
