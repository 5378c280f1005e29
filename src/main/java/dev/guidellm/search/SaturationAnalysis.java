package dev.guidellm.search;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that a series of concurrencies says about saturation.
public record SaturationAnalysis(
        ThroughputFit throughput, SaturationBoundary boundary, SaturationAssessment assessment) {

    /// One measured concurrency.
    ///
    /// @param streams requests in flight at most
    /// @param throughput successful output tokens per second; null when nothing could be measured
    /// @param reading what the detector said
    public record Point(int streams, @Nullable Double throughput, SaturationReading reading) {}

    /// Analyses points in any order, each of another concurrency.
    public static SaturationAnalysis of(List<Point> points) {
        List<Double> concurrencies = new ArrayList<>();
        List<@Nullable Double> throughputs = new ArrayList<>();
        for (Point point : points) {
            concurrencies.add((double) point.streams());
            throughputs.add(point.throughput());
        }
        ThroughputFit fit = ThroughputFit.of(concurrencies, throughputs);
        SaturationBoundary boundary =
                SaturationBoundary.of(points.stream().map(Point::reading).toList());
        return new SaturationAnalysis(fit, boundary, SaturationAssessment.of(fit, boundary));
    }
}
