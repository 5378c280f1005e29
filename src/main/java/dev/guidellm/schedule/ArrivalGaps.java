package dev.guidellm.schedule;

import java.util.function.DoubleSupplier;

/// How the gaps between arrivals spread about their mean: a gamma distribution, as in `vllm bench serve --burstiness`.
///
/// The coefficient of variation of the gaps is `1 / sqrt(burstiness)`: below 1 arrivals come in bursts, 1 is a Poisson
/// process, above 1 they are more regular, and infinity stands for even gaps.
///
/// @param burstiness shape of the gamma distribution, above 0
/// @param randomSeed makes the gaps repeatable
public record ArrivalGaps(double burstiness, long randomSeed) {
    /// All alike.
    public static final ArrivalGaps EVEN = new ArrivalGaps(Double.POSITIVE_INFINITY, 0);

    public ArrivalGaps {
        if (!(burstiness > 0)) {
            throw new IllegalArgumentException("burstiness must be above 0, got " + burstiness);
        }
    }

    /// Those of a Poisson process.
    public static ArrivalGaps exponential(long seed) {
        return new ArrivalGaps(1, seed);
    }

    /// Whether chance has no part.
    public boolean even() {
        return Double.isInfinite(burstiness);
    }

    /// A fresh sequence of gaps with the mean 1. Those of a burstiness of 1 are what Python's
    /// `random.Random(seed).expovariate(1)` gives.
    DoubleSupplier sampler() {
        if (even()) {
            return () -> 1;
        }
        MersenneTwister random = new MersenneTwister(randomSeed);
        if (burstiness == 1) {
            return () -> -Math.log(1 - random.nextDouble());
        }
        return new GammaSampler(burstiness, random);
    }

    /// Marsaglia and Tsang, "A simple method for generating gamma variables" (2000); a shape below 1 by their
    /// `gamma(a) = gamma(a + 1) · U^(1/a)`. Scaled to the mean 1.
    private static final class GammaSampler implements DoubleSupplier {
        private final double shape;
        private final double d;
        private final double c;
        private final MersenneTwister random;

        GammaSampler(double shape, MersenneTwister random) {
            this.shape = shape;
            this.random = random;
            d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3;
            c = 1 / Math.sqrt(9 * d);
        }

        @Override
        public double getAsDouble() {
            double boost = shape < 1 ? Math.pow(1 - random.nextDouble(), 1 / shape) : 1;
            while (true) {
                double normal = normal();
                double v = 1 + c * normal;
                if (v <= 0) {
                    continue;
                }
                v = v * v * v;
                double u = 1 - random.nextDouble();
                if (Math.log(u) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) {
                    return d * v * boost / shape;
                }
            }
        }

        /// Box and Muller; the second value is let go, so that each draw takes the same two numbers.
        private double normal() {
            double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
            return radius * Math.cos(2 * Math.PI * random.nextDouble());
        }
    }
}
