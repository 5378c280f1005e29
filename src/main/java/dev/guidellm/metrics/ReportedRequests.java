package dev.guidellm.metrics;

import java.util.List;

/// The requests that a report lists, by status.
public record ReportedRequests(
        List<MeasuredRequest> successful, List<MeasuredRequest> errored, List<MeasuredRequest> incomplete) {
    public ReportedRequests {
        successful = List.copyOf(successful);
        errored = List.copyOf(errored);
        incomplete = List.copyOf(incomplete);
    }
}
