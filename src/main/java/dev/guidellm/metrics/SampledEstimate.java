package dev.guidellm.metrics;

import dev.guidellm.config.SampledFigure;
import dev.guidellm.search.SerialCorrelation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A figure of the requests so far, and how sure it is.
///
/// The interval is that of the report, widened where neighbouring requests are alike: it is computed as if there
/// were only as many requests as they are worth in independent ones (see [SerialCorrelation]).
///
/// @param value in the unit of the metric's short name; NaN without requests
/// @param interval null where there are too few requests for one
/// @param requests requests that were measured
/// @param independentRequests as how many independent ones they count, at most `requests`
public record SampledEstimate(
        double value, @Nullable ConfidenceInterval interval, int requests, double independentRequests) {
    private static final double MILLIS = 1000;

    /// Width of the interval from end to end, as a share of the value; null where there is none.
    public @Nullable Double relativeWidth() {
        if (interval == null || !(value > 0)) {
            return null;
        }
        return (interval.upper() - interval.lower()) / value;
    }

    /// The estimate from the rows that belong to a window.
    static SampledEstimate of(
            RequestColumns columns, MeasurementWindow window, SampledFigure figure, double confidence) {
        double[] values = new double[columns.size()];
        int count = 0;
        for (int row = 0; row < columns.size(); row++) {
            double value = value(columns, row, window, figure.metric());
            if (!Double.isNaN(value)) {
                values[count++] = value;
            }
        }
        double[] series = Arrays.copyOf(values, count);
        if (figure.metric() == SampledFigure.Metric.SLO_ATTAINMENT) {
            return share(series, confidence);
        }
        Double quantile = figure.quantile();
        return quantile == null ? mean(series, confidence) : quantile(series, quantile, confidence);
    }

    /// The mean of a series in order of time.
    static SampledEstimate mean(double[] series, double confidence) {
        int n = series.length;
        if (n < 2) {
            return new SampledEstimate(n == 0 ? Double.NaN : series[0], null, n, n);
        }
        double mean = Arrays.stream(series).sum() / n;
        double squares = 0;
        for (double value : series) {
            squares += (value - mean) * (value - mean);
        }
        double independent = n / SerialCorrelation.of(series).inflation();
        return new SampledEstimate(
                mean,
                ConfidenceIntervals.mean((int) independent, mean, Math.sqrt(squares / n), confidence),
                n,
                independent);
    }

    /// A percentile of a series in order of time.
    static SampledEstimate quantile(double[] series, double quantile, double confidence) {
        int n = series.length;
        if (n == 0) {
            return new SampledEstimate(Double.NaN, null, 0, 0);
        }
        double[] sorted = series.clone();
        Arrays.sort(sorted);
        double value = sorted[Math.clamp((long) Math.ceil(quantile * n) - 1, 0, n - 1)];
        double[] below = new double[n];
        for (int i = 0; i < n; i++) {
            below[i] = series[i] <= value ? 1 : 0;
        }
        // Rare values show little of how alike neighbours are; all values show it better.
        double bySide = SerialCorrelation.of(below).inflation();
        double byValue = SerialCorrelation.of(logarithms(series)).inflationOfShare(Quantiles.normal(quantile));
        double independent = n / Math.max(bySide, byValue);
        ConfidenceIntervals.Ranks ranks = ConfidenceIntervals.ranks((int) independent, quantile, confidence);
        if (ranks == null) {
            return new SampledEstimate(value, null, n, independent);
        }
        double scale = n / Math.floor(independent);
        int lower = (int) Math.floor(ranks.lower() * scale);
        int upper = (int) Math.min(n, Math.ceil((ranks.upper() + 1) * scale)) - 1;
        return new SampledEstimate(value, new ConfidenceInterval(sorted[lower], sorted[upper]), n, independent);
    }

    /// Latencies are nearer to normal by their logarithm, and one long one does not outweigh all others.
    private static double[] logarithms(double[] series) {
        boolean positive = Arrays.stream(series).allMatch(value -> value > 0);
        return positive ? Arrays.stream(series).map(Math::log).toArray() : series;
    }

    /// The share of a series of 1 and 0 in order of time.
    static SampledEstimate share(double[] series, double confidence) {
        int n = series.length;
        if (n == 0) {
            return new SampledEstimate(Double.NaN, null, 0, 0);
        }
        double share = Arrays.stream(series).sum() / n;
        double independent = n / SerialCorrelation.of(series).inflation();
        return new SampledEstimate(
                share, ConfidenceIntervals.proportion(share * independent, independent, confidence), n, independent);
    }

    private static double value(
            RequestColumns columns, int row, MeasurementWindow window, SampledFigure.Metric metric) {
        RequestStatus status = columns.status(row);
        double start = columns.start(row);
        if (!window.overlaps(start, columns.end(row))) {
            return Double.NaN;
        }
        if (metric == SampledFigure.Metric.SLO_ATTAINMENT) {
            return verdict(columns, row, status);
        }
        if (status != RequestStatus.SUCCESSFUL) {
            return Double.NaN;
        }
        return switch (metric) {
            case TTFT_MS ->
                window.overlaps(start, columns.firstToken(row))
                        ? columns.value(RequestMetric.TIME_TO_FIRST_TOKEN_MS, row)
                        : Double.NaN;
            case TTFOT_MS ->
                window.overlaps(start, columns.firstOutputToken(row))
                        ? columns.value(RequestMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS, row)
                        : Double.NaN;
            case ITL_MS ->
                window.overlaps(columns.firstToken(row), columns.end(row))
                        ? columns.value(RequestMetric.INTER_TOKEN_LATENCY_MS, row)
                        : Double.NaN;
            case TPOT_MS -> columns.value(RequestMetric.TIME_PER_OUTPUT_TOKEN_MS, row);
            case E2EL_MS -> MILLIS * columns.value(RequestMetric.REQUEST_LATENCY, row);
            case SLO_ATTAINMENT -> throw new IllegalStateException("no value of one request");
        };
    }

    /// As in the report: successful requests with a verdict, and all errored ones as missed.
    private static double verdict(RequestColumns columns, int row, RequestStatus status) {
        return switch (status) {
            case ERRORED -> 0;
            case INCOMPLETE -> Double.NaN;
            case SUCCESSFUL ->
                switch (columns.verdict(row)) {
                    case MET -> 1;
                    case MISSED -> 0;
                    case UNDETERMINED -> Double.NaN;
                };
        };
    }
}
