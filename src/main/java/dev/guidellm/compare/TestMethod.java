package dev.guidellm.compare;

import java.util.Locale;

/// How a change was tested.
public enum TestMethod {
    /// Welch's test on the figures of the runs: the unit is the run.
    WELCH_OF_RUNS("Welch's test, a figure per run"),
    /// A single run against several, whose spread is taken for both sides.
    ONE_RUN_AGAINST_SEVERAL("t-test of one run against several"),
    /// Welch's test on the requests of one run a side, widened for their dependence.
    WELCH_OF_REQUESTS("Welch's test on requests, widened for dependence by batch means"),
    /// The same from mean, standard deviation and count alone.
    WELCH_OF_SUMMARIES("Welch's test on mean, deviation and count"),
    /// Order-statistic intervals of both percentiles, joined.
    ORDER_STATISTICS("order statistics, widened for dependence"),
    /// Newcombe's interval of the difference of two shares.
    NEWCOMBE("Newcombe's interval, widened for dependence"),
    /// Nothing can be tested.
    NONE("not tested");

    private final String words;

    TestMethod(String words) {
        this.words = words;
    }

    /// The name in JSON.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// For a person.
    public String words() {
        return words;
    }
}
