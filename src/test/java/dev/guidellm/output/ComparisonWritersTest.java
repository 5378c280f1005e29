package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.compare.Comparison;
import dev.guidellm.compare.ComparisonSide;
import dev.guidellm.compare.SyntheticRun;
import dev.guidellm.config.ComparisonOutput;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonWritersTest {
    private static final String HOSTILE = "a</title><img src=x onerror=alert(1)>|`*.json";

    @TempDir
    Path folder;

    @Test
    void theConsoleHasATableForEachLevelAndTheMethodBelow() throws Exception {
        String text = written(new ComparisonOutput.Console());
        List<String> lines = text.lines().toList();
        assertThat(lines).contains("ℹ b.json against the baseline " + HOSTILE);
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .matches(
                                "\\| Metric +\\| Baseline +\\| Candidate +\\| Change +\\| 95 % interval +\\| p, corrected +\\|"
                                        + " Verdict +\\|"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .matches(
                                "\\| ttft_ms.mean +\\| \\S+ +\\| \\S+ +\\| \\+\\S+ \\(\\+\\S+ %\\) +\\| \\+\\S+ to \\+\\S+ +\\|"
                                        + " < 0.0001 +\\| ✖ worse +\\|"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).matches("\\| rps.successful.mean.*\\|   not tested +\\|"));
        assertThat(text).contains("within-run evidence only", "(Holm)", "does not mean equal");
    }

    @Test
    void thePageEscapesEverythingAndRunsNothing() throws Exception {
        String page = file(new ComparisonOutput.Html("below/c.html"), "below/c.html");
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("a&lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;|`*.json")
                .doesNotContain("<img", "<script", "http://", "https://");
        String style = page.substring(page.indexOf("<style>") + 7, page.indexOf("</style>"));
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8)));
        assertThat(page).contains("default-src 'none'; style-src 'sha256-" + hash + "'");
        assertThat(page).contains("<tr class=\"worse\"><td>ttft_ms.mean</td>", "<li class=\"failed\">failed: ttft_ms");
    }

    @Test
    void markdownKeepsItsTablesWhole() throws Exception {
        String text = file(new ComparisonOutput.Markdown("c.md"), "c.md");
        assertThat(text).contains("## b.json against a\\</title\\>\\<img src=x onerror=alert(1)\\>\\|\\`\\*.json");
        List<String> rows = text.lines().filter(line -> line.startsWith("|")).toList();
        assertThat(rows)
                .hasSizeGreaterThan(10)
                .allSatisfy(row -> assertThat(row.replace("\\|", "")).matches("\\|([^|]*\\|){7}"));
        assertThat(text).contains("- failed: ttft\\_ms.mean \\> +5% at concurrent@4");
    }

    @Test
    void jsonIsWrittenIntoAFolderUnderItsUsualName() throws Exception {
        JsonValue document = JsonReader.read(file(new ComparisonOutput.Json("."), "comparison.json"));
        assertThat(JsonPath.text(document, "type_")).isEqualTo("comparison");
        assertThat(JsonPath.truth(document, "failed")).isTrue();
        assertThat(JsonPath.items(document, "fail_on")).hasSize(1);
        assertThat(JsonPath.text(JsonPath.items(document, "comparisons").getFirst(), "baseline"))
                .isEqualTo(HOSTILE);
    }

    @Test
    void standardOutputHoldsNothingElse() throws Exception {
        JsonValue document = JsonReader.read(written(new ComparisonOutput.Json("stdout")));
        assertThat(JsonPath.whole(document, "version")).isEqualTo(1L);
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    private String file(ComparisonOutput output, String expected) throws Exception {
        assertThat(written(output)).isEmpty();
        return Files.readString(folder.resolve(expected));
    }

    private String written(ComparisonOutput output) throws Exception {
        ComparisonSide baseline = side(HOSTILE, 1, 100);
        Comparison comparison = Comparison.of(
                List.of(baseline, side("b.json", 2, 130)),
                new Comparison.Options(Comparison.usualMetrics(), List.of(), 0.95, true, false));
        List<ChangeLimit.Result> limits =
                ChangeLimit.parse("ttft_ms.mean > +5%").judge(comparison.sides().getFirst(), baseline, false);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        new ComparisonWriters(folder, 120, stream).write(comparison, limits, output);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static ComparisonSide side(String name, long seed, double millis) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] ttft = random.doubles(200)
                .map(_ -> millis * Math.exp(0.2 * random.nextGaussian()))
                .toArray();
        return new ComparisonSide(List.of(new ComparisonSide.Named(
                name, new SyntheticRun().level(4, ttft, 5).report())));
    }
}
