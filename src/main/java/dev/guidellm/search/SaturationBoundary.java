package dev.guidellm.search;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// Between which measured concurrencies the server became over-saturated, as the detector says.
///
/// @param readings by ascending concurrency
/// @param previousSafe the largest concurrency found safe below the first over-saturated one, null for none
/// @param firstOverSaturated null when there is none
public record SaturationBoundary(
        Status status,
        String reason,
        List<SaturationReading> readings,
        @Nullable Double previousSafe,
        @Nullable Double firstOverSaturated) {
    public SaturationBoundary {
        readings = List.copyOf(readings);
    }

    /// What the readings say together.
    public enum Status {
        /// The detector found over-saturation from some concurrency on.
        DETECTED("detected"),
        /// It ran and found none.
        NOT_DETECTED("not_detected"),
        /// There is no reading.
        UNAVAILABLE("unavailable"),
        /// A safe concurrency lies above an over-saturated one.
        INCONSISTENT("inconsistent");

        private final String key;

        Status(String key) {
            this.key = key;
        }

        /// The name in reports.
        public String key() {
            return key;
        }
    }

    /// Puts the readings together.
    ///
    /// @param readings in any order, each of another concurrency
    /// @throws IllegalArgumentException for two of one concurrency
    public static SaturationBoundary of(List<SaturationReading> readings) {
        List<SaturationReading> sorted = readings.stream()
                .sorted(Comparator.comparingDouble(SaturationReading::concurrency))
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).concurrency() == sorted.get(i - 1).concurrency()) {
                throw new IllegalArgumentException(
                        "Duplicate benchmark concurrency: " + sorted.get(i).concurrency());
            }
        }
        if (sorted.stream().allMatch(reading -> reading.overSaturated() == null)) {
            return new SaturationBoundary(
                    Status.UNAVAILABLE,
                    "The benchmarks contain no over-saturation detector metadata",
                    sorted,
                    null,
                    null);
        }
        OptionalDouble first = where(sorted, true).min();
        if (first.isEmpty()) {
            return new SaturationBoundary(
                    Status.NOT_DETECTED,
                    "The detector did not report over-saturation at any concurrency",
                    sorted,
                    null,
                    null);
        }
        double saturated = first.getAsDouble();
        OptionalDouble safe = where(sorted, false).filter(c -> c < saturated).max();
        boolean inconsistent = where(sorted, false).anyMatch(c -> c > saturated);
        return new SaturationBoundary(
                inconsistent ? Status.INCONSISTENT : Status.DETECTED,
                inconsistent
                        ? "The detector reported a safe concurrency above its first over-saturated concurrency"
                        : "The detector reported an over-saturated concurrency",
                sorted,
                safe.isPresent() ? (Double) safe.getAsDouble() : null,
                saturated);
    }

    private static DoubleStream where(List<SaturationReading> readings, boolean overSaturated) {
        return readings.stream()
                .filter(reading -> Objects.equals(reading.overSaturated(), overSaturated))
                .mapToDouble(SaturationReading::concurrency);
    }
}
