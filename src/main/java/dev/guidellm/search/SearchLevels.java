package dev.guidellm.search;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Which levels of load a search may try, and which one is next.
public sealed interface SearchLevels {

    /// Where a search begins.
    double first();

    /// The level above which nothing is tried.
    double highest();

    /// The level below which nothing is tried.
    double lowest();

    /// The next level while all have passed: twice as high, at most the highest.
    default double above(double level) {
        return Math.min(level * 2, highest());
    }

    /// The next level while all have failed: half as high, at least the lowest.
    double below(double level);

    /// The level in the middle between one that passed and one that failed.
    double between(double passed, double failed);

    /// Whether the two are so near each other that the search is done.
    boolean close(double passed, double failed);

    /// Numbers of streams: whole, from 1 on.
    ///
    /// @param tolerance share of the level that passed by which the one that failed may be higher in the end
    record Streams(int start, int most, double tolerance) implements SearchLevels {
        @Override
        public double first() {
            return start;
        }

        @Override
        public double highest() {
            return most;
        }

        @Override
        public double lowest() {
            return 1;
        }

        @Override
        public double below(double level) {
            return Math.floor(level / 2);
        }

        @Override
        public double between(double passed, double failed) {
            return Math.floor((passed + failed) / 2);
        }

        @Override
        public boolean close(double passed, double failed) {
            return failed - passed <= Math.max(1, tolerance * passed);
        }
    }

    /// Rates, of four significant digits so that they can be read and typed.
    ///
    /// @param tolerance share of the level that passed by which the one that failed may be higher in the end
    record Rates(double first, double highest, double lowest, double tolerance) implements SearchLevels {
        private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

        @Override
        public double below(double level) {
            return Math.max(level / 2, lowest);
        }

        @Override
        public double between(double passed, double failed) {
            double middle = new BigDecimal((passed + failed) / 2).round(DIGITS).doubleValue();
            return middle > passed && middle < failed ? middle : (passed + failed) / 2;
        }

        @Override
        public boolean close(double passed, double failed) {
            return failed - passed <= tolerance * passed;
        }
    }
}
