package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import dev.guidellm.json.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionValueParserTest {
    private static final String FILE = "config/argstring-cases.json";

    static List<JsonObject> cases() {
        return GoldenCases.loadList(FILE, "");
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsWhatTheOriginalReads(JsonObject example) {
        String input = GoldenCases.text(example, "input");
        JsonValue expected = example.get("expected");
        if (expected == null) {
            expected = JsonValue.object()
                    .put("error", example.get("error"))
                    .put("error_type", example.get("error_type"))
                    .build();
        }
        JsonValue actual;
        try {
            actual = tagged(OptionValueParser.parse(input));
        } catch (OptionValueException e) {
            // the original has one sort of error that it reports
            actual = JsonValue.object()
                    .put("error", e.sentence("profile"))
                    .put("error_type", "BadParameter")
                    .build();
        }
        GoldenCases.checkExactly(FILE, input, actual, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1,2,4 | [1,2,4]",
                "1, 2 ,4 | [1,2,4]",
                "8 | [8]",
                "10,,30 | [10,\"gap\",30]",
                ",1 | [\"gap\",1]",
                "1, | [1,\"gap\"]",
                "true,null | [true,null]",
                "1.5,2e3 | [1.5,\"2e3\"]",
                "a=1,b=2 | [{\"a\":1},{\"b\":2}]",
                "{a: 1} | [{\"a\":1}]",
                "`` | [null]"
            })
    void splitsTheValuesOfAnOverride(String text, String expected) throws OptionValueException, JsonSyntaxException {
        List<JsonValue> values = new ArrayList<>();
        for (JsonValue value : OptionValueParser.parseList(text)) {
            values.add(value == null ? JsonValue.of("gap") : value);
        }
        assertThat(new JsonArray(values)).isEqualTo(JsonReader.read(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,2]", "'1,2'"})
    void aListOrQuotesCannotKeepTheCommaOfAnOverride(String text) {
        assertThatThrownBy(() -> OptionValueParser.parseList(text))
                .isInstanceOfSatisfying(
                        OptionValueException.class,
                        e -> assertThat(e.sentence("benchmarks"))
                                .isEqualTo("benchmarks must be a valid YAML, JSON, or key=value string."));
    }

    @Test
    void overwritingReplacesWhatStandsInTheWay() throws JsonSyntaxException {
        ValueTree tree = new ValueTree((JsonObject) JsonReader.read("{\"a\":{\"b\":[1,2]},\"c\":null}"));
        tree.set(KeyPath.parse("a.b[1]"), JsonValue.of(9));
        tree.set(KeyPath.parse("c.d"), JsonValue.of(true));
        tree.set(KeyPath.parse("e[1]"), JsonValue.of("x"));
        assertThat(tree.toValue())
                .isEqualTo(JsonReader.read("{\"a\":{\"b\":[1,9]},\"c\":{\"d\":true},\"e\":[null,\"x\"]}"));
    }

    @Test
    void anAbsurdIndexIsNoList() throws OptionValueException {
        assertThat(OptionValueParser.parse("a[999999999]=1")).isEqualTo(JsonValue.of("a[999999999]=1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b[3].c", "a", "", "a..b", "a[x]", "a[0].b[1]"})
    void pathsAreWrittenAsTheyAreRead(String text) {
        assertThat(KeyPath.parse(text)).hasToString(text);
    }

    private static JsonValue tagged(JsonValue value) {
        return switch (value) {
            case JsonDouble(double d)
            when !Double.isFinite(d) ->
                JsonValue.object().put("$float", NumberText.of(d)).build();
            case JsonTimestamp(String iso, boolean date) ->
                JsonValue.object().put(date ? "$date" : "$datetime", iso).build();
            case JsonArray(List<JsonValue> items) ->
                new JsonArray(items.stream().map(OptionValueParserTest::tagged).toList());
            case JsonObject(Map<String, JsonValue> members) -> {
                Map<String, JsonValue> changed = new LinkedHashMap<>();
                members.forEach((key, item) -> changed.put(key, tagged(item)));
                yield new JsonObject(changed);
            }
            default -> value;
        };
    }
}
