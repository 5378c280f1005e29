package dev.guidellm.metrics;

import dev.guidellm.record.HttpPhase;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// How the requests of one benchmark went over the wire.
///
/// @param phases for each phase the times of the successful requests that had it
/// @param requests requests that were written, whatever became of them; the counts below are over these
/// @param onReusedConnections those whose connection had carried another before
/// @param tokenEvents events that carried a token
/// @param eventsSharingRead those that came in the same read as the one before them, and so have its time
public record WireSummary(
        Map<HttpPhase, PhaseSummary> phases,
        long requests,
        long onReusedConnections,
        long bytesSent,
        long bytesReceived,
        long tokenEvents,
        long eventsSharingRead) {

    public WireSummary {
        Map<HttpPhase, PhaseSummary> copy = new EnumMap<>(HttpPhase.class);
        copy.putAll(phases);
        phases = Collections.unmodifiableMap(copy);
    }

    /// One phase.
    public PhaseSummary phase(HttpPhase phase) {
        PhaseSummary summary = phases.get(phase);
        return summary == null ? PhaseSummary.EMPTY : summary;
    }
}
