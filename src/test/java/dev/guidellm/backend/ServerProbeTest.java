package dev.guidellm.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.backend.BackendFixture.Config;
import dev.guidellm.backend.RecordedExchange.Answer;
import dev.guidellm.transport.HttpRequest;
import dev.guidellm.transport.TransportFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class ServerProbeTest {
    private static final String FAILED = "Backend validation request failed."
            + " Could not connect to the server or validate the backend configuration. ";
    private static final Answer OK = Answer.of(200, "");
    private static final Answer MODELS =
            Answer.of(200, "{\"object\":\"list\",\"data\":[{\"id\":\"tiny\"},{\"id\":\"b\"}]}");

    private final Map<String, Answer> answers = new LinkedHashMap<>();
    private final RecordedTransport transport =
            new RecordedTransport(request -> answers.getOrDefault(request.uri().getPath(), Answer.of(404, "")));

    private String start(Config config) throws BackendException {
        try (OpenAiBackend backend = new OpenAiBackend(config.build(), transport, "")) {
            backend.start();
            return backend.model();
        }
    }

    private List<String> asked() {
        return transport.requests.stream()
                .map(request -> request.method() + " " + request.uri().getPath())
                .toList();
    }

    @Test
    void aNamedModelOfAHealthyServerIsTaken() throws Exception {
        answers.put("/health", OK);
        assertThat(start(Config.chat())).isEqualTo("m");
        assertThat(asked()).containsExactly("GET /health");
    }

    @Test
    void theFirstListedModelIsFound() throws Exception {
        answers.put("/health", OK);
        answers.put("/v1/models", MODELS);
        assertThat(start(Config.chat().model("").apiKey("sk-1"))).isEqualTo("tiny");
        assertThat(transport.requests)
                .allSatisfy(
                        request -> assertThat(request.header("authorization")).isEqualTo("Bearer sk-1"));
        assertThat(transport.requests.stream().map(HttpRequest::method)).containsOnly("GET");
    }

    @Test
    void noModelsGiveNoName() throws Exception {
        answers.put("/health", OK);
        answers.put("/v1/models", Answer.of(200, "{\"data\":[]}"));
        assertThat(start(Config.chat().model(""))).isEmpty();
    }

    @Test
    void withoutAHealthEndpointTheModelsAreAskedOnce() throws Exception {
        answers.put("/v1/models", MODELS);
        assertThat(start(Config.chat().model(""))).isEqualTo("tiny");
        assertThat(asked()).containsExactly("GET /health", "GET /v1/models");
    }

    @Test
    void bothMissingIsAFailureWithBothReasons() {
        assertThatThrownBy(() -> start(Config.chat()))
                .isInstanceOf(BackendException.class)
                .hasMessage(FAILED + "GET http://host:8000/health: HTTP 404: empty body;"
                        + " GET http://host:8000/v1/models: HTTP 404: empty body");
    }

    @Test
    void anUnwellServerIsNotAskedFurther() {
        answers.put("/health", Answer.of(503, "engine dead"));
        answers.put("/v1/models", MODELS);
        assertThatThrownBy(() -> start(Config.chat()))
                .hasMessage(FAILED + "GET http://host:8000/health: HTTP 503: engine dead");
        assertThat(asked()).containsExactly("GET /health");
    }

    @Test
    void anUnreachableServerIsSaidWithItsReason() {
        answers.put("/health", Answer.of(0, "").broken(TransportFailure.Kind.CONNECT, "connection refused"));
        assertThatThrownBy(() -> start(Config.chat()))
                .hasMessage(FAILED + "GET http://host:8000/health: connection refused");
    }

    @Test
    void aListThatIsNoneIsShown() {
        answers.put("/health", OK);
        answers.put("/v1/models", Answer.of(200, "hello"));
        assertThatThrownBy(() -> start(Config.chat().model("")))
                .hasMessage("No model is named, and GET http://host:8000/v1/models is not a list of models: hello."
                        + " Pass model=NAME.");
    }

    @Test
    void routesMayBeMoved() throws Exception {
        answers.put("/up", OK);
        answers.put("/list", MODELS);
        assertThat(start(Config.chat().model("").routes(Map.of("/health", "/up", "/v1/models", "list"))))
                .isEqualTo("tiny");
    }
}
