package dev.guidellm.transport;

import java.util.Arrays;

/// What connections told of the network's round trip, apart from all requests. Each list is sorted.
///
/// @param connects TCP connections made; more than `connectNanos` holds when there were very many
/// @param connectNanos how long each took
/// @param rttMicros the kernel's smoothed round-trip time of each open connection
/// @param minRttMicros the kernel's least round-trip time of each
public record NetworkSample(long connects, long[] connectNanos, long[] rttMicros, long[] minRttMicros) {
    private static final long[] NO_VALUES = {};

    /// Nothing is known.
    public static final NetworkSample NONE = new NetworkSample(0, NO_VALUES, NO_VALUES, NO_VALUES);

    public NetworkSample {
        connectNanos = sorted(connectNanos);
        rttMicros = sorted(rttMicros);
        minRttMicros = sorted(minRttMicros);
    }

    private static long[] sorted(long[] values) {
        long[] copy = values.clone();
        Arrays.sort(copy);
        return copy;
    }
}
