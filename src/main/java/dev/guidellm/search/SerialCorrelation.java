package dev.guidellm.search;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// How alike neighbours in a series are, and so as how many independent values they count.
///
/// An autoregression is fitted by the equations of Yule and Walker (Durbin's recursion), its order chosen by
/// Akaike's criterion, and the variance of a mean taken from it: the spectral method of Heidelberger and Welch, "A
/// spectral method for confidence interval generation and run length control in simulations", Comm. ACM 24 (1981),
/// 233–245.
public final class SerialCorrelation {
    private static final int HIGHEST_ORDER = 20;
    private static final int VALUES_PER_ORDER = 8;
    private static final double NEGLIGIBLE = 1e-3;
    /// A correlation nearer to ±1 is taken for this: at 1 the joint density has no values.
    private static final double NEARLY_ONE = 0.999999;

    private static final int SIMPSON_STEPS = 16;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final int size;
    private final double mean;
    private final double deviation;
    private final double[] coefficients;
    /// From lag 1 on, at least one per coefficient.
    private final double[] correlations;

    private SerialCorrelation(int size, double mean, double deviation, double[] coefficients, double[] correlations) {
        this.size = size;
        this.mean = mean;
        this.deviation = deviation;
        this.coefficients = coefficients;
        this.correlations = correlations;
    }

    /// Fits a series. One that is short, or does not vary, counts as uncorrelated.
    ///
    /// @param series in order of time, not empty
    public static SerialCorrelation of(double... series) {
        int n = series.length;
        int lags = Math.min(HIGHEST_ORDER, n / VALUES_PER_ORDER);
        double mean = Arrays.stream(series).sum() / n;
        double variance = covariance(series, mean, 0);
        double deviation = Math.sqrt(variance);
        if (!(deviation > Math.ulp(mean)) || lags == 0) {
            return new SerialCorrelation(n, mean, deviation, new double[0], new double[0]);
        }
        double[] correlations = new double[lags];
        for (int lag = 1; lag <= lags; lag++) {
            correlations[lag - 1] = covariance(series, mean, lag) / variance;
        }
        return new SerialCorrelation(n, mean, deviation, fit(correlations, n), correlations);
    }

    /// How far `limit` is from the mean, in standard deviations; infinite or NaN where nothing varies.
    double distance(double limit) {
        return Math.abs(limit - mean) / deviation;
    }

    /// By how much the variance of the series' mean exceeds that of as many independent values; at least 1.
    public double inflation() {
        double sum = 0;
        double explained = 0;
        for (int i = 0; i < coefficients.length; i++) {
            sum += coefficients[i];
            explained += coefficients[i] * correlations[i];
        }
        return Math.max(1, (1 - explained) / ((1 - sum) * (1 - sum)));
    }

    /// The same for the share of values beyond a limit, if the values are normal.
    ///
    /// @param distance of the limit from the mean, in standard deviations
    public double inflationOfShare(double distance) {
        int order = coefficients.length;
        if (order == 0) {
            return 1;
        }
        double[] latest = new double[order];
        double inflation = 1;
        for (int lag = 1; lag < size; lag++) {
            double correlation = 0;
            if (lag <= order) {
                correlation = correlations[lag - 1];
            } else {
                for (int j = 1; j <= order; j++) {
                    correlation += coefficients[j - 1] * latest[(lag - j) % order];
                }
                if (Math.abs(correlation) < NEGLIGIBLE) {
                    break;
                }
            }
            latest[lag % order] = correlation;
            inflation += 2 * correlationOfShare(distance, correlation);
        }
        return Math.max(1, inflation);
    }

    /// How alike two normal values are in being beyond a limit: much less than the values themselves where the
    /// limit is far.
    ///
    /// The excess of their joint probability is the integral of the joint density over the correlation, from 0 on
    /// (Sheppard 1899), here with its sine substituted, by Simpson's rule.
    ///
    /// @param distance of the limit from the mean, in standard deviations
    /// @param correlation of the two values
    /// @return correlation of the two indicators
    static double correlationOfShare(double distance, double correlation) {
        double beyond = NORMAL.survivalProbability(Math.abs(distance));
        double variance = beyond * (1 - beyond);
        if (!(variance > 0) || correlation == 0) {
            return 0;
        }
        double angle = Math.asin(Math.clamp(correlation, -NEARLY_ONE, NEARLY_ONE));
        double sum = 0;
        for (int i = 0; i <= SIMPSON_STEPS; i++) {
            double weight = i == 0 || i == SIMPSON_STEPS ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * Math.exp(-distance * distance / (1 + Math.sin(angle * i / SIMPSON_STEPS)));
        }
        return sum * angle / (3 * SIMPSON_STEPS) / (2 * Math.PI) / variance;
    }

    private static double covariance(double[] series, double mean, int lag) {
        double sum = 0;
        for (int i = lag; i < series.length; i++) {
            sum += (series[i] - mean) * (series[i - lag] - mean);
        }
        return sum / series.length;
    }

    private static double[] fit(double[] correlations, int n) {
        double[] best = new double[0];
        double lowest = 0;
        double[] current = new double[0];
        double residual = 1;
        for (int order = 1; order <= correlations.length; order++) {
            double partial = correlations[order - 1];
            for (int i = 0; i < order - 1; i++) {
                partial -= current[i] * correlations[order - 2 - i];
            }
            partial /= residual;
            double[] longer = Arrays.copyOf(current, order);
            for (int i = 0; i < order - 1; i++) {
                longer[i] -= partial * current[order - 2 - i];
            }
            longer[order - 1] = partial;
            current = longer;
            residual *= 1 - partial * partial;
            if (!(residual > 0)) {
                break;
            }
            double criterion = n * Math.log(residual) + 2.0 * order;
            if (criterion < lowest) {
                lowest = criterion;
                best = current;
            }
        }
        return best;
    }
}
