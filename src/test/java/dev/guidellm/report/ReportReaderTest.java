package dev.guidellm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportReaderTest {
    @TempDir
    Path folder;

    @Test
    void onlyTheConfigurationMustBeThere() throws Exception {
        BenchmarkReport report = ReportReader.read(JsonReader.read("{\"config\":{}}"), "x");
        assertThat(report.benchmarks()).isEmpty();
        assertThat(report.conclusions()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                                        | x: not a report: the document is no object",
                "{}                                        | x: not a report: 'config' is missing",
                "{\"config\":{},\"metadata\":{\"version\":3}}  | x: format version 3 is not supported, only version 2",
                "{\"config\":{},\"metadata\":{\"version\":\"2\"}} | x: format version \"2\" is not supported, only"
                        + " version 2",
                "{\"args\":{},\"benchmarks\":[]}               | x: a report of an older GuideLLM in an older format;"
                        + " only format version 2 can be read, which GuideLLM writes since 0.8",
                "{\"metadata\":{\"version\":1,\"guidellm_version\":\"0.7.1\"},\"args\":{},\"benchmarks\":[]} | x: a"
                        + " report of GuideLLM 0.7.1 in an older format; only format version 2 can be read, which GuideLLM"
                        + " writes since 0.8",
                "{\"config\":{},\"benchmarks\":{}}             | x: 'benchmarks' is no list",
                "{\"config\":{},\"benchmarks\":[1]}            | x: benchmarks[0] is no object"
            })
    void saysWhatIsWrong(String text, String message) throws Exception {
        JsonValue document = JsonReader.read(text);
        assertThatThrownBy(() -> ReportReader.read(document, "x"))
                .isInstanceOf(ReportException.class)
                .hasMessage(message);
    }

    @Test
    void computedValuesThatAreMissingAreFilledIn() throws Exception {
        BenchmarkResult benchmark =
                ReportReader.read(JsonReader.read("""
                    {"config": {}, "benchmarks": [{"scheduler_metrics": {"request_start_time": 1.0,
                     "measure_start_time": 1.5, "measure_end_time": 4.0, "request_end_time": 4.25}}]}
                    """), "x").benchmarks().getFirst();
        assertThat(benchmark.number("start_time")).isEqualTo(1.5);
        assertThat(benchmark.number("end_time")).isEqualTo(4.0);
        assertThat(benchmark.number("duration")).isEqualTo(2.5);
        assertThat(benchmark.number("warmup_duration")).isEqualTo(0.5);
        assertThat(benchmark.number("cooldown_duration")).isEqualTo(0.25);
    }

    @Test
    void namesFileAndLineOfBrokenText() throws Exception {
        Path file = Files.writeString(folder.resolve("a.JSON"), "{\"config\":\n{]}");
        assertThatThrownBy(() -> ReportReader.read(file))
                .isInstanceOf(ReportException.class)
                .hasMessageStartingWith(file + ": line 2, column ");
    }

    @ParameterizedTest
    @CsvSource({"foo.txt,txt", "foo,''", ".json,''", "a.json.gz,gz"})
    void refusesOtherSuffixes(String file, String suffix) {
        assertThatThrownBy(() -> ReportFormat.of(Path.of(file)))
                .isInstanceOf(ReportException.class)
                .hasMessage("Unsupported file type: " + suffix + " for " + file + ".");
    }

    @Test
    void pythonsNotANumberIsRead() throws Exception {
        Path file = Files.writeString(folder.resolve("a.json"), "{\"config\":{\"x\":NaN}}");
        assertThat(ReportReader.read(file).config().get("x")).isEqualTo(JsonValue.of(Double.NaN));
    }
}
