package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.ReportReader;
import dev.guidellm.terminal.ConsoleShape;
import dev.guidellm.terminal.Glyphs;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleOutputTest {
    private static final String EMPTY =
            "{\"mean\":0.0,\"median\":0.0,\"std_dev\":0.0,\"min\":0.0,\"max\":0.0,\"count\":0,\"total_sum\":0.0,"
                    + "\"percentiles\":{\"p95\":0.0}}";
    private static final String NONE = "{\"successful\":" + EMPTY + ",\"errored\":" + EMPTY + ",\"incomplete\":" + EMPTY
            + ",\"total\":" + EMPTY + "}";

    @TempDir
    Path folder;

    @Test
    void whatWasNotMeasuredIsNotShownAsZero() throws Exception {
        List<String> lines = lines(report(""));
        assertThat(row(lines, "ℹ Request Latency"))
                .isEqualTo("| concurrent@2 | -- | -- | -- | -- | -- | -- | -- | -- |"
                        + " -- | -- | -- | -- | -- | -- | -- |");
        assertThat(row(lines, "ℹ Server Throughput"))
                .isEqualTo("| concurrent@2 | -- | -- | -- | -- | -- | -- | -- | -- |");
        assertThat(row(lines, "ℹ Run Summary"))
                .isEqualTo("| concurrent@2 | -- | -- | -- | -- | -- | 2 | 0 | 1 | -- | 0.0 | -- | -- | -- | -- |");
        assertThat(lines).noneMatch(line -> line.contains("Text Metrics") || line.startsWith("*"));
    }

    @Test
    void theCsvLeavesEmptyWhatWasNotMeasured() throws Exception {
        Path file = folder.resolve("deeper/out.csv");
        assertThat(writers(new ArrayList<>()).write(report(""), new OutputConfig.Csv("deeper/out.csv")))
                .isEqualTo("deeper/out.csv");
        List<String> csv = Files.readAllLines(file);
        assertThat(csv.get(0)).doesNotContain("Request Latency", "Time to First Token");
        assertThat(csv).hasSize(4);
        assertThat(Files.readString(file)).contains("\r\n");
        try (var files = Files.list(folder.resolve("deeper"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void noBenchmarksGiveAnEmptyCsv() throws Exception {
        BenchmarkReport empty = ReportReader.read(JsonReader.read("{\"config\":{}}"), "x");
        writers(new ArrayList<>()).write(empty, new OutputConfig.Csv("out.csv"));
        assertThat(folder.resolve("out.csv")).isEmptyFile();
        assertThat(lines(empty)).isEmpty();
    }

    @Test
    void errorsNotesAndWarningsFollowTheTables() throws Exception {
        List<String> lines = lines(report("""
            ,"warnings":[{"code":"x","message":"The generator was slow.","observed":1,"threshold":0.5,"unit":"ratio",
              "sample_count":3,"note":"Numbers are doubtful."}],
            "x_guidellm_java":{"partial":true,"errors":[
              {"kind":"http_status","http_status":429,"code":"rate_limited","message":"try later","count":7,
               "example_request_id":"r1"},
              {"kind":"broken_off","http_status":null,"code":null,"message":"the stream ended before [DONE]",
               "count":1,"example_request_id":"r2"}],
             "throttled_requests":7,"retry_after":{"2":6,"5":1},
             "notes":["The data ended after 3 of 8 requests."]}
            """));
        int from = lines.indexOf("Warnings (concurrent@2)");
        assertThat(lines.subList(from, lines.size()))
                .containsExactly(
                        "Warnings (concurrent@2)",
                        "⚠ The generator was slow.",
                        "  Numbers are doubtful.",
                        "",
                        "",
                        "Errors (concurrent@2)",
                        "✖ 7 × HTTP 429 (rate_limited): try later",
                        "✖ 1 × broken off: the stream ended before [DONE]",
                        "⚠ 7 requests were throttled by the server; Retry-After: '2' (6×), '5' (1×).",
                        "",
                        "",
                        "Notes (concurrent@2)",
                        "ℹ The run was interrupted: these figures cover only a part of the benchmark.",
                        "ℹ The data ended after 3 of 8 requests.");
    }

    @Test
    void theVerdictOnTheClientIsALineAndColumns() throws Exception {
        BenchmarkReport report = report("""
            ,"x_guidellm_java":{"client":{"verdict":"possibly_the_limit","reasons":["a pause of 310 ms","x, y"],
              "seconds":4.5,"cpu":{"cores":2,"own_share":0.25,"busy_share":null},"gc":{"pauses":0},
              "pauses":{"count":1,"total_ms":310.5,"longest_ms":310.5},
              "file_descriptors":{"used":7,"limit":99}}}
            """);
        List<String> lines = lines(report);
        int from = lines.indexOf("Client");
        assertThat(lines.subList(from, lines.size()))
                .containsExactly("Client", "⚠ concurrent@2: client possibly the limit: a pause of 310 ms; x, y");
        writers(new ArrayList<>()).write(report, new OutputConfig.Csv("out.csv"));
        List<String> csv = Files.readAllLines(folder.resolve("out.csv"));
        assertThat(csv.get(1)).contains(",Verdict,Reasons,CPU Cores,CPU Share,").endsWith(",Local Ports,Local Ports");
        assertThat(csv.get(3))
                .contains(",possibly_the_limit,\"a pause of 310 ms; x, y\",2.0,0.25,,,,,0,0.0,0.0,1,310.5,310.5,")
                .endsWith(",0,7,99,,");
    }

    @Test
    void aScreenGetsTablesThatFitItAndAFileWholeOnes() throws Exception {
        BenchmarkReport report = report("");
        for (int columns : new int[] {80, 120, 200}) {
            List<String> lines =
                    new ConsoleOutput(ZoneOffset.UTC, new ConsoleShape(columns, true, Glyphs.UNICODE)).lines(report);
            assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("| concurrent@2"))
                    .hasSizeGreaterThan(3);
        }
        assertThat(new ConsoleOutput(ZoneOffset.UTC, ConsoleShape.file(80)).lines(report))
                .anySatisfy(
                        line -> assertThat(line).startsWith("| concurrent@2").hasSizeGreaterThan(80));
    }

    @Test
    void tablesAreOfAsciiWhereWidthsAreUncertain() throws Exception {
        BenchmarkReport report = ReportReader.read(
                JsonReader.read(Files.readString(Path.of("src/test/resources/cases/report/concurrent-slo.json"))), "x");
        assertThat(new ConsoleOutput(ZoneOffset.UTC, new ConsoleShape(200, true, Glyphs.ASCII)).lines(report))
                .filteredOn(line -> line.startsWith("|"))
                .anySatisfy(line -> assertThat(line).contains(" +- "))
                .allSatisfy(line -> assertThat(line).isASCII());
    }

    @Test
    void theConsoleIsAnOutputLikeOthers() throws Exception {
        List<String> printed = new ArrayList<>();
        assertThat(writers(printed).write(report(""), new OutputConfig.Console()))
                .isEqualTo("printed to console");
        assertThat(printed).hasSize(1).first().asString().contains("ℹ Run Summary Info\n|==");
    }

    @Test
    void aFolderGetsTheUsualNameAndAnOldFileIsReplaced() throws Exception {
        Files.writeString(folder.resolve("benchmarks.yaml"), "old");
        OutputWriters writers = writers(new ArrayList<>());
        assertThat(writers.write(report(""), new OutputConfig.Yaml(folder.toString())))
                .isEqualTo(folder.resolve("benchmarks.yaml").toString());
        assertThat(folder.resolve("benchmarks.yaml")).content().startsWith("benchmarks:\n- config:");
    }

    @Test
    void abandonedFileLeavesNothingBehind() throws Exception {
        OutputWriters writers = writers(new ArrayList<>());
        BenchmarkReport whole = report("");
        List<JsonValue> interrupting = new AbstractList<>() {
            @Override
            public JsonValue get(int index) {
                assertThat(folder.toFile().list()).hasSize(1);
                writers.abandon();
                return JsonValue.NULL;
            }

            @Override
            public int size() {
                return 1;
            }
        };
        BenchmarkReport report = new BenchmarkReport(
                whole.metadata(),
                whole.config(),
                List.of(new BenchmarkResult(
                        whole.benchmarks().getFirst().body(), Map.of(RequestStatus.SUCCESSFUL, interrupting))),
                List.of(),
                null);
        assertThatThrownBy(() -> writers.write(report, new OutputConfig.Json("a.json")))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void badSuffixesAreFoundBeforeTheRun() {
        OutputWriters writers = writers(new ArrayList<>());
        assertThatThrownBy(() -> writers.validate(List.of(new OutputConfig.Csv("a"), new OutputConfig.Json("foo.txt"))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Unsupported file type: txt for foo.txt")
                .hasMessageContaining("outputs[1].json.path");
        writers.validate(List.of(new OutputConfig.Json("a.YML"), new OutputConfig.Csv("a.txt")));
    }

    private OutputWriters writers(List<String> printed) {
        return new OutputWriters(folder, ZoneOffset.UTC, () -> ConsoleShape.file(100), List.of(), printed::add);
    }

    private static List<String> lines(BenchmarkReport report) {
        return new ConsoleOutput(ZoneOffset.UTC, ConsoleShape.file(100)).lines(report);
    }

    /// The first row of a table with single blanks.
    private static String row(List<String> lines, String title) {
        int at = 0;
        while (!lines.get(at).startsWith(title)) {
            at++;
        }
        return lines.get(at + 6).replaceAll(" +", " ");
    }

    private static BenchmarkReport report(String more) throws Exception {
        return ReportReader.read(JsonReader.read("""
            {"config": {}, "benchmarks": [{"type_": "generative_benchmark",
              "config": {"strategy": {"type_": "concurrent", "streams": 2}, "slo": {"ttft_ms": 1}},
              "metrics": {"request_totals": {"successful": 2, "errored": 1, "incomplete": 0, "total": 3},
                "request_latency": %s, "prompt_token_count": %s, "time_to_first_token_ms": %s}
              %s}]}
            """.formatted(NONE, NONE, NONE, more)), "x");
    }
}
