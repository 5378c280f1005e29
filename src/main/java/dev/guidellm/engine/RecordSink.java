package dev.guidellm.engine;

import dev.guidellm.record.RequestRecord;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerState;

/// Takes what a run brings forth. Called on the thread that called [LoadEngine#run], one call after the other; a
/// slow sink delays the accounting only, never a request.
public interface RecordSink {

    /// The strategy's clock starts: its offsets count from `startSeconds` on the run's clock. Called once, first.
    default void started(double startSeconds) {}

    /// A request is started. Called once for every one, in the order of their starts.
    ///
    /// @param atSeconds when the books learn of it, on the run's clock
    default void begun(String requestId, double atSeconds) {}

    /// A request is over. Called once for every request that was started, in the order in which they are
    /// counted; requests that were cancelled before they started appear only in the counts.
    ///
    /// @param counts where all requests stand, this one included
    void accept(RequestRecord record, SchedulerCounts counts);

    /// A turn of a conversation that had begun is given up without being sent: another turn of it failed, or the run
    /// ends.
    default void turnGivenUp() {}

    /// Some time has passed: about ten times a second.
    default void progressed(SchedulerState state) {}
}
