package dev.guidellm.benchmark;

import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.engine.RecordSink;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.record.NetworkRoundTrip;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries the benchmarks of a run out: by threads on a real server, or in virtual time.
public interface BenchmarkDriver {

    /// What came of one benchmark; its records have gone to the sink.
    ///
    /// @param client what the client was busy with meanwhile
    /// @param network what was learnt of the network; null without one
    record Driven(
            LoadResult load, ClientFigures client, @Nullable NetworkRoundTrip network) {}

    /// Runs one strategy to its end: until a constraint stops it, the data ends, or it is broken off.
    ///
    /// @param constraints new ones: they remember what they saw
    /// @param sink called by one thread at a time
    Driven drive(
            SchedulingStrategy strategy,
            List<Constraint> constraints,
            Iterator<ConversationGraph> conversations,
            RecordSink sink);

    /// Sentences on why this client may not be able to do what `strategy` asks of it; empty when nothing is known.
    default List<String> doubts(SchedulingStrategy strategy) {
        return List.of();
    }
}
