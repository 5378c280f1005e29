package dev.guidellm.health;

/// Pauses of the garbage collector, as it counts them itself.
public record GcPauses(long count, double totalMillis, double longestMillis) {}
