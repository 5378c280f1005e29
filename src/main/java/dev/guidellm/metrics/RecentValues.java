package dev.guidellm.metrics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The latest values of a measure, for a display of how things are now. A few kilobytes, however many come; fed by
/// one thread.
final class RecentValues {
    private static final int MOST = 512;
    private static final int FEWEST = 20;
    private static final double LONGEST_SECONDS = 10;

    private final double[] moments = new double[MOST];
    private final double[] values = new double[MOST];
    private long added;

    /// Takes a value; NaN is none.
    ///
    /// @param moment when it came, in seconds; hardly ever before the one before
    void add(double moment, double value) {
        if (Double.isNaN(moment) || Double.isNaN(value)) {
            return;
        }
        int place = (int) (added++ % MOST);
        moments[place] = moment;
        values[place] = value;
    }

    /// Of the last ten seconds, and at least of the latest 20 values; null without any.
    ///
    /// @param now in seconds
    @Nullable
    RecentPercentiles at(double now) {
        int kept = (int) Math.min(added, MOST);
        int count = 0;
        while (count < kept && (count < FEWEST || moments[place(count)] >= now - LONGEST_SECONDS)) {
            count++;
        }
        if (count == 0) {
            return null;
        }
        double[] sorted = new double[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = values[place(i)];
        }
        Arrays.sort(sorted);
        return new RecentPercentiles(percentile(sorted, 50), percentile(sorted, 95));
    }

    /// Where the value that came `back` values before the latest is.
    private int place(int back) {
        return (int) ((added - 1 - back) % MOST);
    }

    /// The smallest value with at least so many of a hundred at or below it.
    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.ceilDiv(sorted.length * percent, 100) - 1];
    }
}
