package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.known;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong from outside: a line for the user, never a stack trace, and what was measured is kept.
class FailuresIT {
    private static final String ITEMS =
            "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}";
    private static final String SYNTHETIC = "kind=synthetic_text,prompt_tokens=16,output_tokens=8";

    @TempDir
    Path folder;

    @Test
    void unreachableServerIsOneLine() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        ProductRun run = ProductRun.in(folder, arguments("kind=openai_http,target=http://127.0.0.1:" + free, ITEMS));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(errorLines(run.err())).hasSize(1).first().asString().contains("127.0.0.1:" + free);
        assertThat(Files.exists(folder.resolve("report.json"))).isFalse();
    }

    @Test
    void serverThatDiesInMidRunLeavesWhatWasMeasured() {
        AtomicInteger answered = new AtomicInteger();
        ChatServer[] dying = new ChatServer[1];
        try (ChatServer server = ChatServer.start((connection, _) -> {
            if (answered.incrementAndGet() > 10) {
                dying[0].close();
                return;
            }
            connection.write(ChatServer.stream("fine"));
        })) {
            dying[0] = server;
            ProductRun run = ProductRun.in(
                    folder, arguments(server.backend(), ITEMS, "--constraint", "kind=max_requests,count=40"));
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err()).doesNotContain("\tat ");
            JsonValue benchmark = at(ProductRun.read(folder.resolve("report.json")), "benchmarks/0");
            Books.balance(benchmark);
            assertThat(known(benchmark, "metrics/request_totals/successful")).isBetween(8.0, 10.0);
            assertThat(known(benchmark, "metrics/request_totals/total")).isEqualTo(40);
            assertThat(run.words()).contains("connect");
        }
    }

    @Test
    void missingDataFileIsOneLine() {
        ProductRun run = ProductRun.in(folder, arguments("kind=mock", "kind=json_file,path=nowhere.jsonl"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(errorLines(run.err())).hasSize(1).first().asString().contains("nowhere.jsonl");
    }

    @Test
    void tokenizerThatIsNeededAndMissingIsNamedWithTheRemedy() throws InterruptedException {
        List<String> arguments = List.of(arguments("kind=mock,model=nobody/none", SYNTHETIC));
        try (ChildProduct run = ChildProduct.start(folder, offline(), arguments)) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(errorLines(run.err()))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("nobody/none")
                    .contains("--tokenizer kind=huggingface_auto,model=");
        }
    }

    @Test
    void tokenizerThatIsMissingAndNotNeededStopsNothing() throws InterruptedException {
        List<String> arguments = List.of(arguments(
                "kind=mock,model=nobody/none,ttft_ms=5,itl_ms=1,output_tokens=4",
                ITEMS,
                "--constraint",
                "kind=max_requests,count=4"));
        try (ChildProduct run = ChildProduct.start(folder, offline(), arguments)) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            JsonValue benchmark = at(ProductRun.read(folder.resolve("report.json")), "benchmarks/0");
            Books.balance(benchmark);
            assertThat(known(benchmark, "metrics/output_token_count/successful/mean"))
                    .isEqualTo(4);
        }
    }

    private Map<String, String> offline() {
        return Map.of("HF_HUB_OFFLINE", "1", "HF_HOME", folder.resolve("hub").toString());
    }

    private static List<String> errorLines(String err) {
        return err.lines()
                .filter(line -> !line.isBlank() && !line.contains("|INFO") && !line.contains("|WARNING"))
                .toList();
    }

    private static String[] arguments(String backend, String data, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                backend,
                "--profile",
                "kind=concurrent,streams=2",
                "--data",
                data,
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--output",
                "kind=json,path=report.json"));
        arguments.addAll(List.of(more));
        if (more.length == 0) {
            arguments.addAll(List.of("--constraint", "kind=max_requests,count=2"));
        }
        return arguments.toArray(String[]::new);
    }
}
