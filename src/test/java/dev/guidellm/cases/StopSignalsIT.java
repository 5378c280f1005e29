package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.testserver.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ctrl-C and its like, sent to a process. The second level's answers would take minutes.
class StopSignalsIT {
    private static final String SHORT = "short";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void reportKeepsFinishedLevelsAndMarksThePartialOne(String signal) throws IOException, InterruptedException {
        try (ChatServer server = server();
                ChildProduct run = start(server.backend())) {
            run.await("second level", () -> server.posts().size() >= 6);
            run.signal(signal);
            assertThat(run.exitCode()).as(run.err()).isEqualTo(130);
            assertThat(run.err()).contains("Stopping").doesNotContain("\tat ");

            JsonValue report = ProductRun.read(folder.resolve("a.json"));
            assertThat(items(report, "benchmarks")).hasSize(2);
            assertThat(at(report, "x_guidellm_java/interrupted")).isEqualTo(JsonBoolean.TRUE);
            JsonValue whole = at(report, "benchmarks/0");
            Books.balance(whole);
            assertThat(at(whole, "x_guidellm_java/partial")).isEqualTo(JsonBoolean.FALSE);
            assertThat(known(whole, "metrics/request_totals/successful")).isEqualTo(4);
            JsonValue partial = at(report, "benchmarks/1");
            Books.balance(partial);
            assertThat(at(partial, "x_guidellm_java/partial")).isEqualTo(JsonBoolean.TRUE);
            assertThat(known(partial, "metrics/request_totals/incomplete")).isEqualTo(2);
            assertThat(text(partial, "requests/incomplete/0/output")).startsWith("long");
            assertThat(Files.readAllLines(folder.resolve("a.csv"))).hasSizeGreaterThanOrEqualTo(5);
            assertThat(run.out()).contains("interrupted");
            assertThat(leftovers()).containsExactlyInAnyOrder("a.json", "a.csv");
        }
    }

    @Test
    void secondSignalLeavesAtOnceWithoutHalfAFile() throws IOException, InterruptedException {
        try (ChatServer server = server();
                ChildProduct run = start(server.backend())) {
            run.await("second level", () -> server.posts().size() >= 6);
            run.signal("INT");
            run.await("answer to the signal", () -> run.err().contains("Stopping"));
            run.signal("INT");
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(leftovers()).isEmpty();
        }
    }

    @Test
    void signalBeforeAnyAnswerEndsTheRun() throws IOException, InterruptedException {
        try (ChatServer server = ChatServer.start((connection, _) -> connection.pause(60_000));
                ChildProduct run = start(server.backend())) {
            run.await("first request", () -> !server.posts().isEmpty());
            run.signal("INT");
            assertThat(run.exitCode()).as(run.err()).isEqualTo(130);
            JsonValue report = ProductRun.read(folder.resolve("a.json"));
            assertThat(items(report, "benchmarks")).hasSize(1);
            Books.balance(at(report, "benchmarks/0"));
        }
    }

    @Test
    void signalWhileTheServerIsAwaitedLeavesAtOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(connection -> {
                    connection.readRequest();
                    connection.pause(60_000);
                });
                ChildProduct run = start("kind=openai_http,target=http://127.0.0.1:" + server.port())) {
            run.await("question", () -> !server.requests().isEmpty());
            run.signal("INT");
            assertThat(run.exitCode()).as(run.err()).isEqualTo(130);
            assertThat(run.err()).contains("Nothing was sent yet");
            assertThat(leftovers()).isEmpty();
        }
    }

    /// Four short answers; then tokens that go on for minutes.
    private static ChatServer server() {
        AtomicInteger count = new AtomicInteger();
        return ChatServer.start((connection, _) -> {
            if (count.incrementAndGet() <= 4) {
                connection.write(ChatServer.stream(SHORT));
                return;
            }
            connection.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n");
            for (int i = 0; i < 1_000; i++) {
                connection.write(
                        "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"long \"}}]}\n\n");
                connection.pause(100);
            }
        });
    }

    private ChildProduct start(String backend) {
        return ChildProduct.start(
                folder,
                Map.of(),
                List.of(
                        "run",
                        "--backend",
                        backend,
                        "--profile",
                        "kind=concurrent,streams=2",
                        "--override",
                        "profile.streams",
                        "1,2",
                        "--data",
                        "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}",
                        "--data-loader",
                        "kind=pytorch,repeat=true",
                        "--constraint",
                        "kind=max_requests,count=4",
                        "--output",
                        "kind=json,path=a.json",
                        "--output",
                        "kind=csv,path=a.csv"));
    }

    private List<String> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("child."))
                    .toList();
        }
    }
}
