package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.requests;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.testserver.Http2TestServer;
import dev.guidellm.testserver.Http2TestServer.Options;
import dev.guidellm.testserver.Http2TestServer.Peer;
import dev.guidellm.testserver.Http2TestStream;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.TestTls;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole runs against servers that speak HTTP/2.
class Http2IT {
    private static final int REQUESTS = 120;
    private static final String DATA = "kind=synthetic_text,prompt_tokens=6,output_tokens=4";
    private static final String TOKENIZER = "kind=huggingface_auto,model=gpt2";

    @TempDir
    Path folder;

    @Test
    void aRunOverTlsUsesHttp2WithoutBeingAskedTo() {
        try (Http2TestServer server = Http2TestServer.start(Options.tls(TestTls.localhost()), Http2IT::chat)) {
            String backend = "kind=openai_http,target=https://localhost:" + server.port()
                    + ",verify=true,http2_streams=8,ca_file=" + TestTls.authority();
            JsonValue report = run(backend);
            assertWell(report, server);
            assertThat(server.peers())
                    .allSatisfy(peer -> assertThat(peer.mostStreams()).isLessThanOrEqualTo(8));
            assertThat(at(report, "config/spec/backend").toString()).doesNotContain("http2_streams");
        }
    }

    @Test
    void aRunInClearTextUsesHttp2WithPriorKnowledge() {
        try (Http2TestServer server = Http2TestServer.start(Http2IT::chat)) {
            JsonValue report =
                    run("kind=openai_http,target=http://127.0.0.1:" + server.port() + ",http2_prior_knowledge=true");
            assertWell(report, server);
            assertThat(server.peers().stream().mapToInt(Peer::served).sum()).isGreaterThan(REQUESTS);
            assertThat(server.peers()).hasSizeLessThanOrEqualTo(8);
        }
    }

    @Test
    void contradictionsAreRefused() {
        for (String keys :
                List.of("http2=false,http2_prior_knowledge=true", "connection=sticky,http2_prior_knowledge=true")) {
            ProductRun run = ProductRun.in(
                    folder,
                    "run",
                    "--backend",
                    "kind=openai_http,target=http://127.0.0.1:1," + keys,
                    "--data",
                    DATA,
                    "--tokenizer",
                    TOKENIZER,
                    "--profile",
                    "kind=synchronous");
            assertThat(run.exitCode()).as(keys).isNotZero();
            assertThat(run.words()).as(keys).contains("http2_prior_knowledge");
        }
    }

    private JsonValue run(String backend) {
        return ProductRun.report(
                0,
                folder,
                "--backend",
                backend,
                "--data",
                DATA,
                "--tokenizer",
                TOKENIZER,
                "--profile",
                "kind=concurrent,streams=16",
                "--constraint",
                "kind=max_requests,count=" + REQUESTS);
    }

    private static void assertWell(JsonValue report, Http2TestServer server) {
        JsonValue benchmark = at(report, "benchmarks/0");
        Books.balance(benchmark);
        assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(REQUESTS);
        List<JsonValue> successful = requests(report, "successful");
        assertThat(successful).allSatisfy(request -> {
            assertThat(text(request, "output")).isEqualTo("one two three");
            assertThat(known(request, "output_tokens")).isEqualTo(3);
            assertThat(known(request, "time_to_first_token_ms")).isPositive();
        });
        Set<String> sent = server.requests().stream()
                .filter(request -> request.method().equals("POST"))
                .flatMap(request -> request.header("x-request-id").stream())
                .collect(Collectors.toSet());
        assertThat(successful)
                .hasSize(REQUESTS)
                .allSatisfy(request -> assertThat(sent).contains(String.valueOf(text(request, "request_id"))));
        assertThat(sent).hasSize(REQUESTS);
    }

    private static void chat(Http2TestStream stream) throws InterruptedException {
        ReceivedRequest request = stream.request();
        if (!request.method().equals("POST")) {
            String models = "{\"object\":\"list\",\"data\":[{\"id\":\"scripted\",\"object\":\"model\"}]}";
            stream.answer(200, models, "content-type", "application/json");
            return;
        }
        stream.pause(2);
        stream.head(200, "content-type", "text/event-stream");
        for (String token : List.of("one", " two", " three")) {
            stream.data(
                    "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + token + "\"}}]}\n\n");
            stream.pause(1);
        }
        stream.data("data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
        stream.data("data: {\"id\":\"c\",\"choices\":[],\"usage\":{\"prompt_tokens\":6,\"completion_tokens\":3}}\n\n");
        stream.last("data: [DONE]\n\n");
    }
}
