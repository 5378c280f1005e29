package dev.guidellm.metrics;

import dev.guidellm.record.HttpPhase;
import dev.guidellm.record.HttpPhases;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the statistics need of every request's way over the wire: 24 bytes, and 12 more where it waited for its
/// connection. Rows are those of [RequestColumns].
final class WireColumns {
    private static final int WRITTEN = 1;
    private static final int REUSED = 2;
    private static final int SHARING_SHIFT = 2;
    private static final int MOST_SHARING = Integer.MAX_VALUE >>> SHARING_SHIFT;

    private final Map<HttpPhase, FloatColumn> phases = new EnumMap<>(HttpPhase.class);
    private final IntColumn sent = new IntColumn();
    private final IntColumn received = new IntColumn();
    /// Bit 0 whether it was written, 1 whether on a used connection, from 2 on the events that shared a read.
    private final IntColumn flags = new IntColumn();

    void add(int row, @Nullable HttpPhases http) {
        if (http == null) {
            return;
        }
        for (HttpPhase phase : HttpPhase.values()) {
            float seconds = http.seconds(phase);
            if (!Float.isNaN(seconds)) {
                phases.computeIfAbsent(phase, _ -> new FloatColumn()).set(row, seconds);
            }
        }
        sent.set(row, clamped(http.bytesSent()));
        received.set(row, clamped(http.bytesReceived()));
        int sharing = Math.min(http.eventsSharingRead(), MOST_SHARING);
        flags.set(row, WRITTEN | (http.reused() ? REUSED : 0) | sharing << SHARING_SHIFT);
    }

    /// Sums the requests up that overlap `window`: the times of the successful ones, the counts of all.
    WireSummary summarize(RequestColumns requests, MeasurementWindow window) {
        Map<HttpPhase, PhaseSummary> times = new EnumMap<>(HttpPhase.class);
        for (HttpPhase phase : HttpPhase.values()) {
            times.put(phase, PhaseSummary.of(seconds(phase, requests, window)));
        }
        long written = 0;
        long reused = 0;
        long bytesSent = 0;
        long bytesReceived = 0;
        long events = 0;
        long sharing = 0;
        for (int row = 0; row < requests.size(); row++) {
            int flag = flags.get(row);
            if ((flag & WRITTEN) == 0 || !window.overlaps(requests.start(row), requests.end(row))) {
                continue;
            }
            written++;
            reused += (flag & REUSED) == 0 ? 0 : 1;
            bytesSent += sent.get(row);
            bytesReceived += received.get(row);
            events += requests.tokenIterations(row);
            sharing += flag >>> SHARING_SHIFT;
        }
        return new WireSummary(times, written, reused, bytesSent, bytesReceived, events, sharing);
    }

    private float[] seconds(HttpPhase phase, RequestColumns requests, MeasurementWindow window) {
        FloatColumn column = phases.get(phase);
        if (column == null) {
            return new float[0];
        }
        float[] values = new float[64];
        int count = 0;
        for (int row = 0; row < requests.size(); row++) {
            float value = column.get(row);
            if (Float.isNaN(value)
                    || requests.status(row) != RequestStatus.SUCCESSFUL
                    || !window.overlaps(requests.start(row), requests.end(row))) {
                continue;
            }
            if (count == values.length) {
                values = Arrays.copyOf(values, count * 2);
            }
            values[count++] = value;
        }
        return Arrays.copyOf(values, count);
    }

    private static int clamped(long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }
}
