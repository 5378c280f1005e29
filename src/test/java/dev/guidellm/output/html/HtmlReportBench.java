package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.report.BenchmarkReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How long a page takes to write and to open. Requests are made at random while they are read, which is in the figure.
/// No part of the build; `bench/html-report.sh` runs it.
@Tag("bench")
@ExtendWith(Browser.Shared.class)
class HtmlReportBench {
    private static final int ROUNDS = 5;

    @ParameterizedTest
    @CsvSource({"1, 1000", "20, 5000", "20, 100000"})
    void writeAndOpen(int levels, int requests, Browser browser) throws Exception {
        BenchmarkReport report = SampleReports.large(levels, requests);
        SampleReports.page(report); // once for the compiler
        long started = System.nanoTime();
        String page = SampleReports.page(report);
        double seconds = (System.nanoTime() - started) / 1e9;
        List<Double> opened = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            browser.open(page, "");
            opened.add(Double.parseDouble(browser.ask("performance.getEntriesByName('report-ready')[0].startTime")));
        }
        opened.sort(Double::compare);
        int bytes = page.getBytes(StandardCharsets.UTF_8).length;
        int data = page.split("<script type=\"application/json\"", -1)[1].split("</script>", -1)[0].length();
        System.out.printf(
                "%d x %,d requests: written in %.2f s, %,d bytes of which %,d are data, opened in %.0f ms (%.0f to"
                        + " %.0f)%n",
                levels, requests, seconds, bytes, data, opened.get(ROUNDS / 2), opened.getFirst(), opened.getLast());
        assertThat(opened.get(ROUNDS / 2)).isLessThan(1000);
    }
}
