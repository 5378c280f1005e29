package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.testserver.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversations of several turns, as the server sees them.
class ConversationsIT {
    @TempDir
    Path folder;

    @Test
    void nextTurnCarriesTheModelsOwnEarlierAnswer() throws IOException {
        AtomicInteger answers = new AtomicInteger();
        try (ChatServer server = ChatServer.start((connection, _) ->
                connection.write(ChatServer.stream("answer", " number", " " + answers.incrementAndGet())))) {
            JsonValue report = run(server, rows("one", "two"), "kind=synchronous");
            JsonValue benchmark = at(report, "benchmarks/0");
            Books.balance(benchmark);
            assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(6);
            List<ReceivedRequest> posts = server.posts();
            assertThat(said(posts.get(0))).containsExactly("system: sys one", "user: one 0");
            assertThat(said(posts.get(1)))
                    .containsExactly("system: sys one", "user: one 0", "assistant: answer number 1", "user: one 1");
            assertThat(said(posts.get(2)))
                    .containsExactly(
                            "system: sys one",
                            "user: one 0",
                            "assistant: answer number 1",
                            "user: one 1",
                            "assistant: answer number 2",
                            "user: one 2");
            assertThat(said(posts.get(4)))
                    .containsExactly("system: sys two", "user: two 0", "assistant: answer number 4", "user: two 1");
            List<JsonValue> requests = ProductRun.requests(report, "successful");
            assertThat(requests.stream().map(r -> number(r, "info/turn_index")))
                    .containsExactly(0.0, 1.0, 2.0, 0.0, 1.0, 2.0);
            assertThat(requests.stream().map(r -> number(r, "info/history_len")))
                    .containsExactly(0.0, 1.0, 2.0, 0.0, 1.0, 2.0);
            assertThat(requests.stream()
                            .map(r -> text(r, "info/conversation_id"))
                            .distinct())
                    .hasSize(2);
        }
    }

    @Test
    void failedTurnCancelsTheRestOfItsConversationOnly() throws IOException {
        try (ChatServer server = ChatServer.start((connection, request) -> connection.write(
                request.bodyText().contains("two 0")
                        ? ChatServer.whole("500 Internal Server Error", "{\"error\":{\"message\":\"no two\"}}")
                        : ChatServer.stream("fine")))) {
            JsonValue benchmark =
                    at(run(server, rows("one", "two", "three"), "kind=concurrent,streams=2"), "benchmarks/0");
            Books.balance(benchmark);
            assertThat(server.posts()).hasSize(7);
            assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(6);
            assertThat(known(benchmark, "metrics/request_totals/errored")).isEqualTo(1);
            assertThat(known(benchmark, "metrics/request_totals/incomplete")).isZero();
            assertThat(known(benchmark, "scheduler_state/created_requests")).isEqualTo(9);
            assertThat(known(benchmark, "scheduler_state/cancelled_requests")).isEqualTo(2);
            assertThat(known(benchmark, "x_guidellm_java/cancelled_before_start"))
                    .isEqualTo(2);
            assertThat(items(benchmark, "x_guidellm_java/notes").toString()).contains("2 turns");
            assertThat(text(benchmark, "requests/errored/0/info/error")).contains("no two");
        }
    }

    @Test
    void toolTurnsCallAndGetTheirResult() {
        ProductRun.report(
                0,
                folder,
                "--backend",
                "kind=mock,ttft_ms=5,itl_ms=1",
                "--profile",
                "kind=concurrent,streams=2",
                "--data",
                "kind=synthetic_text,prompt_tokens=16,output_tokens=8,turns=3,tool_call_turns=1,tool_response_tokens=12",
                "--tokenizer",
                "kind=huggingface_auto,model=gpt2",
                "--constraint",
                "kind=max_requests,count=16");
        JsonValue report = ProductRun.read(folder.resolve("report.json"));
        JsonValue benchmark = at(report, "benchmarks/0");
        Books.balance(benchmark);
        assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(16);
        List<JsonValue> calls = items(benchmark, "requests/successful").stream()
                .filter(r -> "client_tool_call".equals(text(r, "x_guidellm_java/turn_type")))
                .toList();
        assertThat(calls).hasSize(4).allSatisfy(call -> {
            assertThat(items(call, "tool_calls")).hasSize(1);
            assertThat(text(call, "tool_calls/0/function/name")).isEqualTo("get_data");
        });
        List<JsonValue> results = items(benchmark, "requests/successful").stream()
                .filter(r -> known(r, "info/turn_index") == 1)
                .toList();
        assertThat(results).hasSize(4).allSatisfy(result -> {
            String sent = text(result, "request_args");
            assertThat(sent).contains("\"role\":\"tool\"").contains("\"tool_call_id\"");
        });
    }

