package dev.guidellm.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonTarget;
import dev.guidellm.json.JsonTree;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.metrics.PhaseSummary;
import dev.guidellm.metrics.WireSummary;
import dev.guidellm.record.HttpPhase;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.NetworkRoundTrip;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.record.TokenTimes;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WireFiguresTest {
    private static String written(Consumer<JsonTarget> writing) {
        JsonTree tree = new JsonTree();
        writing.accept(tree);
        return JsonWriter.toString(tree.value());
    }

    @Test
    void aRequestHasNullForPhasesThatItDidNotHave() {
        HttpPhases reused = new HttpPhases(Float.NaN, Float.NaN, Float.NaN, 0.00002f, 0.105f, 1.5f, 7, 612, 8_123, 3);
        assertThat(written(out -> WireFigures.http(reused, out)))
                .isEqualTo("{\"dns_ms\":null,\"connect_ms\":null,\"tls_ms\":null,\"write_ms\":0.02,\"wait_ms\":105.0,"
                        + "\"read_ms\":1500.0,\"connection_requests_before\":7,\"bytes_sent\":612,"
                        + "\"bytes_received\":8123,\"events_sharing_a_read\":3}");
    }

    @Test
    void tokenTimesCountFromTheStartOfTheRequest() {
        double never = RequestTimings.NEVER;
        RequestTimings timings = new RequestTimings(
                never,
                never,
                never,
                never,
                never,
                99.9,
                100.0,
                never,
                never,
                never,
                never,
                never,
                3,
                3,
                MessageTimings.NONE,
                101,
                101,
                101);
        TokenTimes times = new TokenTimes(new long[] {100_100_000_000L, 100_150_000_001L, 100_150_000_001L});
        assertThat(written(out -> WireFigures.tokenTimes(times, timings, out)))
                .isEqualTo("[100.0,150.000001,150.000001]");
    }

    @Test
    void aSummaryOverNothingIsNull() {
        JsonValue nothing = WireFigures.http(new WireSummary(Map.of(), 0, 0, 0, 0, 0, 0));
        assertThat(JsonPath.number(nothing, "phases_ms", "wait", "count")).isEqualTo(0.0);
        assertThat(JsonPath.number(nothing, "phases_ms", "wait", "p99")).isNull();
        assertThat(JsonPath.number(nothing, "reuse_share")).isNull();
        assertThat(JsonPath.number(nothing, "shared_read_share")).isNull();
        JsonValue unknown = WireFigures.network(new NetworkRoundTrip(
                NetworkRoundTrip.Spread.NONE, NetworkRoundTrip.Spread.NONE, NetworkRoundTrip.Spread.NONE));
        assertThat(JsonPath.number(unknown, "tcp_rtt_ms", "min")).isNull();
        assertThat(JsonPath.number(unknown, "tcp_connect_ms", "connections")).isEqualTo(0.0);
    }

    @Test
    void sharesAndTimesAreThoseOfTheSummary() {
        JsonValue wire = WireFigures.http(new WireSummary(
                Map.of(HttpPhase.WAIT, new PhaseSummary(4, 0.1, 0.09, 0.2, 0.25)), 4, 3, 400, 4000, 100, 10));
        assertThat(JsonPath.number(wire, "phases_ms", "wait", "mean")).isEqualTo(100.0);
        assertThat(JsonPath.number(wire, "phases_ms", "wait", "p95")).isEqualTo(200.0);
        assertThat(JsonPath.number(wire, "reuse_share")).isEqualTo(0.75);
        assertThat(JsonPath.number(wire, "shared_read_share")).isEqualTo(0.1);
        JsonValue network = WireFigures.network(new NetworkRoundTrip(
                new NetworkRoundTrip.Spread(2, 0.0004, 0.0005),
                new NetworkRoundTrip.Spread(2, 0.0003, 0.00035),
                NetworkRoundTrip.Spread.NONE));
        assertThat(JsonPath.number(network, "tcp_connect_ms", "median")).isEqualTo(0.5);
        assertThat(JsonPath.number(network, "tcp_rtt_ms", "min")).isEqualTo(0.3);
        assertThat(JsonPath.text(network, "rtt_source")).contains("TCP_INFO");
        assertThat(JsonPath.text(network, "connect_source")).contains("TCP connect");
    }
}
