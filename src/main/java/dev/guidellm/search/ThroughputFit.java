package dev.guidellm.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Whether throughput stops growing with concurrency, and where: two straight lines that share a measured point are
/// fitted to the curve, a rising one and a much flatter one.
///
/// Slopes are of the curve scaled to a square of side 1. Pinned by `cases/search/knee-cases.json`.
public sealed interface ThroughputFit {

    /// In words.
    String reason();

    /// The curve has a knee.
    ///
    /// @param concurrency where the lines meet, or the breakpoint when they meet beyond its neighbours
    /// @param saturationConcurrency the first measured point that is not below it
    /// @param breakpointConcurrency the measured point that both lines include
    /// @param slopeRatio tail slope divided by rising slope
    /// @param fitImprovement share of a single line's squared error that two lines do not have
    /// @param throughputFraction throughput at the breakpoint divided by the highest one
    record Knee(
            double concurrency,
            double saturationConcurrency,
            double breakpointConcurrency,
            double risingSlope,
            double tailSlope,
            double slopeRatio,
            double fitImprovement,
            double throughputFraction)
            implements ThroughputFit {
        @Override
        public String reason() {
            return "A rising segment followed by a substantially flatter tail was detected";
        }
    }

    /// The curve shows no knee, or not enough of it was measured.
    record NoKnee(String reason) implements ThroughputFit {}

    /// Fits the measured points, in any order; those of one concurrency are averaged.
    ///
    /// @param concurrencies above 0
    /// @param throughputs at the same places, at least 0; null where nothing could be measured
    /// @throws IllegalArgumentException for lists of different lengths and numbers out of range
    static ThroughputFit of(List<Double> concurrencies, List<@Nullable Double> throughputs) {
        SortedMap<Double, Double> curve = curve(concurrencies, throughputs);
        int n = curve.size();
        if (n < BreakpointSearch.FEWEST_POINTS) {
            return new NoKnee(
                    "Need at least " + BreakpointSearch.FEWEST_POINTS + " distinct concurrency points; found " + n);
        }
        return new BreakpointSearch(
                        curve.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
                        curve.values().stream().mapToDouble(Double::doubleValue).toArray())
                .fit();
    }

    private static SortedMap<Double, Double> curve(List<Double> concurrencies, List<@Nullable Double> throughputs) {
        if (concurrencies.size() != throughputs.size()) {
            throw new IllegalArgumentException("Concurrency and throughput lists must have the same length");
        }
        Map<Double, List<Double>> measured = new TreeMap<>();
        for (int i = 0; i < concurrencies.size(); i++) {
            double x = concurrencies.get(i);
            Double y = throughputs.get(i);
            if (!(Double.isFinite(x) && x > 0)) {
                throw new IllegalArgumentException("Concurrency must be a positive finite number: " + shown(x));
            }
            if (y == null) {
                continue;
            }
            if (!(Double.isFinite(y) && y >= 0)) {
                throw new IllegalArgumentException("Throughput must be a non-negative finite number: " + shown(y));
            }
            measured.computeIfAbsent(x, _ -> new ArrayList<>()).add(y);
        }
        SortedMap<Double, Double> curve = new TreeMap<>();
        measured.forEach((x, ys) -> curve.put(
                x, ys.stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
        return curve;
    }

    private static String shown(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
