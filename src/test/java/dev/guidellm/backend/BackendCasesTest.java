package dev.guidellm.backend;

import static dev.guidellm.GoldenCases.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What GuideLLM 0.8.1 sends, and what it makes of the answers of a scripted server.
@NullMarked
class BackendCasesTest {
    private static final String FILE = "backend/sse-cases.json";

    /// Formats without a codec yet; their cases wait in the file.
    private static final Set<String> NOT_BUILT =
            Set.of("/v1/responses", "/v1/audio/transcriptions", "/v1/audio/translations", "/v1/embeddings", "/pooling");

    static Stream<Named<JsonObject>> answers() {
        return GoldenCases.loadList(FILE, "cases").stream()
                .filter(golden -> !NOT_BUILT.contains(text(golden, "request_format")))
                .map(golden -> Named.of(text(golden, "name"), golden));
    }

    static Stream<Named<JsonObject>> requests() {
        return GoldenCases.loadList(FILE, "request_build_cases").stream()
                .filter(golden -> golden.get("backend_args") instanceof JsonObject arguments
                        && !NOT_BUILT.contains(text(arguments, "request_format")))
                .map(golden -> Named.of(text(golden, "name"), golden));
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    @Test
    void noCaseOfTheBuiltFormatsIsLeftOut() {
        assertThat(answers()).hasSize(119);
        assertThat(requests()).hasSize(45);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void answersAreUnderstoodAsTheOriginalDoesOrBetter(JsonObject golden) throws Exception {
        BackendFixture.Listener listener = new BackendFixture.Listener();
        BackendResult result = GoldenAnswers.ask(golden, listener);
        GoldenCases.check(
                FILE,
                text(golden, "name"),
                GoldenAnswers.shape(result, listener),
                GoldenAnswers.meaning(golden.get("expected")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void theScannerOnTheLoopFindsTheLineThatTheReaderFinds(JsonObject golden) throws Exception {
        BackendFixture.Listener listener = new BackendFixture.Listener();
        BackendResult result = GoldenAnswers.ask(golden, listener);
        assertThat(listener.firstTokens)
                .isEqualTo(result.firstTokenNanos() == null ? List.of() : List.of(result.firstTokenNanos()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void requestsAreBuiltAsTheOriginalDoesOrBetter(JsonObject golden) throws Exception {
        GoldenCases.check(FILE, text(golden, "name"), GoldenRequests.build(golden), GoldenRequests.expected(golden));
    }
}
