package dev.guidellm.compare;

import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is asked of a distribution.
public sealed interface Statistic {

    /// A number that every distribution of a report has.
    enum Plain implements Statistic {
        MEAN("mean"),
        STD_DEV("std_dev"),
        MIN("min"),
        MAX("max"),
        COUNT("count"),
        SUM("sum");

        private final String key;

        Plain(String key) {
            this.key = key;
        }

        @Override
        public String key() {
            return key;
        }
    }

    /// The smallest value with at least a share of the values at or below it.
    record Quantile(Percentile percentile) implements Statistic {
        @Override
        public String key() {
            return percentile.key();
        }
    }

    /// The name in expressions.
    String key();

    /// The number in a distribution that is not empty.
    default double of(DistributionSummary summary) {
        return switch (this) {
            case Plain plain ->
                switch (plain) {
                    case MEAN -> summary.mean();
                    case STD_DEV -> summary.stdDev();
                    case MIN -> summary.min();
                    case MAX -> summary.max();
                    case COUNT -> (double) summary.count();
                    case SUM -> summary.totalSum();
                };
            case Quantile(Percentile percentile) -> summary.percentile(percentile);
        };
    }

    /// The statistic of a name; also `median` for `p50`, and `total_sum`, the report's own word, for `sum`.
    static Optional<Statistic> of(String name) {
        String key = switch (name) {
            case "median" -> Percentile.P50.key();
            case "total_sum" -> Plain.SUM.key();
            default -> name;
        };
        return all().stream().filter(statistic -> statistic.key().equals(key)).findFirst();
    }

    /// Names for a message.
    static List<String> names() {
        List<String> names = new ArrayList<>(all().stream().map(Statistic::key).toList());
        names.add("median");
        return names;
    }

    private static List<Statistic> all() {
        List<Statistic> all = new ArrayList<>(List.of(Plain.values()));
        for (Percentile percentile : Percentile.values()) {
            all.add(new Quantile(percentile));
        }
        return all;
    }
}
