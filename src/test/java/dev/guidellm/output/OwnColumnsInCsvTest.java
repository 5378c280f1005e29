package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.report.ReportReader;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnColumnsInCsvTest {
    private static final String FIGURES = """
        {"http":{"requests":4,"on_reused_connections":3,"reuse_share":0.75,"bytes_sent":400,"bytes_received":4000,
        "token_events":100,"events_sharing_a_read":10,"shared_read_share":0.1,"phases_ms":{
        "dns":{"count":0,"mean":null,"p50":null,"p95":null,"p99":null},
        "wait":{"count":4,"mean":100.0,"p50":90.0,"p95":200.0,"p99":250.0}}},
        "network":{"tcp_connect_ms":{"connections":2,"min":0.4,"median":0.5},
        "tcp_rtt_ms":{"connections":2,"min":0.3,"median":0.35},
        "tcp_min_rtt_ms":{"connections":0,"min":null,"median":null}}}
        """;

    private static final String REPLAY = """
        {"http":null,"replay":{"turns":12,"lag_ms":{"first_turns":{"count":3,"mean":1.0,"p50":0.5,"p90":1.25,"p99":1.5,
        "p999":1.75,"max":2.0},"later_turns":null},"behind_record_s":null,
        "sessions_in_flight":{"recorded":null,"intended":{"sessions":3,"mean":1.5,"max":2},"achieved":null},
        "prompt_sizes":{"turns":12,"deviating":3,"deviating_share":0.25,"common_extra_tokens":8},
        "read_again":{"prompts":9,"size_deviating":0,"size_deviating_share":0.0,"shared_prefixes":4,
        "prefix_deviating":2,"prefix_deviating_share":0.5},
        "order":{"turns":12,"deviating":1,"deviating_share":0.0833,"before_parents":1},
        "prefix_cache":{"capacity_tokens":4096,"recorded":null,"sent":{"prompt_tokens":100,
        "distinct_block_tokens":40,"hit_rate":0.625,"hit_rate_of_capacity":0.3},
        "measured":{"turns":12,"prompt_tokens":100,"cached_tokens":50,"hit_rate":0.5}},"lanes":[]}}
        """;

    private static List<List<String>> table(String extension) throws Exception {
        return table(extension, false);
    }

    private static List<List<String>> table(String extension, boolean stable) throws Exception {
        String report = "{\"config\":{},\"benchmarks\":[{\"type_\":\"generative_benchmark\"" + extension + "}]}";
        StringWriter out = new StringWriter();
        new CsvOutput(ZoneOffset.UTC, stable).write(ReportReader.read(JsonReader.read(report), "r"), out);
        return out.toString().lines().map(line -> List.of(line.split(",", -1))).toList();
    }

    private static String cell(List<List<String>> table, String group, String name, String detail) {
        for (int i = 0; i < table.get(0).size(); i++) {
            if (List.of(table.get(0).get(i), table.get(1).get(i), table.get(2).get(i))
                    .equals(List.of(group, name, detail))) {
                return table.get(3).get(i);
            }
        }
        throw new AssertionError("no column " + group + " / " + name + " / " + detail);
    }

    @Test
    void phasesAndRoundTripsStandBehindTheColumnsOfTheOriginal() throws Exception {
        List<List<String>> without = table("");
        List<List<String>> with = table(",\"x_guidellm_java\":{\"figures\":" + FIGURES + "}");
        int common = without.get(0).size();
        for (int header = 0; header < 3; header++) {
            assertThat(with.get(header).subList(0, common)).isEqualTo(without.get(header));
        }
        assertThat(with.get(0).size()).isGreaterThan(common);
        assertThat(cell(with, "HTTP Phases", "Wait ms", "Mean")).isEqualTo("100.0");
        assertThat(cell(with, "HTTP Phases", "Wait ms", "P95")).isEqualTo("200.0");
        assertThat(cell(with, "HTTP Phases", "DNS ms", "Count")).isEqualTo("0");
        assertThat(cell(with, "HTTP", "Reuse Share", "")).isEqualTo("0.75");
        assertThat(cell(with, "HTTP", "Events Sharing A Read", "")).isEqualTo("10");
        assertThat(cell(with, "Network", "TCP Connect ms", "Median")).isEqualTo("0.5");
        assertThat(cell(with, "Network", "TCP RTT ms", "Min")).isEqualTo("0.3");
    }

    @Test
    void aReplayHasItsFidelityBehindThem() throws Exception {
        List<List<String>> table = table(",\"x_guidellm_java\":{\"figures\":" + REPLAY + "}");
        assertThat(cell(table, "Replay", "Turns", "")).isEqualTo("12");
        assertThat(cell(table, "Replay", "Lag First Turns ms", "P99")).isEqualTo("1.5");
        assertThat(cell(table, "Replay", "Lag Later Turns ms", "P99")).isEmpty();
        assertThat(cell(table, "Replay", "Sessions In Flight Intended", "Mean")).isEqualTo("1.5");
        assertThat(cell(table, "Replay", "Sessions In Flight Achieved", "Max")).isEmpty();
        assertThat(cell(table, "Replay", "Prompt Sizes", "Deviating Share")).isEqualTo("0.25");
        assertThat(cell(table, "Replay", "Read Again", "Prefix Deviating Share"))
                .isEqualTo("0.5");
        assertThat(cell(table, "Replay", "Order", "Before Parents")).isEqualTo("1");
        assertThat(cell(table, "Replay", "Prefix Cache", "Capacity Tokens")).isEqualTo("4096");
        assertThat(cell(table, "Replay", "Prefix Cache Sent", "Hit Rate")).isEqualTo("0.625");
        assertThat(cell(table, "Replay", "Prefix Cache Recorded", "Hit Rate")).isEmpty();
        assertThat(cell(table, "Replay", "Prefix Cache Measured", "Hit Rate")).isEqualTo("0.5");
    }

    @Test
    void onlyStableColumnsHaveThemWithoutAReplay() throws Exception {
        assertThat(table("").get(0)).doesNotContain("Replay");
        List<List<String>> stable = table("", true);
        assertThat(stable.get(0)).contains("Replay");
        assertThat(cell(stable, "Replay", "Lag First Turns ms", "P99")).isEmpty();
    }
}
