package dev.guidellm.backend;

import dev.guidellm.record.NetworkRoundTrip;
import dev.guidellm.record.NetworkRoundTrip.Spread;
import dev.guidellm.transport.NetworkSample;

/// Sums up what the transport learnt of the network.
final class RoundTrips {
    private RoundTrips() {}

    static NetworkRoundTrip of(NetworkSample sample) {
        return new NetworkRoundTrip(
                spread(sample.connects(), sample.connectNanos(), 1e9),
                spread(sample.rttMicros().length, sample.rttMicros(), 1e6),
                spread(sample.minRttMicros().length, sample.minRttMicros(), 1e6));
    }

    private static Spread spread(long connections, long[] sorted, double perSecond) {
        if (sorted.length == 0) {
            return Spread.NONE;
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + (double) sorted[middle]) / 2;
        return new Spread(connections, sorted[0] / perSecond, median / perSecond);
    }
}
