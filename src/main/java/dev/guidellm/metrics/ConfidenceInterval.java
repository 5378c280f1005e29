package dev.guidellm.metrics;

/// A two-sided confidence interval, in the unit of what it bounds.
public record ConfidenceInterval(double lower, double upper) {}
