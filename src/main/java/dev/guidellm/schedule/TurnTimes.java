package dev.guidellm.schedule;

import dev.guidellm.config.ProfileConfig.TurnSchedule;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.GraphStructure;
import dev.guidellm.conversation.NodeSettings;

/// When the turns of replayed conversations are due.
///
/// By [TurnSchedule#TIMESTAMP], and for turns without parents, at the recorded time after the start. By
/// [TurnSchedule#IDLE_GAP] as long after each parent's actual end as in the record: the gap is the turn's recorded
/// time less that at which the parent's recorded request was over; below 0 it counts as 0. The latest of several
/// parents decides.
///
/// @param startNanos the strategy's start on the run's clock
/// @param timeScale factor on all recorded times; above 1 is slower
public record TurnTimes(long startNanos, double timeScale, TurnSchedule turns) {

    /// When `node` is due by the record, on the run's clock; it starts no sooner than its parents have ended.
    ///
    /// @param cursor knows when the parents ended
    public long dueNanos(ConversationGraph graph, GraphStructure structure, GraphCursor cursor, int node) {
        NodeSettings own = graph.nodes().get(node).settings();
        Double recorded = own.relativeTimestampSeconds();
        long absolute = startNanos + scaled(recorded == null ? 0 : recorded);
        if (turns == TurnSchedule.TIMESTAMP || structure.parents(node).isEmpty()) {
            return absolute;
        }
        long due = Long.MIN_VALUE;
        for (int parent : structure.parents(node)) {
            NodeSettings before = graph.nodes().get(parent).settings();
            Double parentRecorded = before.relativeTimestampSeconds();
            Double took = before.traceDurationSeconds();
            long after = recorded == null || parentRecorded == null
                    ? absolute
                    : cursor.endedNanos(parent)
                            + scaled(Math.max(0, recorded - parentRecorded - (took == null ? 0 : took)));
            due = Math.max(due, after);
        }
        return due;
    }

    private long scaled(double seconds) {
        return Math.round(timeScale * seconds * 1e9);
    }
}
