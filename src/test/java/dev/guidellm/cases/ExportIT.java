package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `export`, from reports that the original wrote, to every format, against what the original wrote of the same run.
class ExportIT {
    private final TimeZone zone = TimeZone.getDefault();

    @TempDir
    Path folder;

    @BeforeEach
    void beWhereTheOriginalsWereWritten() {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    }

    @AfterEach
    void beWhereWeAre() {
        TimeZone.setDefault(zone);
    }

    @ParameterizedTest
    @CsvSource({"concurrent-slo, 2, 60, true", "constant-multiturn, 1, 24, false", "goodput, 2, 0, true"})
    void everyFormatSaysWhatTheOriginalsDoes(String name, int benchmarks, int requests, boolean hasYaml)
            throws Exception {
        Files.write(folder.resolve("in.JSON"), resource(name + ".json"));
        ProductRun export = export(
                "in.JSON",
                "json:a.json",
                "yaml:a.yml",
                "csv:a.csv",
                "console",
                "jsonl:a.jsonl",
                "plot:a.png",
                "junit:a.xml");
        assertThat(export.exitCode()).as(export.err()).isZero();
        assertThat(export.out())
                .startsWith("ℹ Import of old benchmarks complete; loaded " + benchmarks + " benchmark(s)\n")
                .contains("…   json    : a.json", "…   yaml    : a.yml", "…   csv     : a.csv")
                .contains("…   console : printed to console");
        assertThat(withoutOurLegend(export.out())).contains(tables(name));
        assertThat(folder.resolve("a.json")).hasBinaryContent(resource(name + ".json"));
        assertThat(folder.resolve("a.csv")).hasBinaryContent(resource(name + ".csv"));
        if (hasYaml) {
            assertThat(Files.readString(folder.resolve("a.yml")))
                    .isEqualToIgnoringCase(new String(resource(name + ".yaml"), StandardCharsets.UTF_8));
        }
        if (requests > 0) {
            assertThat(Files.readAllLines(folder.resolve("a.jsonl"))).hasSize(requests);
        }
        assertThat(Files.size(folder.resolve("a.png"))).isGreaterThan(20_000);
        assertThat(folder.resolve("a.xml")).content().startsWith("<?xml");
        assertThat(folder.toFile().list()).hasSize(7);
    }

    @ParameterizedTest
    @CsvSource({"concurrent-slo", "goodput"})
    void aYamlReportIsReadAsTheJsonOne(String name) throws Exception {
        Files.write(folder.resolve("in.yaml"), resource(name + ".yaml"));
        ProductRun export = export("in.yaml", "json:a.json", "console");
        assertThat(export.exitCode()).as(export.err()).isZero();
        assertThat(withoutOurLegend(export.out())).contains(tables(name));
        JsonValue there = JsonReader.read(Files.readString(folder.resolve("a.json")));
        assertThat(there).isEqualTo(JsonReader.read(new String(resource(name + ".json"), StandardCharsets.UTF_8)));
        assertThat(export("a.json", "yaml:b.yaml").exitCode()).isZero();
        assertThat(YamlReader.read(Files.readString(folder.resolve("b.yaml")))).isEqualTo(there);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "old.json  | {\"args\": {}, \"benchmarks\": [], \"metadata\": {\"version\": 1, \"guidellm_version\":"
                        + " \"0.7.0\"}} | a report of GuideLLM 0.7.0 in an older format; only format version 2 can be"
                        + " read",
                "cut.json  | {\"config\": {}, \"benchmarks\": [{\"metr | cut.json: line 1, column",
                "other.yml | [1, 2] | not a report: the document is no object",
                "some.txt  | x | Unsupported file type: txt for"
            })
    void whatIsNoReportIsRefusedInOneLine(String file, String content, String message) throws Exception {
        Files.writeString(folder.resolve(file), content);
        ProductRun export = export(file, "csv:a.csv");
        assertThat(export.exitCode()).isEqualTo(1);
        assertThat(export.err().strip()).startsWith("Error: ").contains(message).hasLineCount(1);
        assertThat(folder.resolve("a.csv")).doesNotExist();
    }

    @Test
    void secretsThatAnotherProgramLeftInAreNotPassedOn() throws Exception {
        Files.writeString(folder.resolve("in.json"), """
            {"config": {"spec": {"backend": {"api_key": "sk-4711", "extras": {"headers": {"X-Key": "h34der"}}}}},
             "benchmarks": [{"config": {"backend": {"target": "http://u:pw@h"}}, "requests": {"successful": [
               {"request_args": "{\\"headers\\": {\\"Cookie\\": \\"c00kie\\"}}"}]}}]}
            """);
        assertThat(export("in.json", "json:a.json", "csv:a.csv", "yaml:a.yaml", "jsonl:a.jsonl")
                        .exitCode())
                .isZero();
        for (String file : List.of("a.json", "a.csv", "a.yaml", "a.jsonl")) {
            assertThat(folder.resolve(file)).content().doesNotContain("sk-4711", "h34der", "u:pw", "c00kie");
        }
    }

    private ProductRun export(String file, String... outputs) {
        List<String> arguments = new ArrayList<>(List.of("export", file));
        for (String output : outputs) {
            arguments.addAll(List.of("--output", "kind=" + output.replace(":", ",path=")));
        }
        return ProductRun.in(folder, arguments.toArray(String[]::new));
    }

    /// We say which sample size would do, after the original's own line.
    private static String withoutOurLegend(String console) {
        return console.replaceAll("(?m)^  a p95 has one from .*\n", "");
    }

    /// What the original printed from the first table to the last one.
    private static String tables(String name) throws IOException {
        String all = new String(resource(name + ".console.txt"), StandardCharsets.UTF_8);
        int from = all.indexOf("ℹ Run Summary Info");
        int to = all.lastIndexOf("|\n", all.indexOf("✔ Benchmarking complete"));
        return all.substring(from, to + 2);
    }

    private static byte[] resource(String file) throws IOException {
        try (InputStream stream = ExportIT.class.getResourceAsStream("/cases/report/" + file)) {
            return Objects.requireNonNull(stream, file).readAllBytes();
        }
    }
}
