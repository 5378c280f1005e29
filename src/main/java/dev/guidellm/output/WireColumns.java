package dev.guidellm.output;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The columns of what is below the answers: HTTP phases, connections and the network. Reports of the original have
/// none of them.
final class WireColumns {
    private static final List<String> COUNTS = List.of(
            "requests",
            "on_reused_connections",
            "reuse_share",
            "bytes_sent",
            "bytes_received",
            "token_events",
            "events_sharing_a_read",
            "shared_read_share");

    private final CsvOutput.Row row;

    WireColumns(CsvOutput.Row row) {
        this.row = row;
    }

    void fill(JsonValue figures) {
        JsonValue http = JsonPath.get(figures, "http");
        if (http != null) {
            JsonPath.members(JsonPath.get(http, "phases_ms")).forEach(this::phase);
            for (String key : COUNTS) {
                row.value("HTTP", CsvColumns.title(key), "", JsonPath.get(http, key));
            }
        }
        JsonValue network = JsonPath.get(figures, "network");
        if (network != null) {
            spread("TCP Connect ms", JsonPath.get(network, "tcp_connect_ms"));
            spread("TCP RTT ms", JsonPath.get(network, "tcp_rtt_ms"));
            spread("TCP Min RTT ms", JsonPath.get(network, "tcp_min_rtt_ms"));
        }
    }

    private void phase(String key, JsonValue summary) {
        boolean initials = key.equals("dns") || key.equals("tls");
        String name = (initials ? key.toUpperCase(Locale.ROOT) : CsvColumns.title(key)) + " ms";
        for (String figure : List.of("mean", "p50", "p95", "p99", "count")) {
            row.value("HTTP Phases", name, CsvColumns.title(figure), JsonPath.get(summary, figure));
        }
    }

    private void spread(String name, @Nullable JsonValue spread) {
        for (String figure : List.of("min", "median", "connections")) {
            row.value("Network", name, CsvColumns.title(figure), JsonPath.get(spread, figure));
        }
    }
}
