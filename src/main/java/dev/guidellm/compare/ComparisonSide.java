package dev.guidellm.compare;

import dev.guidellm.report.BenchmarkReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// One side of a comparison: a run, or several repeats of it.
///
/// @param reports at least one
public record ComparisonSide(List<Named> reports) {
    public ComparisonSide {
        reports = List.copyOf(reports);
        if (reports.isEmpty()) {
            throw new IllegalArgumentException("a side needs a report");
        }
    }

    /// A report and how it is called.
    public record Named(String name, BenchmarkReport report) {}

    /// What the side is called: its files.
    public String name() {
        return reports.stream().map(Named::name).collect(Collectors.joining(", "));
    }

    /// The benchmarks of all repeats by [label][BenchmarkReport#labels], in the order in which they ran.
    Map<String, List<ComparedRun>> levels() {
        Map<String, List<ComparedRun>> levels = new LinkedHashMap<>();
        for (Named named : reports) {
            List<String> labels = named.report.labels();
            for (int i = 0; i < labels.size(); i++) {
                levels.computeIfAbsent(labels.get(i), _ -> new ArrayList<>())
                        .add(new ComparedRun(
                                named.name, named.report.benchmarks().get(i)));
            }
        }
        return levels;
    }
}
