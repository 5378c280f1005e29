package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From `metrics.warnings` to log, console and report.
@NullMarked
class WarningsIT {
    @TempDir
    Path folder;

    @Test
    void aWarningIsSaidAtOnceOnTheConsoleAndInTheReport() {
        ProductRun run = run("""
            {"kind":"generative","warnings":[
              {"code":"any","metric":{"name":"request_totals.successful"},"threshold":2,"note":"A note."},
              {"code":"mistyped","metric":{"name":"request_latencies.total"},"threshold":2}]}\
            """);
        JsonValue benchmark = at(ProductRun.read(folder.resolve("report.json")), "benchmarks/0");
        String message = "mean request totals.successful was 3.000s over 1 sample (threshold 2.000s).";
        assertThat(items(benchmark, "warnings")).hasSize(2);
        assertThat(text(benchmark, "warnings/0/code")).isEqualTo("any");
        assertThat(text(benchmark, "warnings/0/message")).isEqualTo(message);
        assertThat(known(benchmark, "warnings/0/observed")).isEqualTo(3);
        assertThat(text(benchmark, "warnings/0/unit")).isEqualTo("seconds");
        assertThat(text(benchmark, "warnings/0/note")).isEqualTo("A note.");
        assertThat(text(benchmark, "warnings/1/code")).isEqualTo("unknown_metric");
        assertThat(run.err()).contains("WARNING").contains("Benchmark 1 (synchronous): " + message + " A note.");
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains(
                        "Warnings (synchronous) ⚠ " + message + " A note. ⚠ Metric 'request_latencies.total' in rule");
    }

    @Test
    void anEmptyListOfRulesGivesNoWarnings() {
        ProductRun run = run("{\"kind\":\"generative\",\"warnings\":[]}");
        JsonValue benchmark = at(ProductRun.read(folder.resolve("report.json")), "benchmarks/0");
        assertThat(items(benchmark, "warnings")).isEmpty();
        assertThat(items(benchmark, "config/warnings")).isEmpty();
        assertThat(run.out()).doesNotContain("Warnings (");
    }

    private ProductRun run(String metrics) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                "kind=mock,ttft_ms=0,itl_ms=0,output_tokens=2",
                "--profile",
                "kind=synchronous",
                "--data",
                "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\",\"c\"],\"column_name\":\"text\"}",
                "--metrics",
                metrics,
                "--output",
                "kind=json,path=report.json"));
        ProductRun run = ProductRun.in(folder, arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }
}
