package dev.guidellm.engine;

/// How far a limit on the requests in flight made a closed loop of an open one.
///
/// @param requests how many found all slots taken when they were due, and started late
/// @param seconds how long in all at least one of them waited
public record HeldBack(long requests, double seconds) {
    /// Every request found a slot, or had no due time.
    public static final HeldBack NONE = new HeldBack(0, 0);
}
