package dev.guidellm.benchmark;

import dev.guidellm.report.BenchmarkReport;
import org.jspecify.annotations.Nullable;

/// What came of a run, however it ended: everything that was measured is in the report.
///
/// @param interrupted whether the run was broken off from outside
/// @param failure why the run could not go on, one line for the user; null when it came to its end
public record RunResult(
        BenchmarkReport report,
        boolean interrupted,
        @Nullable String failure) {}
