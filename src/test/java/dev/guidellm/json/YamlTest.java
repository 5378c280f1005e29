package dev.guidellm.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class YamlTest {
    private static final String LOAD = "json/yaml-load-cases.json";
    private static final String DUMP = "json/yaml-dump-cases.json";

    static List<JsonObject> loadCases() {
        return GoldenCases.loadList(LOAD, "cases");
    }

    static List<JsonObject> dumpCases() {
        return GoldenCases.loadList(DUMP, "cases");
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(LOAD);
        GoldenCases.assertNoUnusedDeviation(DUMP);
    }

    @ParameterizedTest
    @MethodSource("loadCases")
    void readsWhatPyYamlReads(JsonObject example) {
        String input = GoldenCases.text(example, "input");
        JsonValue expected =
                example.get("error") == null ? GoldenCases.member(example, "expected") : JsonValue.of("error");
        JsonValue actual;
        try {
            actual = tagged(YamlReader.read(input));
        } catch (JsonSyntaxException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            actual = JsonValue.of("error");
        }
        GoldenCases.checkExactly(LOAD, input, actual, expected);
    }

    @ParameterizedTest
    @MethodSource("dumpCases")
    void writesWhatPyYamlWritesExceptForTheCaseOfHexDigits(JsonObject example) {
        JsonValue value = GoldenCases.member(example, "value");
        GoldenCases.checkExactly(
                DUMP,
                JsonWriter.toString(value),
                JsonValue.of(YamlWriter.toString(value).toLowerCase(Locale.ROOT)),
                JsonValue.of(GoldenCases.text(example, "dumped").toLowerCase(Locale.ROOT)));
    }

    @ParameterizedTest
    @MethodSource("dumpCases")
    void readsBackWhatItWrote(JsonObject example) throws JsonSyntaxException {
        JsonValue value = GoldenCases.member(example, "value");
        String text = YamlWriter.toString(new JsonArray(List.of(
                value,
                JsonValue.object()
                        .put("k", value)
                        .put(JsonWriter.toString(value), 1)
                        .build())));
        JsonArray back = (JsonArray) YamlReader.read(text);
        assertThat(back.items().getFirst()).isEqualTo(value);
        assertThat(((JsonObject) back.items().get(1)).members())
                .containsEntry("k", value)
                .containsKey(JsonWriter.toString(value));
    }

    @Test
    void timesAndInfinitiesComeBack() throws JsonSyntaxException {
        JsonValue value = new JsonArray(List.of(
                new JsonTimestamp("2024-01-02", true),
                new JsonTimestamp("2024-01-02T03:04:05.100000+00:00", false),
                new JsonDouble(Double.NaN),
                new JsonDouble(Double.NEGATIVE_INFINITY)));
        assertThat(YamlReader.read(YamlWriter.toString(value))).isEqualTo(value);
    }

    @Test
    void errorsNameLineAndColumn() {
        assertThatThrownBy(() -> YamlReader.read("a: 1\nb: [1,\nc: 'x"))
                .isInstanceOfSatisfying(
                        JsonSyntaxException.class, e -> assertThat(e.line()).isEqualTo(3))
                .hasMessageStartingWith("line 3, column ");
    }

    @Test
    void locatesValuesByPath() throws JsonSyntaxException {
        LocatedDocument document = YamlReader.readLocated("spec:\n  data:\n  - kind: x\n\n    n: 1\n");
        assertThat(document.lineOf("spec.data[0].n")).isEqualTo(5);
        assertThat(document.lineOf("spec.data[0].kind")).isEqualTo(3);
        assertThat(document.lineOf("spec.data")).isEqualTo(2);
    }

    @Test
    void writesPieceByPiece() throws Exception {
        StringWriter text = new StringWriter();
        YamlWriter writer = new YamlWriter(text);
        writer.beginObject(false)
                .name("a")
                .beginArray(false)
                .value(JsonValue.of(1))
                .endArray();
        writer.name("b").beginArray(true).endArray().endObject().end();
        assertThat(text).hasToString("a:\n- 1\nb: []\n");
    }

    private static JsonValue tagged(JsonValue value) {
        return switch (value) {
            case JsonDouble(double d)
            when !Double.isFinite(d) ->
                JsonValue.object().put("$float", NumberText.of(d)).build();
            case JsonTimestamp(String iso, boolean date) ->
                JsonValue.object().put(date ? "$date" : "$datetime", iso).build();
            case JsonArray(List<JsonValue> items) ->
                new JsonArray(items.stream().map(YamlTest::tagged).toList());
            case JsonObject(Map<String, JsonValue> members) -> {
                Map<String, JsonValue> changed = new LinkedHashMap<>();
                members.forEach((key, item) -> changed.put(key, tagged(item)));
                yield new JsonObject(changed);
            }
            default -> value;
        };
    }
}
