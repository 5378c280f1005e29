package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that must hold something.
class GatesIT {
    @TempDir
    Path folder;

    @Test
    void aRunThatHoldsItsGatesEndsWell() {
        ProductRun run = run("--assert", "ttft_ms.p99 < 60000", "--assert", "error_share == 0");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.words()).contains("Gates: 4 of 4 held").doesNotContain("Gate failed");
    }

    @Test
    void aFailedGateIsExitCode3AfterAllOutputs() throws IOException {
        ProductRun run = run(
                "--assert",
                "[last] ttft_ms.min < 0.001",
                "--assert",
                "e2el_ms.count == 6",
                "--output",
                "kind=junit,path=below/gates.xml");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err().lines().filter(line -> line.startsWith("Gate failed: ")))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("Gate failed: [last] ttft_ms.min < 0.001 in benchmark 2 (concurrent@2): found "));
        assertThat(folder.resolve("a.json")).isNotEmptyFile();
        assertThat(Files.readString(folder.resolve("below/gates.xml"))).contains("<failure", "e2el_ms.count == 6");
    }

    @Test
    void aStoredReportCanBeHeldAgainstGates() {
        run();
        assertThat(ProductRun.in(folder, "export", "a.json", "--assert", "rps > 0")
                        .exitCode())
                .isZero();
        ProductRun export = ProductRun.in(
                folder, "export", "a.json", "--assert", "slo_attainment > 0.5", "--output", "kind=json,path=b.json");
        assertThat(export.exitCode()).isEqualTo(3);
        assertThat(export.err()).contains("not measured, the run has no objectives");
        assertThat(folder.resolve("b.json")).isNotEmptyFile();
    }

    @Test
    void aRunThatCannotBeginIsAnErrorInItsJunitFile() throws IOException {
        Files.writeString(folder.resolve("bad.jsonl"), "{\"text\": \"a\"}\n{broken\n");
        ProductRun run = run(
                "--data=kind=json_file,path=" + folder.resolve("bad.jsonl"),
                "--output",
                "kind=junit,path=gates.xml",
                "--assert",
                "rps > 0");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("gates.xml"))).contains("<error", "bad.jsonl", "line 2");
    }

    @Test
    void aRunThatCannotGoOnIsAnErrorInItsJunitFile() throws IOException {
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--backend",
                "kind=mock,fail_after_requests=0",
                "--profile",
                "kind=sweep,sweep_size=3",
                "--data",
                "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}",
                "--constraint",
                "kind=max_requests,count=2",
                "--output",
                "kind=junit,path=gates.xml",
                "--assert",
                "error_share < 0.5");
        assertThat(run.exitCode()).as("a run that failed is no failed gate").isEqualTo(1);
        assertThat(Files.readString(folder.resolve("gates.xml"))).contains("<error", "<failure", "error_share");
    }

    private ProductRun run(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                "--backend",
                "kind=mock,ttft_ms=5,itl_ms=1,output_tokens=4",
                "--profile",
                "kind=concurrent",
                "--override",
                "profile.streams",
                "1,2",
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                "kind=max_requests,count=6",
                "--output",
                "kind=json,path=a.json"));
        words.addAll(List.of(more));
        if (!String.join(" ", more).contains("--data=")) {
            words.addAll(List.of(
                    "--data", "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}"));
        }
        return ProductRun.in(folder, words.toArray(String[]::new));
    }
}
