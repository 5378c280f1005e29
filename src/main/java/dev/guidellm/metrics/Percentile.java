package dev.guidellm.metrics;

/// The percentiles of every distribution, in the order of the report.
public enum Percentile {
    P001("p001", 0.001),
    P01("p01", 0.01),
    P05("p05", 0.05),
    P10("p10", 0.1),
    P25("p25", 0.25),
    P50("p50", 0.5),
    P75("p75", 0.75),
    P90("p90", 0.9),
    P95("p95", 0.95),
    P99("p99", 0.99),
    P999("p999", 0.999);

    private final String key;
    private final double quantile;

    Percentile(String key, double quantile) {
        this.key = key;
        this.quantile = quantile;
    }

    /// The name in reports.
    public String key() {
        return key;
    }

    /// The share of values at or below it, between 0 and 1.
    public double quantile() {
        return quantile;
    }
}
