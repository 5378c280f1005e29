package dev.guidellm.profile;

import dev.guidellm.schedule.SchedulingStrategy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A plan of benchmarks. Asked before each one; it remembers where it is, so it serves one run.
public interface Profile {

    /// The next benchmark's strategy; empty when the run is done.
    ///
    /// @param previous how the benchmark before went; null before the first
    /// @throws ProfileException when the results so far do not let the plan go on
    Optional<SchedulingStrategy> next(@Nullable BenchmarkOutcome previous) throws ProfileException;

    /// Strategy types of all benchmarks that are planned, in order, for a progress display; fewer may run.
    List<String> plannedTypes();
}
