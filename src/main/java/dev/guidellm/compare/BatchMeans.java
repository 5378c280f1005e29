package dev.guidellm.compare;

import dev.guidellm.search.SerialCorrelation;
import org.apache.commons.statistics.distribution.TDistribution;

/// How sure a mean over the requests of one run is, although they depend on each other: a slow moment of the server
/// slows many requests at once.
///
/// The requests are cut, in order of time, into batches of equal size, whose means are nearly independent when a
/// batch is longer than the dependence lasts. Their spread gives the variance of the mean (Schmeiser, Batch size
/// effects in the analysis of simulation output, Operations Research 30, 1982, who finds 10 to 30 batches enough).
/// While neighbouring batches still look alike (von Neumann's ratio, that is their serial correlation), fewer and
/// longer ones are taken; the last resort is a warning. The variance is never taken below that of independent
/// requests, nor below what an autoregression makes of it, so that the method can only widen an interval.
///
/// @param variance of the mean
/// @param degrees of freedom of that variance
/// @param effective as many independent requests would give this variance; at most the number of requests
/// @param stillCorrelated whether even the longest batches look alike
record BatchMeans(double variance, double degrees, double effective, boolean stillCorrelated) {
    private static final int FEWEST_REQUESTS = 20;
    private static final int REQUESTS_PER_BATCH = 5;
    private static final int FEWEST_BATCHES = 10;
    private static final int[] BATCHES = {30, 20, FEWEST_BATCHES};
    /// One-sided 5 % point of the normal distribution.
    private static final double SUSPICION = 1.645;

    private static final double NORMAL_QUANTILE = 1.959964;

    /// Which part of the requests the independent ones are: 1 where they are all worth what independent ones are,
    /// else less also for the uncertainty of that finding, by the squared ratio of the normal to Student's
    /// quantile (Korn and Graubard, Confidence intervals for proportions with small expected number of positive
    /// counts, Survey Methodology 24, 1998).
    double worth(int requests) {
        double part = part(requests);
        if (part >= 1) {
            return 1;
        }
        double ratio = NORMAL_QUANTILE / TDistribution.of(degrees).inverseSurvivalProbability(0.025);
        return part * ratio * ratio;
    }

    /// The part of the requests that tell as much, were they independent.
    double part(int requests) {
        return effective / requests;
    }

    /// The variance of the mean, were that part another one.
    double variance(double part, int requests) {
        return variance * part(requests) / part;
    }

    /// Of the weighted mean of a sample of at least two.
    static BatchMeans of(Sample sample) {
        double mean = sample.mean();
        int n = sample.size();
        double weight = sample.weightSum() / n;
        double[] residuals = new double[n];
        for (int i = 0; i < n; i++) {
            // the ratio of two sums, linearised: its variance is that of the mean of these
            residuals[i] = sample.weights()[i] * (sample.values()[i] - mean) / weight;
        }
        return ofResiduals(residuals);
    }

    /// Of the mean of values whose sum is 0.
    static BatchMeans ofResiduals(double[] residuals) {
        int n = residuals.length;
        double independent = sumOfSquares(residuals) / (n - 1) / n;
        if (n < FEWEST_REQUESTS) {
            return new BatchMeans(independent, n - 1, n, false);
        }
        double[] means = residuals;
        boolean correlated = true;
        for (int batches : BATCHES) {
            if (batches > FEWEST_BATCHES && n < batches * REQUESTS_PER_BATCH) {
                continue;
            }
            means = batchMeans(residuals, batches);
            correlated = serialCorrelation(means) > SUSPICION / Math.sqrt(batches);
            if (!correlated) {
                break;
            }
        }
        int batches = means.length;
        double grand = 0;
        for (double mean : means) {
            grand += mean / batches;
        }
        double spread = 0;
        for (double mean : means) {
            spread += (mean - grand) * (mean - grand);
        }
        double ofBatches = spread / (batches - 1) / batches;
        double variance = Math.max(
                Math.max(independent, ofBatches),
                independent * SerialCorrelation.of(residuals).inflation());
        double effective = variance > 0 ? n * independent / variance : n;
        return new BatchMeans(variance, batches - 1, effective, correlated);
    }

    /// Means of batches as equal in size as can be.
    private static double[] batchMeans(double[] values, int batches) {
        double[] means = new double[batches];
        for (int batch = 0; batch < batches; batch++) {
            int from = (int) ((long) values.length * batch / batches);
            int to = (int) ((long) values.length * (batch + 1) / batches);
            for (int i = from; i < to; i++) {
                means[batch] += values[i] / (to - from);
            }
        }
        return means;
    }

    /// Of neighbours; 0 for equal values.
    private static double serialCorrelation(double[] values) {
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        double together = 0;
        double spread = 0;
        for (int i = 0; i < values.length; i++) {
            spread += (values[i] - mean) * (values[i] - mean);
            together += i == 0 ? 0 : (values[i] - mean) * (values[i - 1] - mean);
        }
        return spread == 0 ? 0 : together / spread;
    }

    private static double sumOfSquares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }
}
