package dev.guidellm.record;

/// How far away the server is by the network alone: measured beside the requests, and subtracted from nothing.
///
/// @param connect time of each TCP connect, which takes one round trip of the network and no work of the server's
/// program
/// @param rtt the kernel's smoothed round-trip time of each connection that was open at the end
/// @param minRtt the kernel's least round-trip time of each
public record NetworkRoundTrip(Spread connect, Spread rtt, Spread minRtt) {

    /// Seconds over several connections; NaN without one.
    ///
    /// @param connections how many were measured
    public record Spread(long connections, double min, double median) {
        /// None was measured.
        public static final Spread NONE = new Spread(0, Double.NaN, Double.NaN);
    }
}
