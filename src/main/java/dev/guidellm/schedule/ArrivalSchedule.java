package dev.guidellm.schedule;

import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/// When requests are due, in seconds after the strategy's start: one sequence for the whole benchmark, in order.
///
/// Not safe for several threads.
public interface ArrivalSchedule {

    /// The next request's due time; never less than the one before. Positive infinity when no more are due.
    double next();

    /// Whether all further requests are due at the same time as the last one returned: from there on only free
    /// slots hold requests back.
    boolean settled();

    /// The schedule of `strategy`; null when its requests are due as soon as a stream is free, or each at a time of
    /// its own.
    static @Nullable ArrivalSchedule of(SchedulingStrategy strategy) {
        return switch (strategy) {
            case SchedulingStrategy.Synchronous _ -> null;
            case SchedulingStrategy.Concurrent _ -> null;
            case SchedulingStrategy.Throughput burst -> burst(burst.resolvedRequestLimit(), burst.rampupSeconds());
            case SchedulingStrategy.Constant even -> constant(even.ratePerSecond(), even.rampupSeconds());
            case SchedulingStrategy.Poisson random ->
                poisson(random.ratePerSecond(), random.rampupSeconds(), random.randomSeed());
            case SchedulingStrategy.Gamma random ->
                random(
                        random.ratePerSecond(),
                        random.rampupSeconds(),
                        new ArrivalGaps(random.burstiness(), random.randomSeed()));
            case SchedulingStrategy.Stages stages -> staged(stages.stages(), stages.gaps());
            case SchedulingStrategy.StreamStages _ -> null;
            case SchedulingStrategy.Recorded recorded -> recorded(recorded.offsets());
            case SchedulingStrategy.Trace _ -> null;
        };
    }

    /// Request `k` (from 1) is due when a rate that grows evenly from 0 to `ratePerSecond` over `rampupSeconds`,
    /// and stays there, has produced `k` requests: without ramp-up at `k / rate`.
    static ArrivalSchedule constant(double ratePerSecond, double rampupSeconds) {
        return new ArrivalSchedule() {
            private long count;

            @Override
            public double next() {
                count++;
                return ramped(count / ratePerSecond, rampupSeconds);
            }

            @Override
            public boolean settled() {
                return false;
            }
        };
    }

    /// A Poisson process; during the ramp-up an inhomogeneous one whose rate grows evenly. The gaps are those that
    /// Python's `random.Random(seed).expovariate(rate)` gives.
    static ArrivalSchedule poisson(double ratePerSecond, double rampupSeconds, long seed) {
        return random(ratePerSecond, rampupSeconds, ArrivalGaps.exponential(seed));
    }

    /// Arrivals at random gaps; during the ramp-up the gaps are stretched as the rate is lower.
    static ArrivalSchedule random(double ratePerSecond, double rampupSeconds, ArrivalGaps gaps) {
        DoubleSupplier sampler = gaps.sampler();
        return new ArrivalSchedule() {
            private double unramped;

            @Override
            public double next() {
                unramped += sampler.getAsDouble() / ratePerSecond;
                return ramped(unramped, rampupSeconds);
            }

            @Override
            public boolean settled() {
                return false;
            }
        };
    }

    /// Arrivals at a rate that changes over time, until the last stage ends. With even gaps request `k` (from 1) is
    /// due when the rate has produced `k` requests; random gaps are stretched in the same way, which makes an
    /// inhomogeneous Poisson process of exponential ones.
    static ArrivalSchedule staged(List<RateStage> stages, ArrivalGaps gaps) {
        RateCurve curve = new RateCurve(stages);
        DoubleSupplier sampler = gaps.sampler();
        return new ArrivalSchedule() {
            private double count;

            @Override
            public double next() {
                count += sampler.getAsDouble();
                return curve.timeOf(count);
            }

            @Override
            public boolean settled() {
                return false;
            }
        };
    }

    /// Arrivals at given times.
    ///
    /// @param offsets in ascending order
    static ArrivalSchedule recorded(List<Double> offsets) {
        return new ArrivalSchedule() {
            private int index;

            @Override
            public double next() {
                return index < offsets.size() ? offsets.get(index++) : Double.POSITIVE_INFINITY;
            }

            @Override
            public boolean settled() {
                return false;
            }
        };
    }

    /// Request `k` (from 1) is due at `rampupSeconds * k / limit`, and from the `limit`-th on at `rampupSeconds`.
    static ArrivalSchedule burst(int limit, double rampupSeconds) {
        return new ArrivalSchedule() {
            private long count;

            @Override
            public double next() {
                count = Math.min(limit, count + 1);
                return rampupSeconds * count / limit;
            }

            @Override
            public boolean settled() {
                return count == limit || (rampupSeconds == 0 && count > 0);
            }
        };
    }

    /// When stream `index` (from 0) of `strategy` sends its first request. From then on it sends the next as soon
    /// as one has ended.
    static double streamOpening(SchedulingStrategy strategy, int index) {
        return strategy instanceof SchedulingStrategy.Concurrent(int streams, double rampup)
                ? rampup * index / streams
                : 0;
    }

    /// When an arrival is due that a full rate from the start would bring after `seconds`, if the rate grows
    /// evenly from 0 during the first `rampupSeconds` instead.
    ///
    /// The ramp brings `rate · t² / (2 · rampup)` arrivals by `t`, in all half of what the full rate would.
    private static double ramped(double seconds, double rampupSeconds) {
        return seconds <= rampupSeconds / 2 ? Math.sqrt(2 * seconds * rampupSeconds) : seconds + rampupSeconds / 2;
    }
}
