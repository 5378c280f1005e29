package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportReader;
import dev.guidellm.terminal.ConsoleShape;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class KneeOnTheConsoleTest {
    @Test
    void theKneeAndThePointsAroundItAreSaid() throws Exception {
        assertThat(lines("""
            {"kind": "knee_detection",
             "final": {"throughput": {"status": "ok", "reason": "x", "knee": 39.36170, "saturation_concurrency": 40.0},
               "assessment": {"status": "throughput_only", "reason": "y"}},
             "adaptive_plan": {"status": "ready", "reason": "z", "concurrencies": [15, 25, 35]}}\
            """))
                .containsExactly(
                        "",
                        "",
                        "✔ Throughput knee: 39.36 concurrent streams",
                        "  First measured point at/above knee: 40 concurrent streams",
                        "  Adaptive points selected: 15, 25, 35");
    }

    @Test
    void whyThereIsNoneIsSaidAndWhatIsInDoubt() throws Exception {
        assertThat(lines("""
            {"kind": "knee_detection",
             "final": {"throughput": {"status": "no_knee", "reason": "The throughput curve has no usable range", "knee": null},
               "assessment": {"status": "disagreement",
                 "reason": "The detector reported over-saturation below the throughput knee"}},
             "adaptive_plan": {"status": "skipped", "reason": "Adaptive refinement is disabled", "concurrencies": []},
             "x_guidellm_java": {"notes": ["No request succeeded at 4 concurrent streams (500 failed)."]}}\
            """))
                .containsExactly(
                        "",
                        "",
                        "ℹ Throughput knee: not detected",
                        "  Reason: The throughput curve has no usable range",
                        "  Adaptive refinement skipped: Adaptive refinement is disabled",
                        "  Over-saturation detector: The detector reported over-saturation below the throughput knee",
                        "⚠ No request succeeded at 4 concurrent streams (500 failed).");
    }

    private static List<String> lines(String conclusion) throws JsonSyntaxException, ReportException {
        BenchmarkReport report = ReportReader.read(
                JsonReader.read("{\"config\": {}, \"benchmarks\": [], \"conclusions\": [" + conclusion + "]}"), "x");
        return new ConsoleOutput(ZoneOffset.UTC, ConsoleShape.file(100)).lines(report);
    }
}
