package dev.guidellm.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    private static final JsonValue VALUE = JsonValue.object()
            .put("a", 1)
            .put("b", new JsonArray(List.of(JsonValue.of(0.5), JsonValue.NULL, JsonValue.TRUE)))
            .put("é", "<\"\\\n\u2028😀>")
            .build();

    @Test
    void writesCompactText() {
        assertThat(JsonWriter.toString(VALUE))
                .isEqualTo("{\"a\":1,\"b\":[0.5,null,true],\"é\":\"<\\\"\\\\\\n\u2028😀>\"}");
    }

    @Test
    void writesPythonText() {
        assertThat(JsonWriter.toString(VALUE, JsonWriter.Style.PYTHON))
                .isEqualTo("{\"a\": 1, \"b\": [0.5, null, true], "
                        + "\"\\u00e9\": \"<\\\"\\\\\\n\\u2028\\ud83d\\ude00>\"}");
    }

    @Test
    void escapesWhatCouldEndAScriptElement() {
        assertThat(JsonWriter.toString(new JsonString("</script>&\u2028"), JsonWriter.Style.HTML))
                .isEqualTo("\"\\u003c/script\\u003e\\u0026\\u2028\"");
    }

    @Test
    void halfASurrogatePairIsEscaped() throws JsonSyntaxException {
        JsonValue half = new JsonString("a\ud83d");
        assertThat(JsonWriter.toString(half)).isEqualTo("\"a\\ud83d\"");
        assertThat(JsonReader.read(JsonWriter.toBytes(half))).isEqualTo(half);
    }

    @Test
    void numbersThatJsonLacksBecomeNull() {
        assertThat(JsonWriter.toString(
                        new JsonArray(List.of(new JsonDouble(Double.NaN), new JsonDouble(Double.POSITIVE_INFINITY)))))
                .isEqualTo("[null,null]");
    }

    @Test
    void writesPieceByPiece() throws IOException {
        StringBuilder text = new StringBuilder();
        JsonWriter writer = new JsonWriter(text, JsonWriter.Style.PYTHON);
        writer.beginObject()
                .name("a")
                .beginArray()
                .value(JsonValue.of(1))
                .beginObject()
                .endObject();
        writer.beginArray()
                .endArray()
                .endArray()
                .name("b")
                .value(VALUE)
                .name("c")
                .value(JsonValue.NULL)
                .endObject();
        assertThat(text)
                .hasToString("{\"a\": [1, {}, []], \"b\": " + JsonWriter.toString(VALUE, JsonWriter.Style.PYTHON)
                        + ", \"c\": null}");
    }

    @Test
    void writesUtf8ToAStream() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter.write(VALUE, JsonWriter.Style.COMPACT, out);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(JsonWriter.toString(VALUE));
    }
}
