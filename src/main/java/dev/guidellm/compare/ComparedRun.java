package dev.guidellm.compare;

import dev.guidellm.report.BenchmarkResult;
import org.jspecify.annotations.Nullable;

/// One benchmark of one report in a comparison. Used by one thread.
final class ComparedRun {
    private final String report;
    private final BenchmarkResult benchmark;
    private @Nullable RequestValues values;

    /// @param report how the report is called in messages
    ComparedRun(String report, BenchmarkResult benchmark) {
        this.report = report;
        this.benchmark = benchmark;
    }

    String report() {
        return report;
    }

    BenchmarkResult benchmark() {
        return benchmark;
    }

    /// Its listed requests, read once.
    RequestValues values() {
        RequestValues known = values;
        if (known == null) {
            known = new RequestValues(benchmark);
            values = known;
        }
        return known;
    }
}
