package dev.guidellm.metrics;

import org.jspecify.annotations.Nullable;

/// One modality count of the prompts, the answers, and both together.
///
/// Each side is null in all three members where no request has a count; `total` is null unless both sides have
/// one. `total` is the sum per request, and the rates and concurrencies cover the measurement window.
public record ModalityMetrics(
        @Nullable StatusDistributionSummary input,
        @Nullable StatusDistributionSummary inputPerSecond,
        @Nullable StatusDistributionSummary inputConcurrency,
        @Nullable StatusDistributionSummary output,
        @Nullable StatusDistributionSummary outputPerSecond,
        @Nullable StatusDistributionSummary outputConcurrency,
        @Nullable StatusDistributionSummary total,
        @Nullable StatusDistributionSummary totalPerSecond,
        @Nullable StatusDistributionSummary totalConcurrency) {
    /// Not used by any request.
    public static final ModalityMetrics NONE =
            new ModalityMetrics(null, null, null, null, null, null, null, null, null);

    /// Whether no request used it.
    public boolean isNone() {
        return input == null && output == null;
    }
}
