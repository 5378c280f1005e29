package dev.guidellm.health;

import org.jspecify.annotations.Nullable;

/// What was measured of the client during one benchmark, from its start to the end of its last request. What the
/// system or the backend does not tell is null.
///
/// @param seconds how long it took
/// @param dispatch null where no request was measured
/// @param loopWait how long tasks waited for an event loop
/// @param mostAnswersWaiting most answers that had ended and were not understood yet
/// @param descriptors open files and sockets, of the process's limit; where connections were refused for want of them,
///     of the part that connections may use up
/// @param ports local ports of connections within the range that the system gives out, of that range; those of other
///     programs included
public record ClientFigures(
        double seconds,
        CpuUse cpu,
        GcPauses gc,
        Stalls stalls,
        @Nullable DispatchLag dispatch,
        @Nullable DelaySummary loopWait,
        @Nullable DataDelays data,
        int mostAnswersWaiting,
        @Nullable Allowance descriptors,
        @Nullable Allowance ports) {}
