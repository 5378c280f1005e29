package dev.guidellm.schedule;

/// Where the requests of a benchmark stand.
///
/// @param created made so far: the sum of `queued`, `pending`, `processing` and `processed`
/// @param queued waiting
/// @param pending taken for a slot, not yet sent
/// @param processing in flight
/// @param processed over: the sum of `successful`, `errored` and `cancelled`
/// @param cancelled given up in flight, or never started
public record SchedulerCounts(
        long created,
        long queued,
        long pending,
        long processing,
        long processed,
        long successful,
        long errored,
        long cancelled) {
    /// No request yet.
    public static final SchedulerCounts NONE = new SchedulerCounts(0, 0, 0, 0, 0, 0, 0, 0);
}
