package dev.guidellm.search;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.NullMarked;

/// Standard normal scores of requests in the order of their ends, more or less alike.
@NullMarked
enum SimulatedScores {
    INDEPENDENT {
        @Override
        DoubleSupplier series(int streams, SplittableRandom random) {
            return random::nextGaussian;
        }
    },
    /// Each resembles the one before: a correlation of 0.8.
    NEIGHBOURS {
        @Override
        DoubleSupplier series(int streams, SplittableRandom random) {
            return chain(0.8, random);
        }
    },
    /// Each resembles its stream's last one: 0.8.
    STREAMS {
        @Override
        DoubleSupplier series(int streams, SplittableRandom random) {
            DoubleSupplier[] chains = new DoubleSupplier[streams];
            for (int i = 0; i < streams; i++) {
                chains[i] = chain(0.8, random);
            }
            int[] next = {0};
            return () -> chains[next[0]++ % streams].getAsDouble();
        }
    },
    /// All that are in flight together share a fifth of their variance, half of which stays for the next ones.
    GENERATIONS {
        @Override
        DoubleSupplier series(int streams, SplittableRandom random) {
            DoubleSupplier common = chain(0.5, random);
            double[] shared = {0};
            int[] next = {0};
            return () -> {
                if (next[0]++ % streams == 0) {
                    shared[0] = common.getAsDouble();
                }
                return Math.sqrt(0.2) * shared[0] + Math.sqrt(0.8) * random.nextGaussian();
            };
        }
    };

    abstract DoubleSupplier series(int streams, SplittableRandom random);

    private static DoubleSupplier chain(double correlation, SplittableRandom random) {
        double[] last = {random.nextGaussian()};
        return () -> {
            last[0] = correlation * last[0] + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            return last[0];
        };
    }
}
