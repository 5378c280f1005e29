package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.YamlReader;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportReader;
import dev.guidellm.terminal.ConsoleShape;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reports that the original wrote, exported by us: the same tables, cells and data that the original wrote of
/// them.
class OriginalReportsTest {
    private static final ZoneId ZONE = ZoneOffset.UTC; // where the originals were written
    private static final String CONSOLE = "report/console";
    private static final String CSV = "report/csv";
    private static final String DATA = "report/data";

    @TempDir
    Path folder;

    @AfterAll
    static void everyDeviationIsNeeded() {
        List.of(CONSOLE, CSV, DATA).forEach(GoldenCases::assertNoUnusedDeviation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "constant-multiturn", "goodput"})
    void theConsoleShowsTheSameLines(String name) throws Exception {
        List<JsonValue> golden = new ArrayList<>();
        boolean within = false;
        for (String line : text(name + ".console.txt").split("\n", -1)) {
            within = (within || line.equals("ℹ Run Summary Info")) && !line.startsWith("✔ Benchmarking complete");
            if (within) {
                golden.add(JsonValue.of(line.stripTrailing()));
            }
        }
        List<JsonValue> actual = new ArrayList<>();
        withoutOurs(new ConsoleOutput(ZONE, ConsoleShape.file(80)).lines(report(name)))
                .forEach(line -> actual.add(JsonValue.of(line)));
        // before the tables and before the closing lines stand blank lines that are not part of them
        List<JsonValue> wanted = golden.subList(0, golden.size() - 3);
        GoldenCases.checkExactly(CONSOLE, name, new JsonArray(actual.subList(2, actual.size())), new JsonArray(wanted));
    }

    /// The original says neither how many requests an interval takes nor what a search found: that line, and our block
    /// with its heading and the blank lines above it, go.
    private static List<String> withoutOurs(List<String> all) {
        List<String> lines = new ArrayList<>(all);
        lines.removeIf(line -> line.startsWith("  a p95 has one from "));
        int heading = lines.indexOf("Goodput search");
        if (heading < 0) {
            return lines;
        }
        int end = heading;
        while (end < lines.size() && !lines.get(end).isEmpty()) {
            end++;
        }
        List<String> rest = new ArrayList<>(lines.subList(0, heading - 2));
        rest.addAll(lines.subList(end, lines.size()));
        return rest;
    }

    @Test
    void aStarIsExplainedWithTheRequestsItTakes() throws Exception {
        List<String> lines = new ConsoleOutput(ZONE, ConsoleShape.file(200)).lines(report("concurrent-slo"));
        int legend = lines.indexOf("* confidence interval unavailable at this sample size");
        assertThat(lines.get(legend + 1)).isEqualTo("  a p95 has one from 72 requests on, at 95 % confidence");
    }

    @Test
    void theConsoleSaysWhatASearchOfTheOriginalFound() throws Exception {
        List<String> lines = new ConsoleOutput(ZONE, ConsoleShape.file(200)).lines(report("goodput"));
        int heading = lines.indexOf("Goodput search");
        assertThat(lines.subList(heading + 1, heading + 3))
                .containsExactly(
                        "⚠ Holds at least 8 concurrent requests with at least 90 % within e2el 400 ms (1.000 of 310"
                                + " requests, 95 % interval 0.988 to 1.000).",
                        "  Nothing higher was tried: it is the highest allowed (max_streams).");
    }

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "constant-multiturn", "goodput"})
    void theCsvHasTheSameCells(String name) throws Exception {
        Path file = folder.resolve("out.csv");
        writers().write(report(name), new OutputConfig.Csv(file.toString()));
        GoldenCases.checkExactly(CSV, name, lines(Files.readString(file)), lines(text(name + ".csv")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "goodput"})
    void theYamlHasTheSameData(String name) throws Exception {
        Path file = folder.resolve("out.yaml");
        writers().write(report(name), new OutputConfig.Yaml(file.toString()));
        JsonValue golden = YamlReader.read(text(name + ".yaml"));
        GoldenCases.checkExactly(DATA, name + ".yaml", YamlReader.read(Files.readString(file)), golden);
    }

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "goodput"})
    void theYamlIsTheSameTextExceptForTheCaseOfHexDigits(String name) throws Exception {
        Path file = folder.resolve("out.yml");
        writers().write(report(name), new OutputConfig.Json(file.toString()));
        assertThat(Files.readString(file)).isEqualToIgnoringCase(text(name + ".yaml"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "constant-multiturn", "goodput"})
    void theJsonIsTheSameText(String name) throws Exception {
        Path file = folder.resolve("out.json");
        writers().write(report(name), new OutputConfig.Json(file.toString()));
        assertThat(Files.readString(file)).isEqualTo(text(name + ".json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "goodput"})
    void aReportSurvivesTheWayThroughYaml(String name) throws Exception {
        Path yaml = folder.resolve("out.yaml");
        Path json = folder.resolve("deeper/out.json");
        writers().write(report(name), new OutputConfig.Yaml(yaml.toString()));
        writers().write(ReportReader.read(yaml), new OutputConfig.Json(json.toString()));
        JsonValue golden = JsonReader.read(text(name + ".json"));
        GoldenCases.checkExactly(DATA, name + " through YAML", JsonReader.read(Files.readString(json)), golden);
    }

    private static OutputWriters writers() {
        return new OutputWriters(
                Path.of("").toAbsolutePath(), ZONE, () -> ConsoleShape.file(80), List.of(), line -> {});
    }

    private static BenchmarkReport report(String name) throws Exception {
        return ReportReader.read(JsonReader.read(text(name + ".json")), name);
    }

    /// The lines of a CSV text as objects: a cell for each column and row.
    private static JsonValue lines(String csv) {
        List<JsonValue> rows = new ArrayList<>();
        for (List<String> row : parse(csv)) {
            rows.add(JsonValue.ofStrings(row));
        }
        return new JsonArray(rows);
    }

    private static List<List<String>> parse(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char c = csv.charAt(i);
            if (quoted && c == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                row.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    rows.add(row);
                    row = new ArrayList<>();
                }
            } else if (quoted || c != '\r') {
                cell.append(c);
            }
        }
        return rows;
    }

    private static String text(String file) throws IOException {
        try (InputStream stream = OriginalReportsTest.class.getResourceAsStream("/cases/report/" + file)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
