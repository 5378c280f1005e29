package dev.guidellm.metrics;

import dev.guidellm.config.MetricsConfig.MeanInterval;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// How often intervals of samples of known distributions hold the truth.
@NullMarked
final class IntervalCoverage {
    private static final double CONFIDENCE = 0.95;

    private IntervalCoverage() {}

    /// Distributions of latencies.
    enum Shape {
        NORMAL("normal", NormalDistribution.of(100, 20)),
        EXPONENTIAL("exponential", ExponentialDistribution.of(100)),
        /// Four of five are quick.
        BIMODAL("bimodal", null),
        LOG_NORMAL_HALF("log-normal, σ 0.5", LogNormalDistribution.of(4.6, 0.5)),
        LOG_NORMAL_ONE("log-normal, σ 1", LogNormalDistribution.of(4.6, 1));

        private static final NormalDistribution QUICK = NormalDistribution.of(100, 10);
        private static final NormalDistribution SLOW = NormalDistribution.of(300, 20);
        private static final double QUICK_SHARE = 0.8;

        private final String text;

        @SuppressWarnings("ImmutableEnumChecker") // the library's distributions do not change
        private final @Nullable ContinuousDistribution distribution;

        Shape(String text, @Nullable ContinuousDistribution distribution) {
            this.text = text;
            this.distribution = distribution;
        }

        String text() {
            return text;
        }

        double draw(SplittableRandom random) {
            double normal = random.nextGaussian();
            return switch (this) {
                case NORMAL -> 100 + 20 * normal;
                case EXPONENTIAL -> -100 * Math.log(1 - random.nextDouble());
                case BIMODAL -> random.nextDouble() < QUICK_SHARE ? 100 + 10 * normal : 300 + 20 * normal;
                case LOG_NORMAL_HALF -> Math.exp(4.6 + 0.5 * normal);
                case LOG_NORMAL_ONE -> Math.exp(4.6 + normal);
            };
        }

        double mean() {
            return distribution == null ? QUICK_SHARE * 100 + (1 - QUICK_SHARE) * 300 : distribution.getMean();
        }

        double quantile(double p) {
            if (distribution != null) {
                return distribution.inverseCumulativeProbability(p);
            }
            double low = 0;
            double high = 500;
            for (int i = 0; i < 100; i++) {
                double middle = (low + high) / 2;
                double below = QUICK_SHARE * QUICK.cumulativeProbability(middle)
                        + (1 - QUICK_SHARE) * SLOW.cumulativeProbability(middle);
                if (below < p) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /// Share of `draws` samples of `n` values whose interval of the mean holds the true one.
    static double ofMean(Shape shape, int n, int draws, MeanInterval method) {
        double truth = shape.mean();
        int held = 0;
        for (int draw = 0; draw < draws; draw++) {
            WeightedValues values = sample(shape, n, draw);
            Intervals intervals = new Intervals(CONFIDENCE, method, draw);
            held += holds(Distribution.summarize(values, intervals).meanInterval(), truth) ? 1 : 0;
        }
        return held / (double) draws;
    }

    /// The same of a percentile.
    static double ofPercentile(Shape shape, Percentile percentile, int n, int draws) {
        double truth = shape.quantile(percentile.quantile());
        int held = 0;
        for (int draw = 0; draw < draws; draw++) {
            WeightedValues values = sample(shape, n, draw);
            values.sort();
            held += holds(ConfidenceIntervals.percentiles(values, CONFIDENCE).get(percentile), truth) ? 1 : 0;
        }
        return held / (double) draws;
    }

    /// The same of the share of requests that keep an objective.
    static double ofShare(double share, int n, int draws) {
        int held = 0;
        for (int draw = 0; draw < draws; draw++) {
            SplittableRandom random = new SplittableRandom(draw);
            int kept = 0;
            for (int i = 0; i < n; i++) {
                kept += random.nextDouble() < share ? 1 : 0;
            }
            held += holds(ConfidenceIntervals.proportion(kept, n, CONFIDENCE), share) ? 1 : 0;
        }
        return held / (double) draws;
    }

    private static WeightedValues sample(Shape shape, int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WeightedValues values = new WeightedValues(n);
        for (int i = 0; i < n; i++) {
            values.add(shape.draw(random), 1);
        }
        return values;
    }

    private static boolean holds(@Nullable ConfidenceInterval interval, double truth) {
        return interval != null && interval.lower() <= truth && truth <= interval.upper();
    }
}