    @Test
    void branchesRunBesideTheMainConversationAndJoinIt() throws IOException {
        try (ChatServer server = ChatServer.start((connection, _) -> {
            connection.pause(20);
            connection.write(ChatServer.stream("fine"));
        })) {
            JsonValue benchmark = at(
                    ProductRun.report(
                            0,
                            folder,
                            "--backend",
                            server.backend(),
                            "--profile",
                            "kind=concurrent,streams=4",
                            "--data",
                            "{\"kind\":\"synthetic_text\",\"prompt_tokens\":8,\"output_tokens\":4,\"turns\":3,"
                                    + "\"branches\":[{\"at_turn\":0,\"turns\":2}]}",
                            "--data-loader",
                            "kind=pytorch,samples=1",
                            "--tokenizer",
                            "kind=huggingface_auto,model=gpt2",
                            "--constraint",
                            "kind=max_requests,count=5"),
                    "benchmarks/0");
            Books.balance(benchmark);
            assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(5);
            List<String> nodes = new ArrayList<>();
            for (JsonValue request : items(benchmark, "requests/successful")) {
                nodes.add(text(request, "info/node_id"));
            }
            assertThat(nodes).containsExactlyInAnyOrder("main_0", "main_1", "main_2", "branch_0_0", "branch_0_1");
        }
    }

    @Test
    void stickyConversationsKeepToAConnectionEach() throws IOException {
        try (ChatServer server = ChatServer.start((connection, _) -> connection.write(ChatServer.stream("fine")))) {
            JsonValue report =
                    run(server, "connection=sticky", rows("one", "two", "three"), "kind=concurrent,streams=2");
            Books.balance(at(report, "benchmarks/0"));
            assertThat(text(report, "x_guidellm_java/config/spec/backend/connection"))
                    .isEqualTo("sticky");
            Set<Integer> connections = new HashSet<>();
            for (String name : List.of("one", "two", "three")) {
                List<ReceivedRequest> posts = server.posts().stream()
                        .filter(post -> post.bodyText().contains("sys " + name))
                        .toList();
                assertThat(posts).hasSize(3);
                assertThat(posts.stream().map(ReceivedRequest::connection).distinct())
                        .hasSize(1);
                assertThat(posts.stream().map(post -> post.header("Connection")))
                        .containsExactly(List.of(), List.of(), List.of("close"));
                connections.add(posts.getFirst().connection());
            }
            assertThat(connections).hasSize(3);
        }
    }

    @Test
    void aConnectionPerRequestIsOneForEachTurn() throws IOException {
        try (ChatServer server = ChatServer.start((connection, _) -> connection.write(ChatServer.stream("fine")))) {
            run(server, "connection=per_request", rows("one", "two"), "kind=synchronous");
            assertThat(server.posts()).hasSize(6);
            assertThat(server.posts().stream().map(ReceivedRequest::connection).distinct())
                    .hasSize(6);
        }
    }

    private JsonValue run(ChatServer server, Path rows, String profile) {
        return run(server, "connection=pooled", rows, profile);
    }

    private JsonValue run(ChatServer server, String key, Path rows, String profile) {
        return ProductRun.report(
                0,
                folder,
                "--backend",
                server.backend() + "," + key,
                "--profile",
                profile,
                "--data",
                "kind=json_file,path=" + rows);
    }

    private Path rows(String... names) throws IOException {
        StringBuilder rows = new StringBuilder();
        for (String name : names) {
            rows.append("{\"prefix\":\"sys %s\",\"prompt_0\":\"%s 0\",\"prompt_1\":\"%s 1\",\"prompt_2\":\"%s 2\"}\n"
                    .formatted(name, name, name, name));
        }
        return Files.writeString(folder.resolve("rows.jsonl"), rows);
    }

    private static List<String> said(ReceivedRequest post) {
        List<String> said = new ArrayList<>();
        for (JsonValue message : items(ChatServer.body(post), "messages")) {
            JsonValue content = at(message, "content");
            String words =
                    content instanceof JsonValue.JsonString(String plain) ? plain : text(message, "content/0/text");
            said.add(text(message, "role") + ": " + words);
        }
        return said;
    }
}
