package dev.guidellm.metrics;

/// The requests at one depth of their conversation.
///
/// @param turnIndex 0 for first turns
public record TurnMetrics(
        int turnIndex,
        RequestTotals requestTotals,
        StatusDistributionSummary requestLatency,
        StatusDistributionSummary promptTokenCount,
        StatusDistributionSummary timeToFirstTokenMs,
        StatusDistributionSummary interTokenLatencyMs) {}
