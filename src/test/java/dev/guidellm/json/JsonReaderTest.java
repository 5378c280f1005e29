package dev.guidellm.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void keepsWholeNumbersOfAnySizeApartFromFloatingPoint() throws JsonSyntaxException {
        JsonObject object =
                (JsonObject) JsonReader.read("{\"a\": 123456789012345678901234567890, \"b\": 8.0, \"c\": 1e2}");
        assertThat(object.get("a")).isEqualTo(new JsonInteger(new BigInteger("123456789012345678901234567890")));
        assertThat(object.get("b")).isEqualTo(new JsonDouble(8.0));
        assertThat(object.get("c")).isEqualTo(new JsonDouble(100.0));
    }

    @Test
    void theLastOfDuplicateKeysWins() throws JsonSyntaxException {
        assertThat(JsonReader.read("{\"a\":1,\"b\":2,\"a\":3}"))
                .isEqualTo(JsonValue.object().put("a", 3).put("b", 2).build());
    }

    @Test
    void readsPartOfAByteArray() throws JsonSyntaxException {
        byte[] bytes = "data: {\"é\":[true,null]}\n".getBytes(StandardCharsets.UTF_8);
        assertThat(JsonWriter.toString(JsonReader.read(bytes, 6, bytes.length - 7)))
                .isEqualTo("{\"é\":[true,null]}");
    }

    @Test
    void errorsNameLineAndColumn() {
        assertThatThrownBy(() -> JsonReader.read("{\n  \"a\": tru\n}"))
                .isInstanceOfSatisfying(JsonSyntaxException.class, e -> {
                    assertThat(e.line()).isEqualTo(2);
                    assertThat(e.getMessage()).startsWith("line 2, column ").doesNotContain("\n");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{'a':1}",
                "NaN",
                "1 2",
                "01",
                "+1",
                ".5",
                "1.",
                "[1] x",
                "//c\n1",
                "\"a\nb\"",
                "\"\\x\"",
                "tru"
            })
    void refusesWhatIsNotStrictJson(String text) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> JsonReader.read(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void bytesThatAreNotUtf8AreASyntaxError() {
        assertThatThrownBy(() -> JsonReader.read(new byte[] {'"', (byte) 0xff, '"'}))
                .isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void tooDeepNestingIsASyntaxError() {
        assertThatThrownBy(() -> JsonReader.read("[".repeat(2000))).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void pythonsWordsForNumbersAreReadOnRequest() throws IOException, JsonSyntaxException {
        byte[] bytes = "[NaN, -Infinity]".getBytes(StandardCharsets.UTF_8);
        assertThat(JsonReader.readPython(new ByteArrayInputStream(bytes)))
                .isEqualTo(
                        new JsonArray(List.of(new JsonDouble(Double.NaN), new JsonDouble(Double.NEGATIVE_INFINITY))));
    }

    @Test
    void locatesValuesByPath() throws JsonSyntaxException {
        LocatedDocument document = JsonReader.readLocated("{\"spec\":\n {\"data\": [\n {\"kind\":\n 1}]}}");
        assertThat(document.lineOf("spec.data")).isEqualTo(2);
        assertThat(document.lineOf("spec.data[0]")).isEqualTo(3);
        assertThat(document.lineOf("spec.data[0].kind")).isEqualTo(3);
        assertThat(document.lineOf("spec.data[0].other")).isEqualTo(3);
        assertThat(document.lineOf("nothing")).isEqualTo(1);
    }
}
