package dev.guidellm.compare;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The baseline and one other side.
///
/// @param baseline what the baseline is called
/// @param candidate what the other side is called
/// @param levels those that both have, in the baseline's order
/// @param missing levels that only one side has, as sentences
/// @param differences in what the workloads differ, one line each; empty unless that was allowed
/// @param mentioned other differences, one line each
public record SideComparison(
        String baseline,
        String candidate,
        List<LevelComparison> levels,
        List<String> missing,
        Set<String> differences,
        Set<String> mentioned) {
    public SideComparison {
        levels = List.copyOf(levels);
        missing = List.copyOf(missing);
    }

    /// All metrics of all levels.
    public Stream<MetricComparison> metrics() {
        return levels.stream().flatMap(level -> level.metrics().stream());
    }

    /// How many metrics have a verdict.
    public long count(Verdict verdict) {
        return metrics().filter(metric -> metric.verdict() == verdict).count();
    }

    /// How many metrics were tested.
    public long tests() {
        return metrics().filter(metric -> metric.pValue() != null).count();
    }
}
