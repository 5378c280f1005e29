package dev.guidellm.mockserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every recorded exchange with the original, replayed against ours. What differs from one answer to the next is
/// masked: names, times, token ids, and the words of generated text, of which only the number of tokens counts.
class TranscriptTest {
    private static final String FILE = "mockserver/" + Transcript.FILE;
    private static final int FAILING_SECTION = 8;
    private static final int AUDIO_SECTION = 7;
    private static final Pattern NAME = Pattern.compile("(chatcmpl-|cmpl-|fp_|call_|resp_|msg_|fc_)([0-9a-f]+)");
    private static final Set<String> TIMES = Set.of("created", "created_at", "timestamp");
    private static final Set<String> WORDS = Set.of("content", "text", "delta");

    private static MockServer server;
    private static MockServer failingServer;

    @BeforeAll
    static void start() throws IOException {
        server = MockServer.start(TestSettings.of(20, 5, 5));
        failingServer = MockServer.start(TestSettings.failingAfter(2));
    }

    @AfterAll
    static void stop() {
        server.close();
        failingServer.close();
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    static Stream<Transcript> transcripts() {
        return Transcript.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("transcripts")
    void answersLikeTheOriginal(Transcript exchange) throws IOException, JsonSyntaxException {
        MockServer target = exchange.section() == FAILING_SECTION ? failingServer : server;
        RawHttp.Answer answer;
        try (RawHttp client = new RawHttp(target.port())) {
            client.send(exchange.request());
            answer = client.read(!new String(exchange.request(), StandardCharsets.UTF_8).startsWith("HEAD"));
            assertThat(client.readAll()).as("bytes after the answer").isEmpty();
        }
        assertSpacing(answer);
        JsonValue ours = masked(exchange.section(), description(answer));
        JsonValue theirs = masked(exchange.section(), description(exchange.response()));
        GoldenCases.checkExactly(FILE, exchange.title(), ours, theirs);
    }

    private static void assertSpacing(RawHttp.Answer answer) throws JsonSyntaxException {
        if (answer.body().length > 0) {
            assertThat(JsonWriter.toString(JsonReader.read(answer.body()))).isEqualTo(answer.text());
        }
        for (String chunk : answer.chunks()) {
            String data = chunk.substring(chunk.indexOf("data: ") + 6, chunk.length() - 2);
            assertThat(chunk).endsWith("\n\n");
            if (!data.equals("[DONE]")) {
                assertThat(JsonWriter.toString(JsonReader.read(data), JsonWriter.Style.PYTHON))
                        .isEqualTo(data);
            }
        }
    }

    private static JsonObject description(RawHttp.Answer answer) throws JsonSyntaxException {
        List<JsonValue> events = new ArrayList<>();
        for (String chunk : answer.chunks()) {
            events.add(event(chunk));
        }
        return description(answer.status(), answer.headers(), answer.text(), events);
    }

    private static JsonObject description(String recorded) throws JsonSyntaxException {
        int blank = recorded.indexOf("\n\n");
        String headText = blank < 0 ? recorded.strip() : recorded.substring(0, blank);
        String body = blank < 0 ? "" : recorded.substring(blank + 2);
        List<String> head = List.of(headText.split("\n"));
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line : head.subList(1, head.size())) {
            headers.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2));
        }
        List<JsonValue> events = new ArrayList<>();
        if (headers.containsKey("transfer-encoding")) {
            for (String chunk : body.split("\n\n\n")) {
                String text = chunk.substring(chunk.indexOf('\n') + 1);
                if (text.contains("data: ")) {
                    events.add(event(text));
                }
            }
            body = "";
        }
        return description(Integer.parseInt(head.getFirst().split(" ")[1]), headers, body.strip(), events);
    }

    private static JsonObject description(int status, Map<String, String> headers, String body, List<JsonValue> events)
            throws JsonSyntaxException {
        var shownHeaders = new ArrayList<JsonValue>();
        headers.forEach((name, value) ->
                shownHeaders.add(JsonValue.of(name + ": " + (name.equals("content-length") ? "#" : value))));
        return JsonValue.object()
                .put("status", status)
                .put("headers", new JsonArray(shownHeaders))
                .put("body", body.isEmpty() ? JsonValue.NULL : JsonReader.read(body))
                .put("events", new JsonArray(events))
                .build();
    }

    private static JsonValue event(String text) throws JsonSyntaxException {
        int at = text.indexOf("data: ");
        String data = text.substring(at + 6).strip();
        return JsonValue.object()
                .put("name", text.substring(0, at).strip())
                .put("data", data.equals("[DONE]") ? JsonValue.of(data) : JsonReader.read(data))
                .build();
    }

    private static JsonValue masked(int section, JsonValue value) {
        return switch (value) {
            case JsonObject(Map<String, JsonValue> members) -> {
                Map<String, JsonValue> shown = new LinkedHashMap<>();
                members.forEach((key, member) -> shown.put(key, maskedMember(section, key, member)));
                yield new JsonObject(shown);
            }
            case JsonArray(List<JsonValue> items) ->
                new JsonArray(items.stream().map(i -> masked(section, i)).toList());
            case JsonString(String text) -> JsonValue.of(maskedName(text));
            default -> value;
        };
    }

    private static JsonValue maskedMember(int section, String key, JsonValue member) {
        if (TIMES.contains(key)) {
            return JsonValue.of("#");
        }
        if (WORDS.contains(key) && section != AUDIO_SECTION && member instanceof JsonString(String text)) {
            boolean argument = text.equals("{") || text.equals("}");
            return JsonValue.of(argument ? text : WordTokenizer.countTokens(text) + " tokens");
        }
        if (key.equals("tokens") && member instanceof JsonArray(List<JsonValue> items)) {
            return JsonValue.of(items.size() + " ids");
        }
        return masked(section, member);
    }

    private static String maskedName(String text) {
        Matcher name = NAME.matcher(text);
        return name.matches() ? name.group(1) + name.group(2).length() : text;
    }
}
