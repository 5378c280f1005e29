package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlReader;
import dev.guidellm.testserver.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a run leaves behind.
class OutputsIT {
    private static final String MOCK = "kind=mock,ttft_ms=5,itl_ms=1,output_tokens=4";

    @TempDir
    Path folder;

    @Test
    void disabledConsoleSilencesTheDisplayOnly() {
        ProductRun loud = run(MOCK, "--output", "kind=json,path=loud.json");
        assertThat(loud.out()).contains("Benchmarking complete");
        ProductRun quiet = run(MOCK, "--disable-console", "--output", "kind=json,path=quiet.json");
        assertThat(quiet.out()).isEmpty();
        assertThat(items(ProductRun.read(folder.resolve("quiet.json")), "benchmarks"))
                .hasSize(1);
        assertThat(loud.err()).contains("Starting benchmark for strategy");
        assertThat(quiet.err()).contains("Starting benchmark for strategy");
    }

    @Test
    void yamlSaysTheSameAsJson() throws Exception {
        run(MOCK, "--output", "kind=json,path=a.json", "--output", "kind=yaml,path=a.yaml");
        JsonValue json = ProductRun.read(folder.resolve("a.json"));
        JsonValue yaml = YamlReader.read(Files.readString(folder.resolve("a.yaml")));
        for (String path : List.of("metadata", "config", "benchmarks/0/metrics/request_totals")) {
            assertThat(at(yaml, path)).as(path).isEqualTo(at(json, path));
        }
        assertThat(items(yaml, "benchmarks/0/requests/successful")).hasSize(6);
    }

    @Test
    void reportThatCouldNotBeWrittenIsRefusedBeforeTheRun() throws IOException {
        Files.writeString(folder.resolve("file"), "");
        try (ChatServer server = ChatServer.start((connection, _) -> connection.write(ChatServer.stream("fine")))) {
            ProductRun run = ProductRun.in(
                    folder,
                    "run",
                    "--backend",
                    server.backend(),
                    "--profile",
                    "kind=synchronous",
                    "--data",
                    "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\"],\"column_name\":\"text\"}",
                    "--output",
                    "kind=csv,path=file/below/a.csv");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("outputs[0].csv.path").contains("no folder");
            assertThat(server.posts()).isEmpty();
        }
    }

    @Test
    void anOutputThatFailsDoesNotLoseTheOthers() throws IOException {
        ProductRun run = ProductRun.in(
                folder,
                arguments(
                        MOCK,
                        "--output",
                        "kind=csv,path=/dev/full",
                        "--output",
                        "kind=jsonl,path=/dev/full",
                        "--output",
                        "kind=json,path=a.json"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines().filter(line -> line.startsWith("Error: ")))
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).contains("output /dev/full cannot be written: No space left on device"));
        assertThat(items(ProductRun.read(folder.resolve("a.json")), "benchmarks"))
                .hasSize(1);
        assertThat(run.out()).contains("…   json    : a.json").doesNotContain("…   csv", "…   jsonl");
    }

    @Test
    void sampleSizeLimitsTheListedRequests() {
        JsonValue few = sampled("2");
        assertThat(items(few, "benchmarks/0/requests/successful"))
                .hasSize(2)
                .allSatisfy(request -> assertThat(text(request, "output")).isNotBlank());
        JsonValue none = sampled("0");
        assertThat(items(none, "benchmarks/0/requests/successful")).isEmpty();
        for (JsonValue report : List.of(few, none)) {
            assertThat(ProductRun.number(report, "benchmarks/0/metrics/request_totals/successful"))
                    .isEqualTo(6);
            assertThat(ProductRun.number(report, "benchmarks/0/metrics/time_to_first_token_ms/successful/count"))
                    .isEqualTo(6);
        }
    }

    @Test
    void apiKeyReachesTheServerAndNothingElse() throws IOException {
        String key = "sk-topmost-secret";
        try (ChatServer server = ChatServer.start((connection, _) -> connection.write(ChatServer.stream("fine")))) {
            ProductRun run = run(
                    server.backend() + ",api_key=" + key,
                    "--output",
                    "kind=json,path=a.json",
                    "--output",
                    "kind=yaml,path=a.yaml",
                    "--output",
                    "kind=csv,path=a.csv");
            assertThat(server.posts()).isNotEmpty();
            for (ReceivedRequest post : server.posts()) {
                assertThat(post.header("authorization")).containsExactly("Bearer " + key);
            }
            assertThat(run.out()).doesNotContain(key);
            assertThat(run.err()).doesNotContain(key);
            try (Stream<Path> files = Files.list(folder)) {
                List<Path> all = files.toList();
                assertThat(all).hasSize(3);
                for (Path file : all) {
                    assertThat(Files.readString(file)).as(file.toString()).doesNotContain(key);
                }
            }
        }
    }

    @Test
    void labelsAndMetadataArriveInTheReport() throws IOException {
        Path config = Files.writeString(folder.resolve("named.yaml"), """
            metadata:
              name: nightly
              description: what we run each night
              labels:
                site: east
            spec:
              backend: {kind: mock, ttft_ms: 5, itl_ms: 1, output_tokens: 4}
              profile: {kind: synchronous}
              data: [{kind: in_memory_item_list, data: [a, b], column_name: text}]
            """);
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--config",
                config.toString(),
                "--label",
                "gpu=H100",
                "-l",
                "site=west",
                "--output",
                "kind=json,path=a.json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonValue metadata = at(ProductRun.read(folder.resolve("a.json")), "config/metadata");
        assertThat(text(metadata, "name")).isEqualTo("nightly");
        assertThat(text(metadata, "labels/gpu")).isEqualTo("H100");
        assertThat(text(metadata, "labels/site")).isEqualTo("west");
    }

    @Test
    void exportOfOurOwnReportGivesTheSameFiles() throws IOException {
        run(MOCK, "--output", "kind=json,path=a.json", "--output", "kind=csv,path=a.csv");
        ProductRun export = ProductRun.in(
                folder, "export", "a.json", "--output", "kind=csv,path=b.csv", "--output", "kind=json,path=b.json");
        assertThat(export.exitCode()).as(export.err()).isZero();
        assertThat(folder.resolve("b.csv")).hasSameTextualContentAs(folder.resolve("a.csv"));
        assertThat(folder.resolve("b.json")).hasSameTextualContentAs(folder.resolve("a.json"));
    }

    private JsonValue sampled(String size) {
        run(MOCK, "--metrics", "kind=generative,sample_size=" + size, "--output", "kind=json,path=a.json");
        return ProductRun.read(folder.resolve("a.json"));
    }

    private ProductRun run(String backend, String... more) {
        ProductRun run = ProductRun.in(folder, arguments(backend, more));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private static String[] arguments(String backend, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                backend,
                "--profile",
                "kind=concurrent,streams=2",
                "--data",
                "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}",
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                "kind=max_requests,count=6"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }
}
