package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.mockserver.MockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands that a reader of the article types, with a shorter duration, against
/// `mock-server --ttft-ms 50 --itl-ms 10 --output-tokens 128`.
class ArticleCommandsIT {
    private static final String SLO = "{\"kind\":\"generative\",\"slo\":{\"e2el_ms\":%s}}";

    @TempDir
    Path folder;

    private MockServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = MockServer.start(new MockServerSettings(
                "127.0.0.1",
                0,
                1,
                "llama-3.1-8b-instruct",
                null,
                null,
                0.0,
                50.0,
                0.0,
                10.0,
                0.0,
                128,
                0.0,
                576,
                1024,
                25.0,
                null,
                null,
                false));
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void latencyObjectiveOfTheWholeAnswer() throws IOException {
        // On an idle machine every answer keeps 2,500 ms; what is tested is that attainment follows the requests.
        JsonValue benchmark = run("", SLO.formatted("2500"), 3);
        List<JsonValue> answers = items(benchmark, "requests/successful");
        assertThat(answers).hasSizeGreaterThanOrEqualTo(32);
        double kept = answers.stream()
                .filter(answer -> known(answer, "request_latency") <= 2.5)
                .count();
        // One that ends just when the time is over may lie outside the window.
        assertThat(known(benchmark, "metrics/slo_attainment")).isCloseTo(kept / answers.size(), within(0.1));
        assertThat(known(benchmark, "metrics/slo_determined_requests"))
                .isBetween(answers.size() - 4.0, (double) answers.size());
        assertThat(known(benchmark, "metrics/request_goodput/successful/mean")).isPositive();
        assertThat(known(benchmark, "metrics/time_to_first_token_ms/successful/median"))
                .isBetween(50.0, 300.0);
        assertThat(known(benchmark, "metrics/inter_token_latency_ms/successful/median"))
                .isBetween(9.0, 20.0);
        assertThat(known(benchmark, "metrics/output_token_count/successful/mean"))
                .isEqualTo(128);
        assertThat(known(benchmark, "metrics/prompt_token_count/successful/mean"))
                .isGreaterThan(256);
        assertThat(Files.readString(folder.resolve("a.csv"))).contains("concurrent");
    }

    @Test
    void latencyObjectiveOfTheTokens() {
        JsonValue benchmark = run("", "{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":200,\"tpot_ms\":50}}", 2);
        assertThat(known(benchmark, "metrics/slo_determined_requests")).isPositive();
        assertThat(known(benchmark, "metrics/slo_attainment")).isBetween(0.0, 1.0);
        assertThat(at(benchmark, "metrics/request_goodput")).isNotEqualTo(JsonNull.NULL);
    }

    @Test
    void tokenObjectiveWithoutAStreamIsUnknownNotZero() {
        JsonValue benchmark =
                run(",stream=false", "{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":200,\"tpot_ms\":50}}", 2);
        assertThat(known(benchmark, "metrics/request_totals/successful")).isPositive();
        assertThat(number(benchmark, "metrics/slo_attainment")).isNull();
        assertThat(at(benchmark, "metrics/request_goodput")).isEqualTo(JsonNull.NULL);
        for (String metric : List.of("time_to_first_token_ms", "inter_token_latency_ms")) {
            assertThat(number(benchmark, "metrics/" + metric + "/successful/count"))
                    .as(metric)
                    .isZero();
            assertThat(number(benchmark, "requests/successful/0/" + metric))
                    .as(metric)
                    .isNull();
        }
    }

    @Test
    void answerObjectiveWithoutAStreamIsKnown() {
        JsonValue benchmark = run(",stream=false", SLO.formatted("1"), 2);
        assertThat(number(benchmark, "metrics/slo_attainment")).isZero();
    }

    @Test
    void promptsComeFromADatabase() throws SQLException {
        Path file = folder.resolve("prompts.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE samples (id INTEGER PRIMARY KEY, text TEXT)");
            statement.execute("INSERT INTO samples (text) VALUES ('one'), ('two'), ('it''s three')");
        }
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--backend",
                "kind=openai_http,target=" + server.baseUrl() + ",max_tokens=4",
                "--profile",
                "kind=synchronous",
                "--data",
                "kind=db_file,uri=sqlite:///" + file + ",load_kwargs.sql=\"SELECT text FROM samples\"",
                "--output",
                "kind=json,path=a.json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        List<JsonValue> answers = items(ProductRun.read(folder.resolve("a.json")), "benchmarks/0/requests/successful");
        assertThat(answers).hasSize(3);
        List<String> sent = new ArrayList<>();
        answers.forEach(answer -> sent.add(text(answer, "request_args")));
        assertThat(sent).anyMatch(s -> s.contains("\"one\"")).anyMatch(s -> s.contains("it's three"));
    }

    private JsonValue run(String backend, String metrics, int seconds) {
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--backend",
                "kind=openai_http,target=" + server.baseUrl() + backend,
                "--profile",
                "kind=concurrent,streams=32",
                "--data",
                "kind=synthetic_text,prompt_tokens=256,output_tokens=128",
                "--tokenizer",
                "kind=huggingface_auto,model=gpt2",
                "--metrics",
                metrics,
                "--constraint",
                "kind=max_duration,seconds=" + seconds,
                "--output",
                "kind=json,path=a.json",
                "--output",
                "kind=csv,path=a.csv");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonValue report = ProductRun.read(folder.resolve("a.json"));
        assertThat(items(report, "benchmarks")).hasSize(1);
        JsonValue benchmark = at(report, "benchmarks/0");
        Books.balance(benchmark);
        return benchmark;
    }
}
