package dev.guidellm.config;

import java.util.List;

/// A number that may differ from benchmark to benchmark. Whole numbers and fractions are kept as they were written.
///
/// @param values at least one number
public record PerBenchmark(List<Number> values) {
    public PerBenchmark {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw ConfigException.rule("needs at least one value");
        }
    }

    /// The same number for every benchmark.
    public static PerBenchmark of(Number value) {
        return new PerBenchmark(List.of(value));
    }

    /// The number of the benchmark with this index; the last one serves all later benchmarks.
    public double at(int index) {
        return numberAt(index).doubleValue();
    }

    /// As [#at], the number as it was written.
    public Number numberAt(int index) {
        return values.get(Math.min(index, values.size() - 1));
    }
}
