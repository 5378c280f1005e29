package dev.guidellm.compare;

import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.StatusDistributionSummary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The requests that a figure is about.
public enum Population {
    SUCCESSFUL,
    ERRORED,
    INCOMPLETE,
    TOTAL;

    /// The name in reports and expressions.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    DistributionSummary of(StatusDistributionSummary summary) {
        return switch (this) {
            case SUCCESSFUL -> summary.successful();
            case ERRORED -> summary.errored();
            case INCOMPLETE -> summary.incomplete();
            case TOTAL -> summary.total();
        };
    }

    static Optional<Population> of(String key) {
        return Arrays.stream(values()).filter(each -> each.key().equals(key)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Population::key).toList();
    }
}
