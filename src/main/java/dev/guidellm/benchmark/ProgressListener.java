package dev.guidellm.benchmark;

import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.report.EndedRequest;
import java.util.List;

/// Follows a run while it goes on: set-up, then each benchmark. Calls come from one thread at a time, never from a
/// transport loop; a slow listener delays only the accounting, not the requests.
public interface ProgressListener {

    /// How much a message weighs.
    enum Level {
        /// Something went well.
        SUCCESS,
        /// Something to know.
        INFO,
        /// Something to doubt.
        WARNING
    }

    /// A step of the set-up is done, or something is to be told.
    ///
    /// @param title one line
    /// @param details what was set up, printed below the title; often empty
    default void message(Level level, String title, List<JsonValue> details) {}

    /// All is set up; the strategies that are planned are known as far as they can be.
    ///
    /// @param plannedStrategies their types or texts, in order; a search may run fewer or others
    default void runStarted(List<String> plannedStrategies) {}

    /// A benchmark begins.
    default void benchmarkStarted(ProgressSnapshot snapshot) {}

    /// Something happened in the running benchmark, or some time has passed. At most a few times per second.
    default void benchmarkUpdated(ProgressSnapshot snapshot) {}

    /// A request of the running benchmark is over: once for each that was started, in the order in which they are
    /// counted, whichever of them the report lists.
    default void requestEnded(EndedRequest request) {}

    /// All requests of the benchmark are over, its figures are being worked out.
    default void benchmarkCompiling(ProgressSnapshot snapshot) {}

    /// A benchmark is done.
    default void benchmarkCompleted(ProgressSnapshot snapshot) {}

    /// Whether the client was the limit of the benchmark that ends.
    ///
    /// @param level [Level#WARNING] when its figures are to be doubted
    /// @param verdict a sentence without its full stop
    default void clientJudged(ProgressSnapshot snapshot, Level level, String verdict) {}

    /// What puts the figures of the benchmark that ends in doubt, by the warning rules; not called without any.
    default void benchmarkWarned(ProgressSnapshot snapshot, List<BenchmarkWarning> warnings) {}

    /// All benchmarks are done, or the run was interrupted.
    default void runFinished() {}
}
