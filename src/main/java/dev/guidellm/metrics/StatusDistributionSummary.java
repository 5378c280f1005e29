package dev.guidellm.metrics;

/// One metric over the requests of each status, and over all of them together.
public record StatusDistributionSummary(
        DistributionSummary successful,
        DistributionSummary errored,
        DistributionSummary incomplete,
        DistributionSummary total) {
    /// No values.
    public static final StatusDistributionSummary EMPTY = new StatusDistributionSummary(
            DistributionSummary.EMPTY, DistributionSummary.EMPTY, DistributionSummary.EMPTY, DistributionSummary.EMPTY);

    /// The distribution of one status.
    public DistributionSummary of(RequestStatus status) {
        return switch (status) {
            case SUCCESSFUL -> successful;
            case ERRORED -> errored;
            case INCOMPLETE -> incomplete;
        };
    }

    /// Whether no request has a value.
    public boolean isEmpty() {
        return total.isEmpty();
    }
}
