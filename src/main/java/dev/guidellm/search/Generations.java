package dev.guidellm.search;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/// What requests that are in flight together have in common: the values of a series in blocks of as many as there
/// are streams (batch means), with the doubt that few blocks leave.
///
/// A server serves its requests together, so that a slow moment slows all of them. Of a few blocks that may not
/// show: what they have in common is therefore taken at the upper end of what the blocks allow (one-sided, 95 %),
/// and how far one block resembles the next by one standard deviation too high.
///
/// @param count number of blocks, at least 2
/// @param position of the limit 0 above the mean, in standard deviations of a value; not finite where nothing
///     varies
/// @param reach how far off the position may be, by what the blocks allow (one-sided, 95 %)
/// @param common correlation of two values of a block, 0 to 1
/// @param next correlation of two neighbouring blocks' means, 0 to below 1
record Generations(int count, double position, double reach, double common, double next) {
    private static final double DOUBT = 0.05;
    private static final double CLOSEST = 0.95;
    private static final double NEGLIGIBLE = 1e-3;

    /// @param series in order of time
    /// @param size values of a block; at least two blocks must be there, of which the latest values are taken
    static Generations of(double[] series, int size) {
        int count = series.length / size;
        int first = series.length - count * size;
        double[] means = new double[count];
        double mean = 0;
        for (int i = 0; i < count * size; i++) {
            means[i / size] += series[first + i] / size;
            mean += series[first + i] / (count * size);
        }
        double within = 0;
        for (int i = 0; i < count * size; i++) {
            double off = series[first + i] - means[i / size];
            within += off * off;
        }
        within /= Math.max(1, count * (size - 1));
        double between = 0;
        double neighbours = 0;
        for (int i = 0; i < count; i++) {
            between += (means[i] - mean) * (means[i] - mean);
            neighbours += i == 0 ? 0 : (means[i] - mean) * (means[i - 1] - mean);
        }
        double next = between > 0 ? next(neighbours / between, count) : 0;
        double common = size == 1
                ? 0
                : Math.max(
                        0,
                        between / ChiSquaredDistribution.of(count - 1.0).inverseCumulativeProbability(DOUBT)
                                - within / size);
        double variance = size == 1 ? between / (count - 1) : within + common;
        double meanError = Math.sqrt(between / (count - 1) / count * (1 + next) / (1 - next));
        double reach = TDistribution.of(count - 1.0).inverseCumulativeProbability(1 - DOUBT) * meanError;
        return new Generations(
                count,
                -mean / Math.sqrt(variance),
                reach / Math.sqrt(variance),
                variance > 0 ? common / variance : 0,
                next);
    }

    /// How far `other` is from the position, in standard deviations, at the near end of what the blocks allow.
    double distance(double other) {
        return Math.max(0, Math.abs(position - other) - reach);
    }

    /// By how much the variance of the share of values beyond a limit exceeds that of independent ones.
    ///
    /// @param limitDistance of the limit from the mean, in standard deviations
    double inflationOfShare(double limitDistance, int size) {
        double after = 1;
        for (double alike = next; alike > NEGLIGIBLE; alike *= next) {
            after += 2 * SerialCorrelation.correlationOfShare(limitDistance, alike);
        }
        return (1 + (size - 1) * SerialCorrelation.correlationOfShare(limitDistance, common)) * after;
    }

    /// A sample's first autocorrelation is too low by about (1 + 3ρ)/n (Kendall 1954; Marriott and Pope 1954) and
    /// uncertain by about 1/√n; both are added.
    private static double next(double estimate, int count) {
        return Math.clamp(estimate + (1 + 3 * estimate) / count + 1 / Math.sqrt(count), 0, CLOSEST);
    }
}
