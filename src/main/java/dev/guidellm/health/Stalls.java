package dev.guidellm.health;

/// Moments in which the whole process seems to have stood still: a thread that wanted to wake was woken
/// [#LEAST_MILLIS] late or later. What stopped it may be the garbage collector, the scheduler, a stop signal or the
/// machine.
///
/// @param wakes how late the thread woke, over all its wakes
public record Stalls(long count, double totalMillis, double longestMillis, DelaySummary wakes) {
    /// What is shorter is no stall.
    public static final double LEAST_MILLIS = 10;
}
