package dev.guidellm.mockserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.clock.MonotonicTime;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MockServerTest {
    private static final String CHAT =
            "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}";
    private static final String WHOLE = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}";
    private static final long WIDE_NANOS = 250_000_000;

    @Test
    void servesManyRequestsOnOneConnection() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 3));
                RawHttp client = new RawHttp(server.port())) {
            for (int i = 0; i < 50; i++) {
                client.post("/v1/chat/completions", i % 2 == 0 ? CHAT : WHOLE);
                RawHttp.Answer answer = client.read();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.headers()).containsValue("keep-alive");
                assertThat(answer.chunks()).hasSize(i % 2 == 0 ? 5 : 0);
            }
        }
    }

    @Test
    void answersPipelinedRequestsInOrder() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(5, 0, 3));
                RawHttp client = new RawHttp(server.port())) {
            int requests = 300; // more than a connection keeps waiting
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < requests; i++) {
                        client.post("/tokenize", "{\"text\":\"" + "a ".repeat(i + 1) + "\"}");
                        client.post("/v1/chat/completions", CHAT);
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            for (int i = 0; i < requests; i++) {
                assertThat(client.read().text()).endsWith("\"count\":" + (2 * i + 2) + "}");
                assertThat(client.read().chunks()).hasSize(5);
            }
            assertThat(sender.isAlive()).isFalse();
        }
    }

    @Test
    void streamsOneTokenPerChunkThatJoinToTheWholeText() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 400));
                RawHttp client = new RawHttp(server.port())) {
            client.post("/v1/completions", "{\"model\":\"m\",\"prompt\":\"p\",\"max_tokens\":400,\"stream\":true}");
            StringBuilder joined = new StringBuilder();
            List<String> data = client.read().data();
            for (String event : data.subList(0, 400)) {
                int from = event.indexOf("\"text\": \"") + 9;
                String token = event.substring(from, event.indexOf('"', from));
                assertThat(WordTokenizer.countTokens(token)).isEqualTo(1);
                joined.append(token);
            }
            client.post("/v1/completions", "{\"model\":\"m\",\"prompt\":\"p\",\"max_tokens\":400}");
            assertThat(client.read().text()).contains("\"text\":\"" + joined + "\"");
            assertThat(WordTokenizer.countTokens(joined.toString())).isEqualTo(400);
        }
    }

    @Test
    void takesTheTimeThatItsSettingsSay() throws IOException {
        MockServerOptions recording = MockServerOptions.RECORDING;
        try (MockServer server = MockServer.start(TestSettings.of(200, 10, 41), recording);
                RawHttp client = new RawHttp(server.port())) {
            for (String body : List.of(CHAT, WHOLE)) {
                long sent = MonotonicTime.nanos();
                client.post("/v1/chat/completions", body, "x-request-id: r-1\r\n");
                client.read();
                assertThat(MonotonicTime.nanos() - sent).isBetween(600_000_000L, 600_000_000L + WIDE_NANOS);
            }
            TruthRecord stream = server.truth().getFirst();
            assertThat(stream.requestId()).isEqualTo("r-1");
            assertThat(stream.completed()).isTrue();
            assertThat(stream.writeNanos()).hasSize(41).isSorted();
            for (int i = 0; i < 41; i++) {
                long due = stream.arrivalNanos() + 200_000_000L + i * 10_000_000L;
                assertThat(stream.intendedNanos()[i]).isEqualTo(due);
                assertThat(stream.writeNanos()[i]).isBetween(due, due + WIDE_NANOS);
            }
            assertThat(server.truth().get(1).writeNanos()).hasSize(1);
        }
    }

    @Test
    void requestLatencyReplacesTheTimeOfAWholeAnswerOnly() throws IOException {
        var settings = TestSettings.varying(5, 0, 0.4);
        try (MockServer server = MockServer.start(settings, MockServerOptions.RECORDING);
                RawHttp client = new RawHttp(server.port())) {
            client.post("/v1/chat/completions", WHOLE);
            client.read();
            client.post("/v1/chat/completions", CHAT);
            client.read();
            List<TruthRecord> truth = server.truth();
            assertThat(truth.get(0).intendedNanos()[0] - truth.get(0).arrivalNanos())
                    .isEqualTo(400_000_000L);
            assertThat(truth.get(1).intendedNanos()[0]).isEqualTo(truth.get(1).arrivalNanos());
        }
    }

    @Test
    void slotsBindForStreamsInOrderOfArrival() throws IOException {
        int slots = 4;
        try (MockServer server =
                        MockServer.start(TestSettings.withSlots(20, 5, 9, slots), MockServerOptions.RECORDING);
                ClientSet clients = new ClientSet(server, 16)) {
            for (int i = 0; i < 16; i++) {
                clients.get(i).post("/v1/chat/completions", CHAT, "x-request-id: " + i + "\r\n");
                int sent = i + 1;
                await(() -> server.inService() + server.waiting() == sent
                        || !server.truth().isEmpty());
            }
            for (int i = 0; i < 16; i++) {
                assertThat(clients.get(i).read().chunks()).hasSize(11);
            }
            List<TruthRecord> truth = server.truth();
            assertThat(mostAtOnce(truth)).isEqualTo(slots);
            List<TruthRecord> byArrival = new ArrayList<>(truth);
            byArrival.sort((a, b) -> Long.compare(a.arrivalNanos(), b.arrivalNanos()));
            assertThat(byArrival.stream().map(TruthRecord::serviceNanos)).isSorted();
            assertThat(byArrival.getLast().serviceNanos() - byArrival.getFirst().serviceNanos())
                    .isGreaterThanOrEqualTo(3 * 60_000_000L);
            assertThat(server.inService()).isZero();
        }
    }

    private static int mostAtOnce(List<TruthRecord> truth) {
        int most = 0;
        for (TruthRecord one : truth) {
            long at = one.serviceNanos();
            int inService = (int) truth.stream()
                    .filter(r -> r.serviceNanos() <= at && at < r.writeNanos()[r.writeNanos().length - 1])
                    .count();
            most = Math.max(most, inService);
        }
        return most;
    }

    @Test
    void aClientThatLeavesFreesItsSlotAndItsPlaceInTheQueue() throws IOException {
        try (MockServer server =
                        MockServer.start(TestSettings.withSlots(60_000, 0, 3, 1), MockServerOptions.RECORDING);
                ClientSet clients = new ClientSet(server, 3)) {
            clients.get(0).post("/v1/chat/completions", CHAT);
            await(() -> server.inService() == 1);
            clients.get(1).post("/v1/chat/completions", CHAT);
            await(() -> server.waiting() == 1);
            clients.get(2).post("/v1/chat/completions", WHOLE);
            await(() -> server.waiting() == 2);
            clients.get(1).close();
            await(() -> server.waiting() == 1);
            clients.get(0).close();
            await(() -> server.waiting() == 0);
            assertThat(server.inService()).isEqualTo(1);
            assertThat(server.truth()).hasSize(2).noneMatch(TruthRecord::completed);
            clients.get(2).close();
            await(() -> server.inService() == 0);
        }
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long deadline = MonotonicTime.nanos() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(MonotonicTime.nanos()).as("time left").isLessThan(deadline);
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void givesAtLeastOneToken() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 0));
                RawHttp client = new RawHttp(server.port())) {
            client.post("/v1/chat/completions", WHOLE);
            assertThat(client.read().text()).contains("\"completion_tokens\":1,");
            client.post("/v1/completions", "{\"model\":\"m\",\"prompt\":\"p\",\"stream\":true}");
            assertThat(client.read().chunks()).hasSize(3);
        }
    }

    @Test
    void drawsLengthsThatRepeatWithASeed() throws IOException {
        assertThat(lengths(7L)).isEqualTo(lengths(7L)).isNotEqualTo(lengths(8L));
    }

    private static List<Integer> lengths(long seed) throws IOException {
        var settings = TestSettings.varying(50, 10, null);
        List<Integer> lengths = new ArrayList<>();
        try (MockServer server = MockServer.start(settings, new MockServerOptions(seed, false, false, null));
                RawHttp client = new RawHttp(server.port())) {
            for (int i = 0; i < 20; i++) {
                client.post("/v1/chat/completions", CHAT);
                lengths.add(client.read().chunks().size() - 2);
            }
        }
        assertThat(lengths).allSatisfy(n -> assertThat(n).isBetween(1, 110));
        return lengths;
    }

    @Test
    void readsLongBodiesAndCountsTheirTokens() throws IOException {
        String words = "w\u00f6rter \u4f60\u597d ".repeat(500_000);
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 1));
                RawHttp client = new RawHttp(server.port())) {
            client.post("/v1/completions", "{\"model\":\"m\",\"prompt\":\"" + words + "\"}");
            assertThat(client.read().text()).contains("\"prompt_tokens\":2000000,");
            client.post("/v1/completions", "{\"model\":\"m\",\"prompt\":\"p\"}");
            assertThat(client.read().status()).isEqualTo(200);
        }
    }

    @Test
    void echoesAnyModelName() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 1));
                RawHttp client = new RawHttp(server.port())) {
            String name = "m\u00f6del \\u0001token\\u0001 \\\"x\\\"";
            client.post("/v1/completions", "{\"model\":\"" + name + "\",\"prompt\":\"p\",\"stream\":true}");
            List<String> data = client.read().data();
            assertThat(data).hasSize(3);
            assertThat(data.getFirst())
                    .contains("\"model\": \"m\\u00f6del \\u0001token\\u0001 \\\"x\\\"\"")
                    .contains("{\"text\": \"A\", \"index\": 0");
            client.post("/v1/completions", "{\"model\":\"" + name + "\",\"prompt\":\"p\"}");
            assertThat(client.read().text()).contains("\"model\":\"m\u00f6del ");
        }
    }

    @Test
    void detokenizeUndoesTokenize() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 1));
                RawHttp client = new RawHttp(server.port())) {
            client.post("/tokenize", "{\"prompt\":\"Gr\u00fc\u00dfe,  Welt! \u4f60\u597d\"}");
            String answer = client.read().text();
            String tokens = answer.substring(answer.indexOf('['), answer.indexOf(']') + 1);
            client.post("/detokenize", "{\"tokens\":" + tokens + "}");
            assertThat(client.read().text()).isEqualTo("{\"text\":\"Gr\u00fc\u00dfe,  Welt! \u4f60\u597d\"}");
        }
    }

    @Test
    void countsWithTheTokenizerOfAProcessor() throws IOException {
        Tokenizer gpt2 = Tokenizers.resolve("gpt2", null, null);
        String prompt = "Internationalization, 12345 tokens";
        try (MockServer server = MockServer.start(TestSettings.withProcessor("gpt2", 300));
                RawHttp client = new RawHttp(server.port())) {
            client.post("/v1/completions", "{\"model\":\"m\",\"prompt\":\"" + prompt + "\",\"max_tokens\":300}");
            String answer = client.read().text();
            assertThat(answer).contains("\"prompt_tokens\":" + gpt2.count(prompt) + ",\"completion_tokens\":300,");
            int from = answer.indexOf("\"text\":\"") + 8;
            assertThat(gpt2.count(answer.substring(from, answer.indexOf('"', from))))
                    .isEqualTo(300);
            client.post("/tokenize", "{\"text\":\"" + prompt + "\"}");
            String ids = client.read().text();
            client.post("/detokenize", "{\"tokens\":" + ids.substring(ids.indexOf('['), ids.indexOf(']') + 1) + "}");
            assertThat(client.read().text()).isEqualTo("{\"text\":\"" + prompt + "\"}");
            client.post("/detokenize", "{\"tokens\":[99999999999]}");
            assertThat(client.read().status()).isEqualTo(400);
        }
    }

    @Test
    void endsTheConnectionAfterAStreamWithoutChunks() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 2));
                RawHttp client = new RawHttp(server.port())) {
            client.send("POST /v1/chat/completions HTTP/1.0\r\nContent-Length: " + CHAT.length() + "\r\n\r\n" + CHAT);
            String all = new String(client.readAll(), StandardCharsets.UTF_8);
            assertThat(all)
                    .contains("connection: close")
                    .doesNotContain("chunked")
                    .endsWith("data: [DONE]\n\n");
        }
    }

    @Test
    void refusesWhatIsNoHttp() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 2));
                RawHttp client = new RawHttp(server.port())) {
            client.send("hello\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void worksWithTheClientOfTheJdk() throws Exception {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 2));
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/v1/chat/completions"))
                    .expectContinue(true)
                    .POST(HttpRequest.BodyPublishers.ofString(CHAT))
                    .build();
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).endsWith("data: [DONE]\n\n");
            }
        }
    }

    @Test
    void saysInOneLineThatAPortIsTaken() throws IOException {
        try (MockServer server = MockServer.start(TestSettings.of(0, 0, 2))) {
            var same = server.settings().withPort(server.port());
            assertThatThrownBy(() -> MockServer.start(same))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot listen on 127.0.0.1:" + server.port() + ": Address already in use");
        }
    }

    @Test
    void writesItsRecordWhenItCloses(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("truth.jsonl");
        try (MockServer server =
                        MockServer.start(TestSettings.of(0, 0, 2), new MockServerOptions(null, true, false, file));
                RawHttp client = new RawHttp(server.port())) {
            client.post("/v1/chat/completions", CHAT, "x-request-id: abc\r\n");
            client.read();
        }
        assertThat(Files.readAllLines(file)).singleElement().asString().startsWith("{\"request_id\":\"abc\",");
    }

    @Test
    void saysInOneLineThatItsRecordCannotBeWritten(@TempDir Path folder) {
        Path file = folder.resolve("none").resolve("truth.jsonl");
        assertThatThrownBy(() ->
                        MockServer.start(TestSettings.of(0, 0, 2), new MockServerOptions(null, true, false, file)))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write " + file + ": its folder does not exist");
    }

    @Test
    void closesWhileAnswersAreOnTheirWay() throws IOException {
        MockServer server = MockServer.start(TestSettings.withSlots(10_000, 0, 3, 1));
        try (server;
                ClientSet clients = new ClientSet(server, 3)) {
            clients.get(0).post("/v1/chat/completions", CHAT);
            clients.get(1).post("/v1/chat/completions", CHAT);
            await(() -> server.waiting() == 1);
            server.close();
            server.close();
            assertThat(clients.get(2).readAll()).isEmpty();
        }
    }

    /// Several clients of one server.
    private static final class ClientSet implements AutoCloseable {
        private final List<RawHttp> clients = new ArrayList<>();

        ClientSet(MockServer server, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                clients.add(new RawHttp(server.port()));
            }
        }

        RawHttp get(int index) {
            return clients.get(index);
        }

        @Override
        public void close() throws IOException {
            for (RawHttp client : clients) {
                client.close();
            }
        }
    }
}
