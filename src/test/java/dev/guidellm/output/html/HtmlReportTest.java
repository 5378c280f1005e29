package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlReportTest {
    private static final int MOST_BYTES_WITHOUT_DATA = 400_000;

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "constant-multiturn", "goodput"})
    void thePageNeedsNothingElse(String name) throws Exception {
        String page = SampleReports.page(SampleReports.original(name));
        String markup = page.replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "");
        Matcher links = Pattern.compile("(?i)\\b(?:src|href|action|data|poster)=\"([^\"]*)\"")
                .matcher(markup);
        while (links.find()) {
            assertThat(links.group(1)).matches("(?s)#[a-z]+|data:,");
        }
        assertThat(page).doesNotContain("@import", "url(");
    }

    @Test
    void scriptsAndStylesAreAdmittedByTheirHashOnly() throws Exception {
        String page = SampleReports.page(SampleReports.original("concurrent-slo"));
        String policy = find(page, "http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\"");
        assertThat(policy).startsWith("default-src 'none'; script-src 'sha256-").doesNotContain("unsafe", "*", "http");
        assertThat(policy).contains("script-src '" + hash(find(page, "(?s)<script>(.*?)</script>")) + "'");
        assertThat(policy).contains("style-src '" + hash(find(page, "(?s)<style>(.*?)</style>")) + "'");
    }

    @Test
    void withoutItsDataThePageIsSmall() throws Exception {
        BenchmarkReport empty = ReportReader.read(JsonReader.read("{\"config\":{}}"), "empty");
        String page = SampleReports.page(empty);
        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES_WITHOUT_DATA);
        assertThat(page).contains("No benchmark runs in this report.");
    }

    @Test
    void probesThatWereClimbedPastAreCalledSo() throws Exception {
        BenchmarkReport climbed = ReportReader.read(JsonReader.read("""
                        {"config": {}, "conclusions": [{
                          "probes": [{"streams": 4, "passed": true, "resolved": false, "aborted": false},
                                     {"streams": 8, "passed": false, "resolved": true, "aborted": false}],
                          "best_passing_streams": 4, "lowest_failing_streams": 8, "stop_reason": "converged",
                          "x_guidellm_java": {"probes": [{"climbed_past": true}, {"climbed_past": false}]}}]}"""), "climbed");
        assertThat(SampleReports.page(climbed))
                .containsOnlyOnce("no: climbed past")
                .contains("What was climbed past ended as soon as it leaned to passing");
        assertThat(SampleReports.page(SampleReports.original("goodput"))).doesNotContain("climbed past");
    }

    @Test
    void textOfOthersStaysText() throws Exception {
        String page = SampleReports.page(SampleReports.hostile());
        assertThat(page.toLowerCase(Locale.ROOT)).doesNotContain("<img", "<!--");
        // the data, the program's scripts; nothing more closes or opens one
        assertThat(page.split("</script>", -1)).hasSize(3);
        assertThat(page).contains("&lt;/script&gt;&lt;img src=x onerror=&quot;document.title=");
    }

    @Test
    void requestsAreNotInThePage() throws Exception {
        BenchmarkReport report = SampleReports.original("concurrent-slo");
        String page = SampleReports.page(report);
        for (JsonValue request : report.benchmarks().getFirst().requests(RequestStatus.SUCCESSFUL)) {
            assertThat(page)
                    .doesNotContain(String.valueOf(JsonPath.text(request, "request_id")))
                    .doesNotContain(String.valueOf(JsonPath.text(request, "response_id")))
                    .doesNotContain(String.valueOf(JsonPath.text(request, "output")));
        }
    }

    @Test
    void theFiguresAreInTablesForReadersWithoutScripts() throws Exception {
        String page = SampleReports.page(SampleReports.original("concurrent-slo"));
        String text = page.replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "")
                .replaceAll("<[^>]+>", " ")
                .replaceAll("\\s+", " ");
        assertThat(text)
                .contains("Model llama-3.1-8b-instruct")
                .contains("GuideLLM 0.8.1")
                .contains("concurrent@2")
                .contains("concurrent@4 — peak tok/s")
                .contains("Objectives (TTFT 40 ms and E2E 150 ms) kept by every request at concurrent@4")
                .contains("Attainment of the configured objectives")
                .contains("93.33%");
    }

    @Test
    void aReportWithHardlyAnythingInItIsAPageToo() throws Exception {
        BenchmarkReport bare = ReportReader.read(
                JsonReader.read("{\"config\":{},\"benchmarks\":[{\"requests\":{\"successful\":[{},null,7]}},{}]}"),
                "bare");
        assertThat(SampleReports.page(bare)).contains("null #2").endsWith("</html>\n");
    }

    private static String hash(String text) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }

    private static String find(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
