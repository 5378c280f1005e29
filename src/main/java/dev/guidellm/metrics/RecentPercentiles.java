package dev.guidellm.metrics;

/// Median and 95th percentile of the requests that ended last.
public record RecentPercentiles(double p50, double p95) {}
