package dev.guidellm.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A figure that every request adds a value to, so that a confidence interval says how sure it is: `ttft_ms.p99`,
/// `e2el_ms.mean`, `slo_attainment`.
///
/// @param quantile of the metric's values, between 0 and 1; null for their mean, and for the share that keeps the
///     objectives
public record SampledFigure(Metric metric, @Nullable Double quantile) {
    private static final Map<String, Double> QUANTILES = new LinkedHashMap<>();

    private static final String MEAN = "mean";
    private static final String STATISTICS = "mean, median, p001, p01, p05, p10, p25, p50, p75, p90, p95, p99, p999";
    private static final Set<String> RATES = Set.of(
            "rps",
            "requests_per_second",
            "goodput",
            "request_goodput",
            "output_tps",
            "output_tokens_per_second",
            "input_tps",
            "prompt_tokens_per_second",
            "total_tps",
            "tokens_per_second",
            "concurrency",
            "request_concurrency");

    static {
        QUANTILES.put("median", 0.5);
        QUANTILES.put("p50", 0.5);
        QUANTILES.put("p001", 0.001);
        QUANTILES.put("p01", 0.01);
        QUANTILES.put("p05", 0.05);
        QUANTILES.put("p10", 0.1);
        QUANTILES.put("p25", 0.25);
        QUANTILES.put("p75", 0.75);
        QUANTILES.put("p90", 0.9);
        QUANTILES.put("p95", 0.95);
        QUANTILES.put("p99", 0.99);
        QUANTILES.put("p999", 0.999);
    }

    /// What requests have one value of each, in milliseconds but for the last.
    public enum Metric {
        TTFT_MS("ttft_ms", "time_to_first_token_ms"),
        TTFOT_MS("ttfot_ms", "time_to_first_output_token_ms"),
        /// Each request counts with the mean of its gaps: gaps within one request are alike.
        ITL_MS("itl_ms", "inter_token_latency_ms"),
        TPOT_MS("tpot_ms", "time_per_output_token_ms"),
        E2EL_MS("e2el_ms", "request_latency"),
        SLO_ATTAINMENT("slo_attainment", "slo_attainment");

        private final String key;
        private final String reportKey;

        Metric(String key, String reportKey) {
            this.key = key;
            this.reportKey = reportKey;
        }

        /// The short name.
        public String key() {
            return key;
        }

        /// The name in the report.
        public String reportKey() {
            return reportKey;
        }

        private static Optional<Metric> of(String name) {
            return Arrays.stream(values())
                    .filter(metric -> metric.key.equals(name) || metric.reportKey.equals(name))
                    .findFirst();
        }
    }

    /// Reads `METRIC.STATISTIC`, the metric by its short name or the report's.
    ///
    /// @throws ConfigException with what is wrong, without a path
    public static SampledFigure parse(String text) {
        int dot = text.indexOf('.');
        String name = dot < 0 ? text : text.substring(0, dot);
        Metric metric = Metric.of(name).orElseThrow(() -> unknown(name));
        if (metric == Metric.SLO_ATTAINMENT) {
            if (dot >= 0) {
                throw ConfigException.rule("slo_attainment is one share and has no statistic: write slo_attainment");
            }
            return new SampledFigure(metric, null);
        }
        if (dot < 0) {
            throw ConfigException.rule(name + " needs a statistic, such as " + name + ".p99: one of " + STATISTICS);
        }
        String statistic = text.substring(dot + 1);
        if (statistic.equals(MEAN)) {
            return new SampledFigure(metric, null);
        }
        Double quantile = QUANTILES.get(statistic);
        if (quantile == null) {
            throw ConfigException.rule("'" + statistic + "' is no statistic with an interval: one of " + STATISTICS);
        }
        return new SampledFigure(metric, quantile);
    }

    private static ConfigException unknown(String name) {
        if (RATES.contains(name)) {
            return ConfigException.rule(name + " is a rate over the whole run, of which one run has one value and no"
                    + " interval: name a metric of single requests, such as ttft_ms.p99");
        }
        List<String> names = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            names.add(metric.key);
            names.add(metric.reportKey);
        }
        String meant =
                NearestName.of(name, names).map(n -> " Did you mean " + n + "?").orElse("");
        return ConfigException.rule("'" + name + "' is no metric of single requests: one of "
                + String.join(
                        ", ", Arrays.stream(Metric.values()).map(Metric::key).toList())
                + "." + meant);
    }
}
