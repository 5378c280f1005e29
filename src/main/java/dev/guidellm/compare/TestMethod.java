package dev.guidellm.compare;

import java.util.Locale;

/// How a change was tested.
public enum TestMethod {
    /// Welch's test on the figures of the runs: the unit is the run.
    WELCH_OF_RUNS,
    /// A single run against several, whose spread is taken for both sides.
    ONE_RUN_AGAINST_SEVERAL,
    /// Welch's test on the requests of one run a side, widened for their dependence.
    WELCH_OF_REQUESTS,
    /// The same from mean, standard deviation and count alone.
    WELCH_OF_SUMMARIES,
    /// Order-statistic intervals of both percentiles, joined.
    ORDER_STATISTICS,
    /// Newcombe's interval of the difference of two shares.
    NEWCOMBE,
    /// Nothing can be tested.
    NONE;

    /// The name in JSON.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
