package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.mockserver.MockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A client that is disturbed says so, and one that is not says that. The server is in another process than the client:
/// here.
class ClientVerdictIT {
    private static final int QUIET_TRIES = 3;
    private static final String FOUR_STREAMS = "kind=concurrent,streams=4";
    private static final List<String> USUAL_HEAP = List.of("-Xmx512m");

    @TempDir
    Path folder;

    @Test
    void aQuietClientIsNotTheLimit() throws IOException, InterruptedException {
        List<String> seen = new ArrayList<>();
        boolean othersWereBusy = true;
        for (int attempt = 0; attempt < QUIET_TRIES; attempt++) {
            try (MockServer server = calm();
                    ChildProduct run = start("quiet" + attempt, server, USUAL_HEAP, FOUR_STREAMS, "4")) {
                JsonValue client = client(run, "quiet" + attempt);
                if ("not_the_limit".equals(text(client, "verdict"))) {
                    assertThat(items(client, "reasons")).isEmpty();
                    assertThat(known(client, "cpu/own_share")).isLessThan(0.7);
                    assertThat(run.out()).contains("Client").contains("✔ concurrent@4: client not the limit (");
                    assertThat(run.err()).contains("client not the limit");
                    return;
                }
                seen.add(run.words());
                othersWereBusy &= foreign(client);
            }
        }
        // Only a machine that others keep busy, by the report's own word, is an excuse.
        assertThat(othersWereBusy).as(String.join("\n", seen)).isTrue();
        assumeThat(othersWereBusy)
                .as("a machine on which a client can be quiet")
                .isFalse();
    }

    private static boolean foreign(JsonValue client) {
        Double other = number(client, "cpu/other_share");
        Double stolen = number(client, "cpu/stolen_share");
        return (other != null && other >= 0.4) || (stolen != null && stolen >= 0.05);
    }

    @Test
    void aClientThatIsStoppedForAMomentNamesThePause() throws IOException, InterruptedException {
        try (MockServer server = calm();
                ChildProduct run = start("stopped", server, USUAL_HEAP, FOUR_STREAMS, "5")) {
            run.await("start of the benchmark", () -> run.err().contains("Starting benchmark"));
            Thread.sleep(1_500); // well within the five seconds
            run.signal("STOP");
            Thread.sleep(300);
            run.signal("CONT");
            JsonValue client = client(run, "stopped");
            assertThat(text(client, "verdict")).isIn("possibly_the_limit", "the_limit");
            assertThat(known(client, "pauses/longest_ms")).isGreaterThan(250);
            assertThat(reasons(client)).anySatisfy(reason -> assertThat(reason).contains("pause"));
            assertThat(run.words()).contains("pause").doesNotContain("client not the limit");
            assertThat(Files.readAllLines(folder.resolve("stopped/a.csv")).get(3))
                    .contains("pause");
        }
    }

    /// How little memory is too little depends on the version and the machine, so that it is narrowed down.
    @Test
    void aTinyHeapIsNamed() throws IOException, InterruptedException {
        List<String> seen = new ArrayList<>();
        for (String heap : List.of("28m", "24m", "22m", "20m", "18m", "16m")) {
            try (MockServer server = MockServer.start(MockServerSettings.instant());
                    ChildProduct run = start(
                            heap, server, List.of("-Xmx" + heap, "-XX:+UseSerialGC"), "kind=constant,rate=800", "3")) {
                JsonValue client = client(run, heap);
                if (reasons(client).stream().anyMatch(reason -> reason.startsWith("garbage collection stopped it"))) {
                    assertThat(text(client, "verdict")).isIn("possibly_the_limit", "the_limit");
                    assertThat(run.words()).contains("-Xmx");
                    return;
                }
                seen.add(heap + ": " + run.words());
            }
        }
        throw new AssertionError("no heap was too small\n" + String.join("\n", seen));
    }

    @Test
    void aMachineWithEveryCoreBurningIsNamed() throws IOException, InterruptedException {
        List<Process> burners = new ArrayList<>();
        try (MockServer server = calm()) {
            for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                burners.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            try (ChildProduct run = start("burning", server, USUAL_HEAP, FOUR_STREAMS, "4")) {
                JsonValue client = client(run, "burning");
                assertThat(text(client, "verdict")).isIn("possibly_the_limit", "the_limit");
                assertThat(known(client, "cpu/busy_share")).isGreaterThan(0.9);
                assertThat(known(client, "cpu/other_share")).isGreaterThan(0.4);
                assertThat(reasons(client))
                        .anySatisfy(reason -> assertThat(reason).startsWith("the cores were busy to"));
            }
        } finally {
            burners.forEach(Process::destroyForcibly);
        }
    }

    @Test
    void anExportShowsTheVerdictOfTheReport() throws IOException, InterruptedException {
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--backend",
                "kind=mock,ttft_ms=5,itl_ms=1,output_tokens=4",
                "--profile",
                "kind=concurrent,streams=2",
                "--data",
                "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\"],\"column_name\":\"text\"}",
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                "kind=max_requests,count=4",
                "--output",
                "kind=json,path=a.json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        String line = run.out()
                .lines()
                .filter(each -> each.contains("concurrent@2: "))
                .findFirst()
                .orElseThrow();
        ProductRun export =
                ProductRun.in(folder, "export", "a.json", "--output", "kind=console", "--output", "kind=csv");
        assertThat(export.exitCode()).as(export.err()).isZero();
        assertThat(export.out()).contains(line);
    }

    /// Answers as a model does that nobody waits for: no load for any machine.
    private static MockServer calm() throws IOException {
        return MockServer.start(MockServerSettings.DEFAULTS.withPort(0));
    }

    private ChildProduct start(String name, MockServer server, List<String> jvm, String profile, String seconds)
            throws IOException {
        return ChildProduct.start(
                Files.createDirectory(folder.resolve(name)),
                Map.of(),
                jvm,
                List.of(
                        "run",
                        "--backend",
                        "kind=openai_http,target=" + server.baseUrl(),
                        "--profile",
                        profile,
                        "--data",
                        "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}",
                        "--data-loader",
                        "kind=pytorch,repeat=true",
                        "--constraint",
                        "kind=max_duration,seconds=" + seconds,
                        "--metrics",
                        "kind=generative,sample_size=0",
                        "--output",
                        "kind=json,path=a.json",
                        "--output",
                        "kind=csv,path=a.csv"));
    }

    private JsonValue client(ChildProduct run, String name) throws InterruptedException {
        assertThat(run.exitCode()).as(run.words()).isZero();
        return at(ProductRun.read(folder.resolve(name).resolve("a.json")), "benchmarks/0/x_guidellm_java/client");
    }

    private static List<String> reasons(JsonValue client) {
        return items(client, "reasons").stream()
                .map(reason -> ((JsonString) reason).value())
                .toList();
    }
}
