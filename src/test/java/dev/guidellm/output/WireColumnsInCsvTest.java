package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.report.ReportReader;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireColumnsInCsvTest {
    private static final String FIGURES = """
        {"http":{"requests":4,"on_reused_connections":3,"reuse_share":0.75,"bytes_sent":400,"bytes_received":4000,
        "token_events":100,"events_sharing_a_read":10,"shared_read_share":0.1,"phases_ms":{
        "dns":{"count":0,"mean":null,"p50":null,"p95":null,"p99":null},
        "wait":{"count":4,"mean":100.0,"p50":90.0,"p95":200.0,"p99":250.0}}},
        "network":{"tcp_connect_ms":{"connections":2,"min":0.4,"median":0.5},
        "tcp_rtt_ms":{"connections":2,"min":0.3,"median":0.35},
        "tcp_min_rtt_ms":{"connections":0,"min":null,"median":null}}}
        """;

    private static List<List<String>> table(String extension) throws Exception {
        String report = "{\"config\":{},\"benchmarks\":[{\"type_\":\"generative_benchmark\"" + extension + "}]}";
        StringWriter out = new StringWriter();
        new CsvOutput(ZoneOffset.UTC, false).write(ReportReader.read(JsonReader.read(report), "r"), out);
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
}
