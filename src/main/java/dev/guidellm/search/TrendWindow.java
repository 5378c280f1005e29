package dev.guidellm.search;

import java.math.BigInteger;
import java.util.Arrays;

/// The latest samples of a series, and whether they rise along a straight line.
///
/// Samples come and go by the thousand per second, so only sums are kept up to date, in whole billionths: these
/// sums are exact, however long the series has run. Not for several threads.
public final class TrendWindow {
    private static final double UNIT = 1e9;
    /// Below this neither a spread nor a slope is told from zero.
    private static final double FLOOR = 1e-12;

    private static final int FEWEST = 3;

    private final double confidence;
    private final double largestMargin;
    private final WideSum sumX = new WideSum();
    private final WideSum sumY = new WideSum();
    private final WideSum sumXx = new WideSum();
    private final WideSum sumXy = new WideSum();
    private final WideSum sumYy = new WideSum();

    // A ring: the oldest sample is at `first`.
    private long[] xs = new long[64];
    private long[] ys = new long[64];
    private boolean[] marks = new boolean[64];
    private int first;
    private int size;
    private int marked;
    private long added;
    private double slope = Double.NaN;
    private double marginOfError = Double.NaN;

    /// @param confidence of the margin of error, above 0 and below 1
    /// @param largestMargin margin of error, as a multiple of the slope, from which on nothing is concluded
    public TrendWindow(double confidence, double largestMargin) {
        this.confidence = confidence;
        this.largestMargin = largestMargin;
    }

    /// Adds a sample.
    ///
    /// @param x not below that of the sample before
    /// @param mark whether it is one of those that [#marked] counts
    public void add(double x, double y, boolean mark) {
        if (size == xs.length) {
            grow();
        }
        int place = (first + size) % xs.length;
        long wholeX = Math.round(x * UNIT);
        long wholeY = Math.round(y * UNIT);
        xs[place] = wholeX;
        ys[place] = wholeY;
        marks[place] = mark;
        size++;
        added++;
        marked += mark ? 1 : 0;
        sumX.addProduct(wholeX, 1);
        sumY.addProduct(wholeY, 1);
        sumXx.addProduct(wholeX, wholeX);
        sumXy.addProduct(wholeX, wholeY);
        sumYy.addProduct(wholeY, wholeY);
    }

    /// Drops the oldest samples: all but the latest so many, and those further than `reach` before `x`.
    public void keep(long latest, double x, double reach) {
        long wholeX = Math.round(x * UNIT);
        double wholeReach = reach * UNIT;
        while (size > latest || (size > 0 && wholeX - xs[first] > wholeReach)) {
            dropOldest();
        }
    }

    /// Samples in the window.
    public int size() {
        return size;
    }

    /// Marked samples in the window.
    public int marked() {
        return marked;
    }

    /// Samples ever added.
    public long added() {
        return added;
    }

    /// Fits a line, and says whether it surely rises. With less than three samples nothing is fitted.
    ///
    /// @param effectiveSamples as how many independent samples those in the window count
    public boolean rises(double effectiveSamples) {
        if (effectiveSamples < FEWEST || size == 0) {
            return false;
        }
        BigInteger n = BigInteger.valueOf(size);
        BigInteger x = sumX.value();
        BigInteger y = sumY.value();
        // Each is the centred sum, times the number of samples.
        BigInteger xx = n.multiply(sumXx.value()).subtract(x.multiply(x));
        BigInteger xy = n.multiply(sumXy.value()).subtract(x.multiply(y));
        BigInteger yy = n.multiply(sumYy.value()).subtract(y.multiply(y));
        double scale = size * UNIT * UNIT;
        double spread = Math.max(xx.doubleValue() / scale, FLOOR);
        slope = xy.doubleValue() / scale / spread;
        double residual = xx.signum() == 0
                ? yy.doubleValue() / scale
                : yy.multiply(xx).subtract(xy.multiply(xy)).doubleValue() / xx.doubleValue() / scale;
        double degrees = effectiveSamples - 2;
        double standardError = Math.sqrt(residual / degrees / spread);
        double factor = StudentT.approximateQuantile(1 - (1 - confidence) / 2, degrees);
        marginOfError = factor * standardError / Math.max(slope, FLOOR);
        return slope > 0 && marginOfError < largestMargin;
    }

    /// Slope of the line fitted last; NaN before the first.
    public double slope() {
        return slope;
    }

    /// Margin of error of the last slope as a multiple of it; NaN before the first.
    public double marginOfError() {
        return marginOfError;
    }

    private void dropOldest() {
        long x = xs[first];
        long y = ys[first];
        sumX.subtractProduct(x, 1);
        sumY.subtractProduct(y, 1);
        sumXx.subtractProduct(x, x);
        sumXy.subtractProduct(x, y);
        sumYy.subtractProduct(y, y);
        marked -= marks[first] ? 1 : 0;
        first = (first + 1) % xs.length;
        size--;
    }

    private void grow() {
        int tail = xs.length - first;
        long[] moreXs = Arrays.copyOfRange(xs, first, first + 2 * xs.length);
        long[] moreYs = Arrays.copyOfRange(ys, first, first + 2 * ys.length);
        boolean[] moreMarks = Arrays.copyOfRange(marks, first, first + 2 * marks.length);
        System.arraycopy(xs, 0, moreXs, tail, first);
        System.arraycopy(ys, 0, moreYs, tail, first);
        System.arraycopy(marks, 0, moreMarks, tail, first);
        xs = moreXs;
        ys = moreYs;
        marks = moreMarks;
        first = 0;
    }
}
