package dev.guidellm.engine;

import dev.guidellm.health.DispatchLag;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a run ended; its records have gone to the [RecordSink].
///
/// @param generationDelaysSeconds by how much the making of each conversation held a request back, at most; 0 for one
/// that was ready in time
/// @param dispatchLag how long requests waited for this client
/// @param heldBack how far a limit on the requests in flight closed an open loop
/// @param interrupted whether it was broken off from outside
/// @param dataFailure what the source of conversations threw; null when nothing
public record LoadResult(
        SchedulingStrategy strategy,
        SchedulerState state,
        List<Double> generationDelaysSeconds,
        DispatchLag dispatchLag,
        HeldBack heldBack,
        boolean interrupted,
        @Nullable RuntimeException dataFailure) {
    public LoadResult {
        generationDelaysSeconds = List.copyOf(generationDelaysSeconds);
    }
}
