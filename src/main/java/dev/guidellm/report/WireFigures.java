package dev.guidellm.report;

import dev.guidellm.json.JsonTarget;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.PhaseSummary;
import dev.guidellm.metrics.WireSummary;
import dev.guidellm.record.HttpPhase;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.NetworkRoundTrip;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.record.TokenTimes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Where the time went below HTTP, as the document says it: in milliseconds, null where it was not measured.
public final class WireFigures {
    private static final String CONNECT_SOURCE =
            "time from the TCP connect to its end, for each connection opened since"
                    + " the benchmark before; through a proxy this is the way to the proxy";
    private static final String KERNEL_SOURCE =
            "TCP_INFO of the connections open at the end of the benchmark: tcpi_rtt,"
                    + " smoothed and with the other side's delayed acknowledgements in it, and tcpi_min_rtt, without; null where the"
                    + " operating system gives none";

    private static final HttpPhase[] PHASES = HttpPhase.values();
    private static final String[] PHASE_NAMES =
            Arrays.stream(PHASES).map(phase -> phase.key() + "_ms").toArray(String[]::new);

    private WireFigures() {}

    /// The figure `http` of a benchmark.
    public static JsonObject http(WireSummary wire) {
        JsonValue.ObjectBuilder phases = JsonValue.object();
        for (HttpPhase phase : HttpPhase.values()) {
            PhaseSummary summary = wire.phase(phase);
            phases.put(
                    phase.key(),
                    JsonValue.object()
                            .put("count", summary.count())
                            .put("mean", millis(summary.mean()))
                            .put("p50", millis(summary.p50()))
                            .put("p95", millis(summary.p95()))
                            .put("p99", millis(summary.p99()))
                            .build());
        }
        return JsonValue.object()
                .put("requests", wire.requests())
                .put("on_reused_connections", wire.onReusedConnections())
                .put("reuse_share", share(wire.onReusedConnections(), wire.requests()))
                .put("bytes_sent", wire.bytesSent())
                .put("bytes_received", wire.bytesReceived())
                .put("token_events", wire.tokenEvents())
                .put("events_sharing_a_read", wire.eventsSharingRead())
                .put("shared_read_share", share(wire.eventsSharingRead(), wire.tokenEvents()))
                .put("phases_ms", phases.build())
                .build();
    }

    /// The figure `network` of a benchmark.
    public static JsonObject network(NetworkRoundTrip network) {
        return JsonValue.object()
                .put("tcp_connect_ms", spread(network.connect()))
                .put("tcp_rtt_ms", spread(network.rtt()))
                .put("tcp_min_rtt_ms", spread(network.minRtt()))
                .put("connect_source", CONNECT_SOURCE)
                .put("rtt_source", KERNEL_SOURCE)
                .build();
    }

    /// The member `http` of a request.
    static void http(HttpPhases http, JsonTarget out) {
        out.beginObject();
        for (int i = 0; i < PHASES.length; i++) {
            out.name(PHASE_NAMES[i]).number(rounded(http.seconds(PHASES[i])));
        }
        out.name("connection_requests_before").whole(http.servedBefore());
        out.name("bytes_sent").whole(http.bytesSent());
        out.name("bytes_received").whole(http.bytesReceived());
        out.name("events_sharing_a_read").whole(http.eventsSharingRead());
        out.endObject();
    }

    /// The member `token_times_ms` of a request: from its start.
    static void tokenTimes(TokenTimes times, RequestTimings timings, JsonTarget out) {
        long start = Math.round(timings.startedAt() * 1e9);
        out.beginArray();
        for (int i = 0; i < times.count(); i++) {
            out.number((times.nanos(i) - start) / 1e6);
        }
        out.endArray();
    }

    private static JsonObject spread(NetworkRoundTrip.Spread spread) {
        return JsonValue.object()
                .put("connections", spread.connections())
                .put("min", millis(spread.min()))
                .put("median", millis(spread.median()))
                .build();
    }

    private static @Nullable Double share(long part, long whole) {
        return whole == 0 ? null : Double.valueOf((double) part / whole);
    }

    /// To the tenth of a microsecond: the phases are kept with no more digits.
    private static @Nullable Double millis(double seconds) {
        return Double.isNaN(seconds) ? null : Double.valueOf(rounded(seconds));
    }

    private static double rounded(double seconds) {
        return Double.isNaN(seconds) ? Double.NaN : Math.round(seconds * 1e7) / 1e4;
    }
}
