package dev.guidellm.schedule;

import org.jspecify.annotations.Nullable;

/// When requests are due, in seconds after the strategy's start: one sequence for the whole benchmark, in order.
///
/// Not safe for several threads.
public interface ArrivalSchedule {

    /// The next request's due time; never less than the one before.
    double next();

    /// Whether all further requests are due at the same time as the last one returned: from there on only free slots
    /// hold requests back.
    boolean settled();

    /// The schedule of `strategy`; null when its requests are due as soon as a stream is free.
    static @Nullable ArrivalSchedule of(SchedulingStrategy strategy) {
        return switch (strategy) {
            case SchedulingStrategy.Synchronous _ -> null;
            case SchedulingStrategy.Concurrent _ -> null;
            case SchedulingStrategy.Throughput burst -> burst(burst.resolvedRequestLimit(), burst.rampupSeconds());
            case SchedulingStrategy.Constant even -> constant(even.ratePerSecond(), even.rampupSeconds());
            case SchedulingStrategy.Poisson random ->
                poisson(random.ratePerSecond(), random.rampupSeconds(), random.randomSeed());
        };
    }

    /// Request `k` (from 1) is due when a rate that grows evenly from 0 to `ratePerSecond` over `rampupSeconds`, and
    /// stays there, has produced `k` requests: without ramp-up at `k / rate`.
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
        MersenneTwister random = new MersenneTwister(seed);
        return new ArrivalSchedule() {
            private double unramped;

            @Override
            public double next() {
                unramped -= Math.log(1 - random.nextDouble()) / ratePerSecond;
                return ramped(unramped, rampupSeconds);
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

    /// When stream `index` (from 0) of `strategy` sends its first request. From then on it sends the next as soon as
    /// one has ended.
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
