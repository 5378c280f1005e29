package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonReader;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportReader;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Which columns a CSV table has, and in which order.
@NullMarked
class CsvColumnSetTest {
    private static final String CLIENT = ",\"x_guidellm_java\":{\"client\":{\"verdict\":\"not_the_limit\"}}";

    @Test
    void ourColumnsFollowAllThatTheOriginalHas() throws Exception {
        BenchmarkReport report = report("""
            {"config": {}, "benchmarks": [
              {"metrics": {"request_latency": %1$s}%2$s},
              {"metrics": {"request_latency": %1$s, "time_to_first_token_ms": %1$s}%2$s}]}
            """.formatted(byStatus(2), CLIENT));
        List<List<String>> table = table(report, false);
        int firstOwn = table.getFirst().indexOf("Client");
        assertThat(table.get(0).subList(firstOwn, table.get(0).size())).containsOnly("Client");
        assertThat(table.get(0).subList(0, firstOwn)).doesNotContain("Client").contains("Time to First Token");
        assertThat(table.get(4).get(firstOwn)).isEqualTo("not_the_limit");
        int late = table.getFirst().indexOf("Time to First Token");
        assertThat(table.get(3).get(late)).isEmpty();
        assertThat(table.get(4).get(late)).isEqualTo("2.0");
    }

    @Test
    void stableColumnsAreTheSameWhateverWasMeasured() throws Exception {
        List<List<String>> nothing = table(report("{\"config\": {}, \"benchmarks\": [{}]}"), true);
        for (String name : List.of("concurrent-slo", "constant-multiturn", "goodput")) {
            BenchmarkReport report = ReportReader.read(GoldenCases.load("report/" + name + ".json"), name);
            List<List<String>> stable = table(report, true);
            assertThat(stable.subList(0, 3)).as(name).isEqualTo(nothing.subList(0, 3));
            List<List<String>> present = table(report, false);
            List<List<String>> chosen = new ArrayList<>();
            for (List<String> row : stable) {
                List<String> cells = new ArrayList<>();
                for (int column = 0; column < row.size(); column++) {
                    if (headers(present).contains(headers(stable).get(column))) {
                        cells.add(row.get(column));
                    }
                }
                chosen.add(cells);
            }
            assertThat(chosen).as("%s: the other columns are as ever", name).isEqualTo(present);
        }
        assertThat(new HashSet<>(headers(nothing))).hasSameSizeAs(headers(nothing));
    }

    @Test
    void aSumOfZeroIsShownAndNothingMeasuredIsNot() throws Exception {
        BenchmarkReport report = report("""
            {"config": {}, "benchmarks": [{"metrics": {"request_latency": %s}}]}
            """.formatted(byStatus(0)));
        assertThat(table(report, false).get(0)).doesNotContain("Request Latency");
        List<List<String>> table = table(report, true);
        int at = headers(table).indexOf(List.of("Request Latency", "Successful Sec", "Mean"));
        assertThat(table.get(3).get(at)).isEqualTo("0.0");
        int dispatch = headers(table).indexOf(List.of("Dispatch Delay", "Successful Sec", "Mean"));
        assertThat(table.get(3).get(dispatch)).isEmpty();
    }

    private static List<List<String>> headers(List<List<String>> table) {
        List<List<String>> headers = new ArrayList<>();
        for (int i = 0; i < table.getFirst().size(); i++) {
            headers.add(List.of(
                    table.get(0).get(i), table.get(1).get(i), table.get(2).get(i)));
        }
        return headers;
    }

    private static String byStatus(double value) {
        String one = ("{\"mean\":%1$s,\"median\":%1$s,\"mode\":%1$s,\"variance\":0,\"std_dev\":0,\"min\":%1$s,"
                        + "\"max\":%1$s,\"count\":1,\"total_sum\":%1$s,\"percentiles\":{}}")
                .formatted(Double.toString(value));
        return "{\"successful\":" + one + ",\"errored\":{},\"incomplete\":{},\"total\":" + one + "}";
    }

    private static BenchmarkReport report(String json) throws Exception {
        return ReportReader.read(JsonReader.read(json), "test");
    }

    private static List<List<String>> table(BenchmarkReport report, boolean stable) throws Exception {
        StringWriter out = new StringWriter();
        new CsvOutput(ZoneOffset.UTC, stable).write(report, out);
        try (CSVParser parser = CSVFormat.RFC4180.parse(new StringReader(out.toString()))) {
            return parser.stream().map(CSVRecord::toList).toList();
        }
    }
}
