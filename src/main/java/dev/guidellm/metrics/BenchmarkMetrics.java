package dev.guidellm.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The statistics of one benchmark over its measurement window: the report's `metrics` object.
///
/// @param requestTotals requests that overlap the window
/// @param distributions one per [BenchmarkMetric]; schedule-relative ones only where there is an arrival
///     schedule
/// @param rootDispatchDelay seconds by which first turns started late, over all statuses; null without an
///     arrival schedule
/// @param modalities one per [Modality]
/// @param turns by turn index, ascending; null when every request is a first turn
/// @param overallAttainment how requests fared against all objectives together; null without objectives
/// @param objectiveAttainments the same for each of [dev.guidellm.config.SloConfig#groups]; empty without objectives
/// @param requestGoodput conforming requests per second, in `successful` and `total`; null without objectives or
///     when no request had a verdict
public record BenchmarkMetrics(
        RequestTotals requestTotals,
        Map<BenchmarkMetric, StatusDistributionSummary> distributions,
        @Nullable DistributionSummary rootDispatchDelay,
        Map<Modality, ModalityMetrics> modalities,
        @Nullable List<TurnMetrics> turns,
        @Nullable ObjectiveAttainment overallAttainment,
        List<ObjectiveAttainment> objectiveAttainments,
        @Nullable StatusDistributionSummary requestGoodput) {
    public BenchmarkMetrics {
        Map<BenchmarkMetric, StatusDistributionSummary> distributionsCopy = new EnumMap<>(BenchmarkMetric.class);
        distributionsCopy.putAll(distributions);
        distributions = Collections.unmodifiableMap(distributionsCopy);
        Map<Modality, ModalityMetrics> modalitiesCopy = new EnumMap<>(Modality.class);
        modalitiesCopy.putAll(modalities);
        modalities = Collections.unmodifiableMap(modalitiesCopy);
        if (turns != null) {
            turns = List.copyOf(turns);
        }
        objectiveAttainments = List.copyOf(objectiveAttainments);
    }

    /// Share of the determined requests that met all objectives, 0 to 1; null without objectives or when nothing is
    /// determined.
    public @Nullable Double sloAttainment() {
        return overallAttainment == null ? null : overallAttainment.share();
    }

    /// Requests with a verdict; errored ones count as failed.
    public int sloDeterminedRequests() {
        return overallAttainment == null ? 0 : overallAttainment.determined();
    }

    /// One distribution; null for a schedule-relative one without an arrival schedule.
    public @Nullable StatusDistributionSummary distribution(BenchmarkMetric metric) {
        return distributions.get(metric);
    }

    /// One distribution, empty where it is absent.
    public StatusDistributionSummary orEmpty(BenchmarkMetric metric) {
        StatusDistributionSummary summary = distributions.get(metric);
        return summary == null ? StatusDistributionSummary.EMPTY : summary;
    }

    /// One modality count.
    public ModalityMetrics modality(Modality modality) {
        ModalityMetrics metrics = modalities.get(modality);
        return metrics == null ? ModalityMetrics.NONE : metrics;
    }
}
