package dev.guidellm.backend;

import dev.guidellm.record.HttpPhases;
import dev.guidellm.transport.HttpExchange;
import dev.guidellm.transport.WireLog;
import org.jspecify.annotations.Nullable;

/// Turns the moments that the transport noted into the stretches between them.
final class WirePhases {
    private WirePhases() {}

    /// The phases of an exchange that is over.
    ///
    /// @param endNanos when its answer was complete, broke off or was given up
    /// @return null when nothing was written
    static @Nullable HttpPhases of(WireLog wire, long endNanos, int eventsSharingRead) {
        if (wire.writeStartNanos() == HttpExchange.NEVER) {
            return null;
        }
        WireLog.Opening opening = wire.opening();
        return new HttpPhases(
                opening == null ? Float.NaN : seconds(opening.dns()),
                opening == null ? Float.NaN : seconds(opening.connect()),
                opening == null ? Float.NaN : seconds(opening.tls()),
                between(wire.writeStartNanos(), wire.writtenNanos()),
                between(wire.writtenNanos(), wire.firstByteNanos()),
                between(wire.firstByteNanos(), endNanos),
                wire.servedBefore(),
                wire.bytesSent(),
                wire.bytesReceived(),
                eventsSharingRead);
    }

    /// NaN also where the later moment came first: an answer that begins before the request is written was not waited
    /// for.
    static float between(long from, long to) {
        return from == HttpExchange.NEVER || to == HttpExchange.NEVER || to < from
                ? Float.NaN
                : (float) ((to - from) / 1e9);
    }

    private static float seconds(long nanos) {
        return nanos == HttpExchange.NEVER ? Float.NaN : (float) (nanos / 1e9);
    }
}
