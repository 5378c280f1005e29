package dev.guidellm.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.backend.BackendFixture.Config;
import dev.guidellm.backend.RecordedExchange.Answer;
import dev.guidellm.config.BackendConfig.MissingToolCall;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.RequestExtras;
import dev.guidellm.config.RequestFormat;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome.Cancelled;
import dev.guidellm.record.RequestOutcome.Completed;
import dev.guidellm.record.RequestOutcome.Failed;
import dev.guidellm.transport.HttpRequest;
import dev.guidellm.transport.TransportFailure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class OpenAiBackendTest {
    private static final String HEL = chunk("{\"content\":\"Hel\"}", "null");
    private static final String LO = chunk("{\"content\":\"lo\"}", "null");
    private static final String STOP = chunk("{}", "\"stop\"");
    private static final String DONE = "data: [DONE]\n\n";

    private static String chunk(String delta, String finishReason) {
        return "data: {\"id\":\"c-1\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":"
                + finishReason + "}]}\n\n";
    }

    private static Answer ok(String body) {
        return Answer.of(200, body, "content-type", "text/event-stream");
    }

    private static GenerationResponse response(BackendResult result) {
        return Objects.requireNonNull(result.response());
    }

    private static Failed failed(BackendResult result) {
        assertThat(result.outcome()).isInstanceOf(Failed.class);
        return (Failed) result.outcome();
    }

    private static JsonObject object(String json) {
        try {
            return (JsonObject) JsonReader.read(json);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(json, e);
        }
    }

    private static RequestExtras extras(Map<String, String> headers, String params, String body) {
        return new RequestExtras(
                null, null, headers, object(params), object(body), null, null, new JsonObject(Map.of()));
    }

    @Test
    void aStreamWithAFinishReasonNeedsNoDone() throws Exception {
        BackendResult result = BackendFixture.ask(Config.chat(), ok(HEL + LO + STOP));
        assertThat(result.outcome()).isInstanceOf(Completed.class);
        assertThat(response(result).finishReason()).isEqualTo("stop");
        assertThat(response(result).text()).isEqualTo("Hello");
    }

    @Test
    void aStreamThatIsCutKeepsWhatCame() throws Exception {
        BackendResult result = BackendFixture.ask(Config.chat(), ok(HEL + LO));
        assertThat(failed(result).kind()).isEqualTo(FailureKind.BROKEN_OFF);
        assertThat(failed(result).message()).contains("the stream ended before the answer was finished");
        assertThat(response(result).text()).isEqualTo("Hello");
        assertThat(result.tokenIterations()).isEqualTo(2);
        assertThat(result.endNanos()).isEqualTo(3 * RecordedExchange.STEP);
    }

    @Test
    void aBrokenConnectionAfterDoneIsNoFailure() throws Exception {
        BackendFixture.Listener listener = new BackendFixture.Listener();
        BackendResult result = BackendFixture.ask(
                Config.chat(),
                BackendFixture.hello(),
                ok(HEL + STOP + DONE).broken(TransportFailure.Kind.CLOSED_EARLY, "closed"),
                listener);
        assertThat(result.outcome()).isInstanceOf(Completed.class);
        assertThat(result.endNanos()).isEqualTo(3 * RecordedExchange.STEP);
        assertThat(listener.finished().endNanos()).isEqualTo(3 * RecordedExchange.STEP);
    }

    @Test
    void aCancelledStreamKeepsTextAndUsage() throws Exception {
        String usage = HEL.replace("]}\n", "],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1}}\n");
        BackendResult result =
                BackendFixture.ask(Config.chat(), ok(usage).broken(TransportFailure.Kind.CANCELLED, "given up"));
        assertThat(result.outcome()).isEqualTo(new Cancelled(true));
        assertThat(response(result).text()).isEqualTo("Hel");
        assertThat(response(result).outputMetrics().get(UsageField.TEXT_TOKENS)).isEqualTo(1L);
    }

    @Test
    void aLineThatIsCutByTheBreakSaysThatItBrokeOff() throws Exception {
        BackendResult result = BackendFixture.ask(
                Config.chat(),
                ok(HEL + "data: {\"id\":\"c-").broken(TransportFailure.Kind.CLOSED_EARLY, "closed too early"));
        assertThat(failed(result)).isEqualTo(new Failed(FailureKind.BROKEN_OFF, 200, null, "closed too early", null));
        assertThat(response(result).text()).isEqualTo("Hel");
    }

    @Test
    void nothingReceivedIsNoResponse() throws Exception {
        BackendResult result = BackendFixture.ask(
                Config.chat(), Answer.of(0, "").broken(TransportFailure.Kind.CONNECT, "connection refused"));
        assertThat(failed(result).kind()).isEqualTo(FailureKind.CONNECT);
        assertThat(failed(result).httpStatus()).isNull();
        assertThat(result.response()).isNull();
        assertThat(result.requestIterations()).isZero();
    }

    @Test
    void anErrorObjectInAGoodStreamKeepsTextAndCode() throws Exception {
        BackendResult result = BackendFixture.ask(
                Config.chat(),
                ok(
                        "data: {\"error\":{\"message\":\"request waited too long\",\"type\":\"overloaded\",\"code\":503}}\n\n"
                                + DONE));
        assertThat(failed(result))
                .isEqualTo(new Failed(FailureKind.SERVER_ERROR, 200, "503", "request waited too long", null));
        assertThat(result.response()).isNull();
    }

    @Test
    void linesWithoutABlankBetweenThemAreEventsOfTheirOwn() throws Exception {
        BackendResult result = BackendFixture.ask(Config.chat(), ok((HEL + LO + STOP + DONE).replace("\n\n", "\n")));
        assertThat(result.outcome()).isInstanceOf(Completed.class);
        assertThat(response(result).text()).isEqualTo("Hello");
        assertThat(result.tokenIterations()).isEqualTo(2);
    }

    @Test
    void anEventOverSeveralLinesIsCompleteAtTheLastOne() throws Exception {
        String pretty =
                "data: {\"choices\":[\ndata: {\"delta\":{\"content\":\"a\"},\r\ndata:\"finish_reason\":\"stop\"}\n: c\n"
                        + "data:\ndata: ]}\n\n" + DONE;
        BackendFixture.Listener listener = new BackendFixture.Listener();
        BackendResult result = BackendFixture.ask(Config.chat(), BackendFixture.hello(), ok(pretty), listener);
        assertThat(result.outcome()).isInstanceOf(Completed.class);
        assertThat(result.firstTokenNanos()).isEqualTo(6 * RecordedExchange.STEP);
        assertThat(listener.firstTokens).containsExactly(6 * RecordedExchange.STEP);
    }

    @Test
    void reasoningThatRanIntoTheLimitIsAnAnswer() throws Exception {
        String thinking = chunk("{\"reasoning_content\":\"hm\"}", "null");
        BackendResult length = BackendFixture.ask(Config.chat(), ok(thinking + chunk("{}", "\"length\"") + DONE));
        assertThat(length.outcome()).isInstanceOf(Completed.class);
        assertThat(response(length).reasoningText()).isEqualTo("hm");
        assertThat(length.firstOutputTokenNanos()).isNull();
        BackendResult stopped = BackendFixture.ask(Config.chat(), ok(thinking + STOP + DONE));
        assertThat(failed(stopped).message()).startsWith("the answer is empty");
        assertThat(response(stopped).reasoningText()).isEqualTo("hm");
    }

    @Test
    void httpErrorsSayWhatTheServerSaid() throws Exception {
        Failed html = failed(BackendFixture.ask(
                Config.chat(),
                Answer.of(
                        502,
                        "<html>\n<head><title>502 Bad Gateway</title><style>p{color:red}</style></head>\n<body>"
                                + "<p>The upstream &amp; closed.</p></body></html>",
                        "content-type",
                        "text/html")));
        assertThat(html.message()).isEqualTo("HTTP 502: 502 Bad Gateway The upstream & closed.");
        assertThat(html.httpStatus()).isEqualTo(502);
        assertThat(failed(BackendFixture.ask(Config.chat(), Answer.of(500, ""))).message())
                .isEqualTo("HTTP 500: empty body");
        Failed json = failed(BackendFixture.ask(
                Config.chat(),
                Answer.of(400, "{\"error\":{\"message\":\"above\\n the limit\",\"code\":\"too_long\"}}")));
        assertThat(json.message()).isEqualTo("HTTP 400: above the limit");
        assertThat(json.errorCode()).isEqualTo("too_long");
        assertThat(failed(BackendFixture.ask(Config.chat(), Answer.of(404, "{\"detail\":\"Not Found\"}")))
                        .message())
                .isEqualTo("HTTP 404: Not Found");
        assertThat(failed(BackendFixture.ask(
                                Config.chat(), Answer.of(302, "", "location", "http://other/login?token=abcdef")))
                        .message())
                .isEqualTo("HTTP 302: redirect to http://other/login not followed");
        assertThat(failed(BackendFixture.ask(Config.chat(), Answer.of(500, "x".repeat(100_000))))
                        .message())
                .hasSizeLessThanOrEqualTo(510)
                .endsWith("…");
    }

    @Test
    void retryAfterIsKept() throws Exception {
        Failed failed = failed(BackendFixture.ask(Config.chat(), Answer.of(429, "slow down", "retry-after", "1")));
        assertThat(failed.retryAfter()).isEqualTo("1");
        assertThat(failed.message()).isEqualTo("HTTP 429: slow down");
    }

    @Test
    void aMissingToolCallEndsAsConfigured() throws Exception {
        Answer answer = ok(HEL + STOP + DONE);
        ConversationNode node = BackendFixture.hello(TurnType.CLIENT_TOOL_CALL);
        BackendFixture.Listener listener = new BackendFixture.Listener();
        BackendResult stop =
                BackendFixture.ask(Config.chat().missing(MissingToolCall.IGNORE_STOP), node, answer, listener);
        assertThat(stop.outcome()).isEqualTo(new Cancelled(true));
        assertThat(stop.stopConversation()).isTrue();
        assertThat(response(stop).text()).isEqualTo("Hel");
        BackendResult go =
                BackendFixture.ask(Config.chat().missing(MissingToolCall.IGNORE_CONTINUE), node, answer, listener);
        assertThat(go.outcome()).isInstanceOf(Completed.class);
        assertThat(go.stopConversation()).isFalse();
        assertThat(response(go).outputMetrics().get(UsageField.TOOL_CALL_COUNT)).isEqualTo(0L);
    }

    @Test
    void everyRequestCarriesItsId() throws Exception {
        RecordedTransport transport = new RecordedTransport(_ -> ok(DONE));
        RequestExtras forged = extras(Map.of("X-Request-Id", "forged", "X-A", "1"), "{}", "{}");
        try (OpenAiBackend backend =
                new OpenAiBackend(Config.chat().extras(forged).build(), transport, BackendFixture.TOOL_RESPONSE)) {
            PreparedRequest request = backend.prepare(BackendFixture.hello(), List.of(), "id-7");
            backend.send(request, new BackendFixture.Listener());
            assertThat(request.requestId()).isEqualTo("id-7");
        }
        assertThat(transport.requests.getFirst().headers())
                .containsExactly(
                        Map.entry("Content-Type", "application/json"),
                        Map.entry("X-A", "1"),
                        Map.entry("x-request-id", "id-7"));
    }

    @Test
    void secretsAreNeitherInArgumentsNorInMessages() throws Exception {
        RequestExtras extras = extras(
                Map.of("Cookie", "session=c00kie", "X-Goog-Key", "g00gle"),
                "{\"key\":\"url-key\",\"api-version\":\"2\"}",
                "{\"max_tokens\":5,\"provider\":{\"api_key\":\"body-key\"}}");
        Config config = Config.chat()
                .target("http://user:passw0rd@host:8000")
                .apiKey("sk-123456")
                .extras(extras);
        Answer echo = Answer.of(
                401, "wrong: sk-123456 Bearer sk-123456 session=c00kie g00gle url-key body-key user:passw0rd");
        RecordedTransport transport = new RecordedTransport(_ -> echo);
        try (OpenAiBackend backend = new OpenAiBackend(config.build(), transport, BackendFixture.TOOL_RESPONSE)) {
            BackendFixture.Listener listener = new BackendFixture.Listener();
            PreparedRequest request = backend.prepare(BackendFixture.hello(), List.of(), "id-1");
            backend.send(request, listener);
            String shown = request.arguments().json()
                    + failed(listener.finished().decode()).message();
            assertThat(shown)
                    .doesNotContain("sk-123456", "c00kie", "g00gle", "url-key", "body-key", "passw0rd")
                    .contains("\"api-version\":\"2\"", "\"max_tokens\":5", "\"Cookie\":\"**********\"", "wrong: *****");
            assertThatThrownBy(backend::start)
                    .isInstanceOf(BackendException.class)
                    .hasMessageNotContainingAny("sk-123456", "c00kie", "g00gle", "url-key", "body-key", "passw0rd");
        }
        HttpRequest sent = transport.requests.getFirst();
        assertThat(sent.uri()).hasToString("http://host:8000/v1/chat/completions?key=url-key&api-version=2");
        assertThat(sent.header("authorization")).isEqualTo("Bearer sk-123456");
        assertThat(new String(sent.body(), StandardCharsets.UTF_8)).contains("body-key");
    }

    @Test
    void userAndPasswordOfTheTargetAreSentAsBasicAuthorization() throws Exception {
        RecordedTransport transport = new RecordedTransport(_ -> ok(DONE));
        try (OpenAiBackend backend = new OpenAiBackend(
                Config.chat().target("http://user:pw@host").build(), transport, BackendFixture.TOOL_RESPONSE)) {
            backend.send(backend.prepare(BackendFixture.hello(), List.of(), "i"), new BackendFixture.Listener());
        }
        assertThat(transport.requests.getFirst().header("authorization")).isEqualTo("Basic dXNlcjpwdw==");
        assertThat(transport.requests.getFirst().uri()).hasToString("http://host/v1/chat/completions");
    }

    @Test
    void theBodyDecidesAboutStreamingToo() throws Exception {
        RequestExtras extras = extras(Map.of(), "{}", "{\"stream\":false}");
        try (OpenAiBackend backend =
                new OpenAiBackend(Config.chat().extras(extras).build(), new RecordedTransport(_ -> ok("")), "")) {
            OpenAiRequest request = (OpenAiRequest) backend.prepare(BackendFixture.hello(), List.of(), "i");
            assertThat(request.http().lines()).isFalse();
            assertThat(new String(request.http().body(), StandardCharsets.UTF_8))
                    .contains("\"stream\":false")
                    .doesNotContain("stream_options");
        }
    }

    @Test
    void whatCannotBeDoneIsRefused() {
        RecordedTransport transport = new RecordedTransport(_ -> ok(""));
        assertThatThrownBy(() -> new OpenAiBackend(
                        Config.chat().format(RequestFormat.RESPONSES).build(), transport, ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'/v1/responses' is not built yet");
        assertThatThrownBy(
                        () -> new OpenAiBackend(Config.chat().target("host:80").build(), transport, ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'host:80' is not an address");
        RequestExtras badHeader = extras(Map.of("bad header", "1"), "{}", "{}");
        assertThatThrownBy(
                        () -> new OpenAiBackend(Config.chat().extras(badHeader).build(), transport, ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bad header");
    }

    @Test
    void badDataIsSaidInOneLine() {
        try (OpenAiBackend backend = new OpenAiBackend(Config.chat().build(), new RecordedTransport(_ -> ok("")), "")) {
            assertThatThrownBy(() -> backend.prepare(
                            BackendFixture.node(
                                    TurnType.STANDARD, Map.of(Columns.RAW_MESSAGES, List.of(JsonValue.of("no json")))),
                            List.of(),
                            "i"))
                    .isInstanceOf(RequestFormatException.class)
                    .hasMessageContaining("raw_messages_column needs a list of message objects");
            assertThatThrownBy(() -> backend.prepare(
                            BackendFixture.node(
                                    TurnType.CLIENT_TOOL_CALL,
                                    Map.of(
                                            Columns.TEXT,
                                            List.of(JsonValue.of("a")),
                                            Columns.TOOLS,
                                            List.of(JsonValue.of("{}")))),
                            List.of(),
                            "i"))
                    .isInstanceOf(RequestFormatException.class)
                    .hasMessage("tools_column needs a list of tools");
        }
    }

    @Test
    void nullUsageHidesNoUsageAndNoUsageIsUnknown() throws Exception {
        String usage = "data: {\"choices\":null,\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":5,"
                + "\"prompt_tokens_details\":null,\"completion_tokens_details\":null}}\n\n";
        BackendResult result =
                BackendFixture.ask(Config.chat(), ok(HEL.replace("]}", "],\"usage\":null}") + STOP + usage + DONE));
        assertThat(response(result).inputMetrics().totalTokens()).isEqualTo(11);
        assertThat(response(result).outputMetrics().totalTokens()).isEqualTo(5);
        BackendResult without = BackendFixture.ask(Config.chat(), ok(HEL + STOP + DONE));
        assertThat(response(without).outputMetrics().totalTokens()).isNull();
        assertThat(response(without).outputMetrics().get(UsageField.TEXT_WORDS)).isEqualTo(1L);
    }
}
