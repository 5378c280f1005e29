package dev.guidellm.benchmark;

import dev.guidellm.benchmark.ProgressListener.Level;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.engine.LoadEngine;
import dev.guidellm.engine.RecordSink;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.Iterator;
import java.util.List;

/// Sends what the data wants sent before anything is measured: prefixes that a server in service would know
/// already. They are part of no benchmark.
final class PrefixWarmUp implements RecordSink {
    /// Enough to be done soon, too few to be a load.
    private static final int STREAMS = 4;

    private long sent;
    private long failed;
    private String firstFailure = "";

    private PrefixWarmUp() {}

    /// Blocks until all are answered; does nothing where the data wants none.
    static void run(ConversationSource source, LoadEngine engine, ProgressListener listener) {
        Iterator<ConversationGraph> prefixes = source.warmUps();
        if (!prefixes.hasNext()) {
            return;
        }
        PrefixWarmUp warmUp = new PrefixWarmUp();
        engine.run(new SchedulingStrategy.Concurrent(STREAMS, 0), List.of(), prefixes, warmUp);
        if (warmUp.failed == 0) {
            listener.message(
                    Level.SUCCESS, warmUp.sent + " prompt prefixes sent before the first benchmark", List.of());
        } else {
            listener.message(
                    Level.WARNING,
                    warmUp.failed + " of " + warmUp.sent + " prompt prefixes failed: " + warmUp.firstFailure,
                    List.of());
        }
    }

    @Override
    public void accept(RequestRecord record, SchedulerCounts counts) {
        sent++;
        if (record.outcome() instanceof RequestOutcome.Failed failure) {
            failed++;
            firstFailure = firstFailure.isEmpty() ? failure.message() : firstFailure;
        }
    }
}
