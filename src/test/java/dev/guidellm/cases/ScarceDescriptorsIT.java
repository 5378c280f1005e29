package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// More requests at a time than the process may have connections.
class ScarceDescriptorsIT {
    private static final int DESCRIPTORS = 256;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"kind=constant,rate=200", "kind=concurrent,streams=300", "kind=throughput,max_concurrency=300"})
    void requestsWithoutAConnectionAreErrorsAndTheReportIsWritten(String profile) throws Exception {
        check(List.of("--profile", profile, "--data", "kind=synthetic_text,prompt_tokens=8,output_tokens=8"));
    }

    @Test
    void aReplayGoesOnToo() throws Exception {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            trace.append("{\"timestamp\": ").append(i / 400.0).append(", \"input_length\": 8, \"output_length\": 8}\n");
        }
        Path file = Files.writeString(folder.resolve("trace.jsonl"), trace);
        check(List.of("--profile", "kind=replay", "--data", "kind=trace_synthetic,path=" + file));
    }

    private void check(List<String> load) throws Exception {
        Path report = folder.resolve("run.json");
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                "kind=mock,ttft_ms=20000",
                "--tokenizer",
                "kind=huggingface_auto,model=gpt2",
                "--constraint",
                "kind=max_duration,seconds=2",
                "--output",
                "kind=json,path=" + report,
                "--output",
                "kind=html,path=" + folder.resolve("run.html"),
                "--output",
                "kind=csv,path=" + folder.resolve("run.csv")));
        arguments.addAll(load);
        try (ChildProduct run = ChildProduct.startScarce(folder, DESCRIPTORS, arguments)) {
            assertThat(run.exitCode()).as(run.words()).isZero();
            assertThat(run.words()).doesNotContain("Exception", "\tat ");
            assertThat(run.err().lines().filter(line -> line.contains("could not be opened")))
                    .singleElement()
                    .asString()
                    .contains("no more than " + DESCRIPTORS + " files and sockets", "ulimit -n", "The run goes on");
        }
        assertThat(folder.resolve("run.html")).isNotEmptyFile();
        assertThat(folder.resolve("run.csv")).isNotEmptyFile();
        JsonValue benchmark =
                items(JsonReader.read(Files.readString(report)), "benchmarks").getFirst();
        assertThat(known(benchmark, "metrics/request_totals/errored")).isPositive();
        assertThat(known(benchmark, "metrics/request_totals/incomplete")).isPositive();
        for (JsonValue errored : items(benchmark, "requests/errored")) {
            assertThat(text(errored, "info/error")).contains("no more than " + DESCRIPTORS + " files and sockets open");
        }
        assertThat(text(at(benchmark, "x_guidellm_java/client"), "verdict")).isEqualTo("the_limit");
        assertThat(items(at(benchmark, "x_guidellm_java/client"), "reasons").toString())
                .contains("file descriptors were in use (raise it with ulimit -n before the start)");
    }
}
