package dev.guidellm.profile;

import dev.guidellm.json.JsonValue;
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

    /// What the benchmark planned last is to find out; empty where it is run for its figures.
    default Optional<ProbeTarget> probeTarget() {
        return Optional.empty();
    }

    /// Tells that the run ends although the plan may go on. [#next] is not called any more.
    ///
    /// @param last the benchmark that was broken off, or the last one before the end, if [#next] has not seen it;
    /// null when there is none
    default void brokenOff(@Nullable BenchmarkOutcome last, Ending ending) {}

    /// What the benchmarks so far say together, for the `conclusions` of the report; asked once, however the run
    /// has ended.
    default Optional<JsonValue> conclusion() {
        return Optional.empty();
    }

    /// Why a run ends before its plan does.
    enum Ending {
        /// The user stopped it.
        INTERRUPTED,
        /// The data, or a result, does not let it go on.
        FAILED
    }
}
