package dev.guidellm.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.backend.BackendFixture.Config;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.Settings;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.json.JsonValue;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome.Cancelled;
import dev.guidellm.record.RequestOutcome.Completed;
import dev.guidellm.record.RequestOutcome.Failed;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ReplayServer;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The backend over real sockets.
@NullMarked
class BackendNetworkTest {
    private static final long WIDE_NANOS = 250_000_000;
    private static final String TOKENS = "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},"
            + "\"finish_reason\":null}]}\n\n";
    private static final String END =
            "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}"
                    + "\n\ndata: [DONE]\n\n";

    private static String stream(String events) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + events.length() + "\r\n\r\n"
                + events;
    }

    private static String plain(String status, String headers, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n" + headers + "\r\n" + body;
    }

    private static Backend backend(BackendConfig config) throws BackendException {
        return Backends.create(config, SystemRunClock.start(), 1, BackendFixture.TOOL_RESPONSE);
    }

    private static Backend backend(ReplayServer server) throws BackendException {
        return backend(Config.chat().target("http://127.0.0.1:" + server.port()).build());
    }

    private static Backend backend(ScriptedServer server) throws BackendException {
        return backend(Config.chat().target("http://127.0.0.1:" + server.port()).build());
    }

    /// One request on its way.
    private static final class Asked implements RequestListener {
        final List<Long> firstTokens = new ArrayList<>();
        final CompletableFuture<Long> firstToken = new CompletableFuture<>();
        private final CompletableFuture<FinishedRequest> end = new CompletableFuture<>();
        private @Nullable ActiveRequest active;

        static Asked of(Backend backend) throws RequestFormatException {
            Asked asked = new Asked();
            asked.active = backend.send(backend.prepare(BackendFixture.hello(), List.of(), "id-1"), asked);
            return asked;
        }

        @Override
        public void onSent(long nanos) {}

        @Override
        public void onFirstToken(long nanos) {
            firstTokens.add(nanos);
            firstToken.complete(nanos);
        }

        @Override
        public void onEnd(FinishedRequest finished) {
            end.complete(finished);
        }

        void cancel() {
            Objects.requireNonNull(active).cancel();
        }

        BackendResult result() throws Exception {
            return end.get(20, TimeUnit.SECONDS).decode();
        }
    }

    private static GenerationResponse response(BackendResult result) {
        return Objects.requireNonNull(result.response());
    }

    private static Failed failed(BackendResult result) {
        assertThat(result.outcome()).isInstanceOf(Failed.class);
        return (Failed) result.outcome();
    }

    private static void completes(BackendResult result, String text, @Nullable Long outputTokens) {
        assertThat(result.outcome()).isInstanceOf(Completed.class);
        assertThat(response(result).text()).isEqualTo(text);
        assertThat(response(result).outputMetrics().get(UsageField.TEXT_TOKENS)).isEqualTo(outputTokens);
    }

    /// `moment` of the result against write `index` of the server, both from the start of the request.
    private static void isNearWrite(@Nullable Long moment, BackendResult result, ReceivedRequest request, int index) {
        long ours = Objects.requireNonNull(moment) - Objects.requireNonNull(result.sentNanos());
        long theirs = request.writes().get(index).nanoTime() - request.receivedNanoTime();
        assertThat(ours).isBetween(theirs - WIDE_NANOS, theirs + WIDE_NANOS);
    }

    @Test
    void case00APlainStreamIsTimedAsTheServerWroteIt() throws Exception {
        try (ReplayServer server = ReplayServer.start("00");
                Backend backend = backend(server)) {
            backend.start();
            Asked asked = Asked.of(backend);
            BackendResult result = asked.result();
            completes(result, "North run the Nile, the Ob and the Lena.", 10L);
            assertThat(response(result).inputMetrics().get(UsageField.TEXT_TOKENS))
                    .isEqualTo(9L);
            assertThat(result.tokenIterations()).isEqualTo(10);
            assertThat(asked.firstTokens).containsExactly(result.firstTokenNanos());
            ReceivedRequest post = server.posts().getFirst();
            isNearWrite(result.firstTokenNanos(), result, post, 2);
            assertThat(result.endNanos()).isGreaterThanOrEqualTo(Objects.requireNonNull(result.lastTokenNanos()));
        }
    }

    @Test
    void cases01To03CutCharactersLineEndsAndEmptyFramesDoNoHarm() throws Exception {
        try (ReplayServer server = ReplayServer.start("01");
                Backend backend = backend(server)) {
            BackendResult result = Asked.of(backend).result();
            completes(result, "Grüße 東京 🚀 fin.", 7L);
            assertThat(result.tokenIterations()).isEqualTo(7);
        }
        try (ReplayServer server = ReplayServer.start("02");
                Backend backend = backend(server)) {
            BackendResult result = Asked.of(backend).result();
            completes(result, "one two three four", 4L);
            assertThat(result.tokenIterations()).isEqualTo(4);
            assertThat(response(result).inputMetrics().get(UsageField.TEXT_TOKENS))
                    .isEqualTo(8L);
        }
        try (ReplayServer server = ReplayServer.start("03");
                Backend backend = backend(server)) {
            BackendResult result = Asked.of(backend).result();
            completes(result, "Still here and awake", 4L);
            assertThat(Objects.requireNonNull(result.firstTokenNanos()) - Objects.requireNonNull(result.sentNanos()))
                    .isGreaterThan(500_000_000L);
        }
    }

    @Test
    void case04AnErrorInAGoodStreamIsAnError() throws Exception {
        try (ReplayServer server = ReplayServer.start("04");
                Backend backend = backend(server)) {
            Asked asked = Asked.of(backend);
            BackendResult result = asked.result();
            assertThat(failed(result).kind()).isEqualTo(FailureKind.SERVER_ERROR);
            assertThat(failed(result).message()).isEqualTo("request waited too long in the queue");
            assertThat(failed(result).errorCode()).isEqualTo("503");
            assertThat(asked.firstTokens).isEmpty();
            completes(Asked.of(backend).result(), "It takes four tokens", 4L);
        }
    }

    @Test
    void case05UnknownUsageStaysUnknown() throws Exception {
        try (ReplayServer server = ReplayServer.start("05");
                Backend backend = backend(server)) {
            completes(Asked.of(backend).result(), "Jars hold paint brushes.", 5L);
            completes(Asked.of(backend).result(), "Jars hold paint brushes.", 5L);
            completes(Asked.of(backend).result(), "Jars hold paint brushes.", null);
        }
    }

    @Test
    void case06ReasoningIsKeptApartAndMayBeAll() throws Exception {
        try (ReplayServer server = ReplayServer.start("06");
                Backend backend = backend(server)) {
            for (int i = 0; i < 2; i++) {
                BackendResult result = Asked.of(backend).result();
                completes(result, "Seven days.", 6L);
                assertThat(response(result).reasoningText()).isNotBlank();
                assertThat(result.firstOutputTokenNanos()).isGreaterThan(result.firstTokenNanos());
            }
            BackendResult thinking = Asked.of(backend).result();
            assertThat(thinking.outcome()).isInstanceOf(Completed.class);
            assertThat(thinking.firstTokenNanos()).isNotNull();
            assertThat(thinking.firstOutputTokenNanos()).isNull();
            assertThat(response(thinking).outputMetrics().get(UsageField.TEXT_TOKENS))
                    .isEqualTo(3L);
        }
    }

    @Test
    void case07LateEventsAreNoTokens() throws Exception {
        try (ReplayServer server = ReplayServer.start("07");
                Backend backend = backend(server)) {
            BackendResult result = Asked.of(backend).result();
            assertThat(result.tokenIterations()).isEqualTo(5);
            assertThat(result.requestIterations()).isEqualTo(11);
            assertThat(result.endNanos() - Objects.requireNonNull(result.lastTokenNanos()))
                    .isGreaterThan(300_000_000L);
        }
    }

    @Test
    void cases08And09ErrorBodiesAndRetryAfterAreKept() throws Exception {
        try (ReplayServer server = ReplayServer.start("08");
                Backend backend = backend(server)) {
            assertThat(failed(Asked.of(backend).result()).message())
                    .isEqualTo("HTTP 502: 502 Bad Gateway 502 The upstream closed the connection early.");
            assertThat(failed(Asked.of(backend).result()).message()).isEqualTo("HTTP 500: empty body");
            assertThat(failed(Asked.of(backend).result()).message())
                    .isEqualTo("HTTP 400: max_tokens 99999 is above the limit of 4096");
            completes(Asked.of(backend).result(), "It takes four tokens", 4L);
        }
        try (ReplayServer server = ReplayServer.start("09");
                Backend backend = backend(server)) {
            Failed throttled = failed(Asked.of(backend).result());
            assertThat(throttled.httpStatus()).isEqualTo(429);
            assertThat(throttled.retryAfter()).isEqualTo("1");
            assertThat(server.posts()).hasSize(1);
        }
    }

    @Test
    void case10AnEndWithoutAFinishIsACut() throws Exception {
        try (ReplayServer server = ReplayServer.start("10");
                Backend backend = backend(server)) {
            BackendResult cut = Asked.of(backend).result();
            assertThat(failed(cut).message()).contains("the stream ended before the answer was finished");
            assertThat(response(cut).text()).isEqualTo("Half of an");
            completes(Asked.of(backend).result(), "Half of an egg", null);
            completes(Asked.of(backend).result(), "Half of an egg", null);
        }
    }

    @Test
    void case14HeadersOfferNoUpgrade() throws Exception {
        try (ReplayServer server = ReplayServer.start("14");
                Backend backend = backend(server)) {
            backend.start();
            Asked.of(backend).result();
            assertThat(server.requests()).allSatisfy(request -> {
                assertThat(request.header("upgrade")).isEmpty();
                assertThat(request.header("http2-settings")).isEmpty();
                assertThat(request.header("expect")).isEmpty();
                assertThat(request.header("host")).hasSize(1);
            });
            ReceivedRequest post = server.posts().getFirst();
            assertThat(post.header("content-type")).containsExactly("application/json");
            assertThat(post.header("content-length")).hasSize(1);
            assertThat(post.header("x-request-id")).containsExactly("id-1");
            assertThat(post.bodyText()).startsWith("{\"model\":\"m\",\"stream\":true,");
        }
    }

    @Test
    void cancellingKeepsTheTextSoFar() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(connection -> {
                    connection.readRequest();
                    connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n"
                            + Integer.toHexString(TOKENS.length()) + "\r\n" + TOKENS + "\r\n");
                    connection.clientLeaves(20_000);
                });
                Backend backend = backend(server)) {
            Asked asked = Asked.of(backend);
            asked.firstToken.get(20, TimeUnit.SECONDS);
            asked.cancel();
            BackendResult result = asked.result();
            assertThat(result.outcome()).isEqualTo(new Cancelled(true));
            assertThat(response(result).text()).isEqualTo("Hi");
            assertThat(result.tokenIterations()).isEqualTo(1);
        }
    }

    @Test
    void aLostConnectionKeepsTheTextSoFar() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(connection -> {
                    connection.readRequest();
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + TOKENS + "data: {\"id\":");
                });
                Backend backend = backend(server)) {
            BackendResult result = Asked.of(backend).result();
            assertThat(failed(result).kind()).isEqualTo(FailureKind.BROKEN_OFF);
            assertThat(response(result).text()).isEqualTo("Hi");
        }
    }

    @Test
    void answersInOnePieceAreUnderstood() throws Exception {
        String body =
                "{\"id\":\"c\",\"choices\":[{\"message\":{\"content\":\"hello you\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3}}";
        try (ScriptedServer server = ScriptedServer.start(
                        ScriptedServer.always(plain("200 OK", "Content-Type: application/json\r\n", body)));
                Backend backend = backend(Config.chat().target("http://127.0.0.1:" + server.port()).stream(false)
                        .build())) {
            Asked asked = Asked.of(backend);
            BackendResult result = asked.result();
            completes(result, "hello you", 3L);
            assertThat(result.firstTokenNanos()).isNull();
            assertThat(asked.firstTokens).isEmpty();
            assertThat(server.requests().getFirst().bodyText()).doesNotContain("stream");
        }
    }

    @Test
    void redirectsAreFollowedWithTheBody() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(connection -> {
                    while (true) {
                        boolean moved = connection.readRequest().path().equals("/moved");
                        connection.write(
                                moved ? stream(TOKENS + END) : plain("307 Temporary", "Location: /moved\r\n", ""));
                    }
                });
                Backend backend = backend(server)) {
            completes(Asked.of(backend).result(), "Hi", null);
            assertThat(server.requests().getLast().bodyText()).contains("hello");
        }
    }

    @Test
    void aServerWithoutHealthIsAskedForItsModels() throws Exception {
        String models = "{\"data\":[{\"id\":\"found\"}]}";
        try (ScriptedServer server = ScriptedServer.start(connection -> {
                    while (true) {
                        boolean isModels = connection.readRequest().path().equals("/v1/models");
                        connection.write(isModels ? plain("200 OK", "", models) : plain("404 Not Found", "", ""));
                    }
                });
                Backend backend = backend(Config.chat()
                        .target("http://127.0.0.1:" + server.port())
                        .model("")
                        .build())) {
            backend.start();
            assertThat(backend.model()).isEqualTo("found");
        }
    }

    @Test
    void anUnreachableServerFailsTheStartInOneLine() throws Exception {
        int port;
        try (ScriptedServer gone = ScriptedServer.start(ScriptedServer.always(""))) {
            port = gone.port();
        }
        try (Backend backend =
                backend(Config.chat().target("http://127.0.0.1:" + port).build())) {
            assertThatThrownBy(backend::start)
                    .isInstanceOf(BackendException.class)
                    .hasMessageStartingWith("Backend validation request failed. Could not connect to the server or"
                            + " validate the backend configuration. GET http://127.0.0.1:" + port + "/health: ")
                    .hasMessageNotContaining("\n");
            assertThat(failed(Asked.of(backend).result()).kind()).isEqualTo(FailureKind.CONNECT);
        }
    }

    @Test
    void certificatesAreCheckedWhenAskedFor() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.startTls(TestTls.localhost(), ScriptedServer.always(plain("200 OK", "", "")))) {
            try (Backend unchecked = backend(tls(server, "verify", "false"))) {
                unchecked.start();
            }
            try (Backend checked = backend(
                    tls(server, "verify", "true", "ca_file", TestTls.authority().toString()))) {
                checked.start();
            }
            try (Backend checked = backend(tls(server, "verify", "true"))) {
                assertThatThrownBy(checked::start).isInstanceOf(BackendException.class);
            }
            assertThatThrownBy(() -> backend(tls(server, "ca_file", "ca.pem")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("verify=true");
            assertThatThrownBy(() -> backend(tls(server, "verify", "true", "ca_file", "missing.pem")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("missing.pem");
        }
    }

    private static BackendConfig tls(ScriptedServer server, String... keys) {
        JsonValue.ObjectBuilder arguments = JsonValue.object()
                .put("kind", "openai_http")
                .put("target", "https://localhost:" + server.port())
                .put("model", "m");
        for (int i = 0; i < keys.length; i += 2) {
            boolean isTruth = keys[i].equals("verify");
            arguments.put(
                    keys[i], isTruth ? JsonValue.of(Boolean.parseBoolean(keys[i + 1])) : JsonValue.of(keys[i + 1]));
        }
        return new ConfigReader(Settings.defaults(Path.of(""))).read(BackendConfig.class, arguments.build(), "backend");
    }

    @Test
    void kindsOfLaterVersionsAreRefused() {
        JsonValue config = JsonValue.object()
                .put("kind", "openai_websocket")
                .put("target", "http://localhost:1")
                .build();
        BackendConfig socket =
                new ConfigReader(Settings.defaults(Path.of(""))).read(BackendConfig.class, config, "backend");
        assertThatThrownBy(() -> backend(socket))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("not built yet");
    }
}
