package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.compare.SyntheticRun;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `guidellm compare` from its words to its exit code.
class CompareIT {
    @TempDir
    Path folder;

    @BeforeEach
    void writeReports() throws IOException {
        for (int i = 1; i <= 3; i++) {
            write("a" + i + ".json", run(i, 100));
            write("b" + i + ".json", run(10 + i, 130));
        }
    }

    @Test
    void theConsoleIsTheUsualOutput() {
        ProductRun run = compare("a1.json", "b1.json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("b1.json against the baseline a1.json", "ttft_ms.p95", "✖ worse");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void repeatsAreJoinedByCommas() throws Exception {
        ProductRun run = compare(
                "a1.json,a2.json,a3.json",
                "b1.json,b2.json,b3.json",
                "--metric",
                "rps",
                "--output",
                "kind=json,path=c.json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).as("without the console nothing is printed").isEmpty();
        JsonValue document = JsonReader.read(Files.readString(folder.resolve("c.json")));
        assertThat(ProductRun.text(document, "comparisons/0/levels/0/metrics/0/test"))
                .isEqualTo("welch_of_runs");
        assertThat(ProductRun.text(document, "comparisons/0/levels/0/metrics/0/verdict"))
                .isEqualTo("worse");
    }

    @Test
    void aForbiddenChangeIsExitCode3AfterAllOutputs() {
        ProductRun run = compare(
                "a1.json",
                "b1.json",
                "--fail-on",
                "ttft_ms.mean > +5%",
                "--fail-on",
                "rps < -5%",
                "--output",
                "kind=console",
                "--output",
                "kind=markdown,path=c.md",
                "--output",
                "kind=html,path=c.html");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err().lines()).singleElement().asString().startsWith("Limit exceeded: ttft_ms.mean > +5% at");
        assertThat(run.out()).contains("✔ Limit held: rps < -5%", "but there is no evidence");
        assertThat(folder.resolve("c.md")).isNotEmptyFile();
        assertThat(folder.resolve("c.html")).isNotEmptyFile();
        assertThat(compare("a1.json", "b1.json", "--fail-on", "rps < -5%").exitCode())
                .isZero();
        assertThat(compare("a1.json", "b1.json", "--fail-on", "rps < -5%", "--fail-on-point")
                        .exitCode())
                .isEqualTo(3);
    }

    @Test
    void otherWorkloadsAreExitCode2UnlessAllowed() throws IOException {
        write(
                "other.json",
                SyntheticRun.with("\"prompt_tokens\": 16", "\"prompt_tokens\": 64")
                        .level(4, draws(5, 100), 5));
        ProductRun refused = compare("a1.json", "other.json");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .containsSubsequence(
                        "Error: Not compared: the workloads of a1.json and other.json differ:",
                        "  - data[0].prompt_tokens: 16 and 64",
                        "--allow-differences compares them all the same.");
        ProductRun allowed = compare("a1.json", "other.json", "--allow-differences");
        assertThat(allowed.exitCode()).as(allowed.err()).isZero();
        assertThat(allowed.out()).contains("⚠ The workloads differ: data[0].prompt_tokens: 16 and 64.");
    }

    @Test
    void metricsAreChosenOrAdded() {
        assertThat(compare("a1.json", "b1.json", "--metric", "ttft_ms.p90").out())
                .contains("ttft_ms.p90")
                .doesNotContain("ttft_ms.p95");
        assertThat(compare("a1.json", "b1.json", "--metric", "+ttft_ms.p90").out())
                .contains("ttft_ms.p90", "ttft_ms.p95");
    }

    @Test
    void mistakesAreSaidInOneBlock() throws IOException {
        assertThat(error("a1.json")).isEqualTo("Error: Missing argument 'CANDIDATE...'.");
        assertThat(error("a1.json", "none.json")).isEqualTo("Error: File 'none.json' does not exist.");
        assertThat(error("a1.json,a1.json", "b1.json")).isEqualTo("Error: File 'a1.json' stands twice on one side.");
        assertThat(error("a1.json", "b1.json", "--metric", "ttft"))
                .isEqualTo(
                        "Error: Invalid value for '--metric': 'ttft': unknown metric 'ttft'; the nearest is ttft_ms.");
        assertThat(error("a1.json", "b1.json", "--fail-on", "ttft_ms.p99 > 5%"))
                .startsWith("Error: Invalid value for '--fail-on': 'ttft_ms.p99 > 5%': a limit of a change reads");
        assertThat(error("a1.json", "b1.json", "--confidence", "nan"))
                .isEqualTo(
                        "Error: Invalid value for '--confidence': A confidence lies between 0.5 and 0.9999, got nan.");
        assertThat(error("a1.json", "b1.json", "--correction", "much"))
                .isEqualTo("Error: Invalid value for '--correction': 'much' is not one of 'holm', 'none'.");
        assertThat(error("a1.json", "b1.json", "--output", "kind=pdf"))
                .startsWith("Error: Invalid value for '--output': invalid kind 'pdf'.");
        Files.copy(folder.resolve("a1.json"), folder.resolve("copy.json"));
        assertThat(error("a1.json,copy.json", "b1.json"))
                .isEqualTo("Error: 'a1.json' and 'copy.json' are the same run, which is no repetition.");
    }

    @Test
    void aFileThatIsNoReportIsOneLine() throws IOException {
        Files.writeString(folder.resolve("x.json"), "{}");
        ProductRun run = compare("a1.json", "x.json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("x.json: not a report").doesNotContain("\tat ");
    }

    @Test
    void aCommaMayStandInTheNameOfAFile() throws IOException {
        Files.copy(folder.resolve("b1.json"), folder.resolve("with,comma.json"));
        assertThat(compare("a1.json", "with,comma.json").exitCode()).isZero();
    }

    private String error(String... arguments) {
        ProductRun run = compare(arguments);
        assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
        return run.err()
                .lines()
                .filter(line -> line.startsWith("Error: "))
                .findFirst()
                .orElseThrow();
    }

    private ProductRun compare(String... arguments) {
        List<String> words = new ArrayList<>(List.of("compare"));
        words.addAll(List.of(arguments));
        return ProductRun.in(folder, words.toArray(String[]::new));
    }

    private static SyntheticRun run(long seed, double millis) {
        return new SyntheticRun().level(4, draws(seed, millis), 5);
    }

    private static double[] draws(long seed, double millis) {
        SplittableRandom random = new SplittableRandom(seed);
        return random.doubles(200)
                .map(_ -> millis * Math.exp(0.2 * random.nextGaussian()))
                .toArray();
    }

    private void write(String name, SyntheticRun run) throws IOException {
        BenchmarkReport report = run.report();
        try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
            ReportWriter.writeJson(report, out);
        }
    }
}
