package dev.guidellm.compare;

import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
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

    /// The benchmarks of all repeats by level, in the order in which they ran. Where a run has several of one
    /// strategy, such as a search that probes a level again, the later ones have a number behind it.
    Map<String, List<ComparedRun>> levels() {
        Map<String, List<ComparedRun>> levels = new LinkedHashMap<>();
        for (Named named : reports) {
            Map<String, Integer> seen = new LinkedHashMap<>();
            for (BenchmarkResult benchmark : named.report.benchmarks()) {
                String label = benchmark.strategyText();
                int times = seen.merge(label, 1, Integer::sum);
                levels.computeIfAbsent(times == 1 ? label : label + " #" + times, _ -> new ArrayList<>())
                        .add(new ComparedRun(named.name, benchmark));
            }
        }
        return levels;
    }
}
