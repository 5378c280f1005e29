package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlReader;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.mockserver.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each file of `examples/` runs as a reader would run it, only shorter and against a quicker server.
class ExamplesIT {
    private static final int REQUESTS = 4;
    private static final Path EXAMPLES = Path.of("examples").toAbsolutePath();

    private static final MockServerSettings QUICK = new MockServerSettings(
            "127.0.0.1",
            0,
            1,
            "quick",
            null,
            null,
            0.0,
            5.0,
            0.0,
            0.1,
            0.0,
            512,
            0.0,
            576,
            1024,
            25.0,
            null,
            null,
            false);

    @TempDir
    Path folder;

    static Stream<String> examples() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .forEach(names::add);
        }
        assertThat(names).isNotEmpty();
        return names.stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void runs(String name) throws Exception {
        Path file = EXAMPLES.resolve(name);
        try (MockServer server = MockServer.start(QUICK, MockServerOptions.RECORDING)) {
            ProductRun run = ProductRun.in(
                    folder,
                    "run",
                    "--config",
                    file.toString(),
                    "--backend",
                    "kind=openai_http,target=" + server.baseUrl(),
                    "--constraint",
                    "kind=max_requests,count=" + REQUESTS,
                    "--output",
                    "kind=json,path=example.json");
            assertThat(run.exitCode()).as(run.err()).isZero();
            List<JsonValue> benchmarks = items(ProductRun.read(folder.resolve("example.json")), "benchmarks");
            assertThat(benchmarks).hasSize(levels(file));
            for (JsonValue benchmark : benchmarks) {
                Books.balance(benchmark);
                assertThat(known(benchmark, "scheduler_state/successful_requests"))
                        .isEqualTo(REQUESTS);
            }
            assertThat(server.truth()).hasSize(REQUESTS * benchmarks.size());
        }
    }

    @Test
    void quickstartIsBuiltIn() {
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--config",
                "quickstart",
                "--constraint",
                "kind=max_requests,count=4",
                "--output",
                "kind=json,path=quick.json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        List<JsonValue> benchmarks = items(ProductRun.read(folder.resolve("quick.json")), "benchmarks");
        assertThat(benchmarks).hasSize(4).allSatisfy(Books::balance);
        assertThat(run.words()).contains("Attainment");
    }

    private static int levels(Path file) throws Exception {
        JsonValue document = YamlReader.read(Files.readString(file));
        if ("goodput".equals(JsonPath.text(document, "spec", "profile", "kind"))) {
            // nothing fails here, so that it doubles from 4 streams to the 256 that the file allows
            return 7;
        }
        return document instanceof JsonValue.JsonObject object && object.get("benchmarks") != null
                ? items(document, "benchmarks").size()
                : 1;
    }
}
