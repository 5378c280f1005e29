package dev.guidellm.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class JsonBytesTest {
    private static final List<String> TEXTS = List.of(
            "",
            "plain words",
            "\"quoted\" \\ and / \b\f\n\r\t\u0001\u001f\u007f\u0080",
            "żółć, 漢字, 😀, \u2028",
            "half a pair \ud83d here \ude00",
            "x".repeat(1023) + "\"é\n" + "y".repeat(5000) + "😀".repeat(2000));

    @Test
    void equalsTheWriterOfTreesOnEveryKindOfValue() throws IOException {
        JsonValue.ObjectBuilder object = JsonValue.object();
        TEXTS.forEach(text -> object.put(text, text));
        JsonValue value = object.put("none", JsonValue.NULL)
                .put(
                        "numbers",
                        new JsonValue.JsonArray(List.of(
                                JsonValue.of(0),
                                JsonValue.of(-7),
                                JsonValue.of(Long.MIN_VALUE),
                                JsonValue.of(Long.MAX_VALUE),
                                new JsonValue.JsonInteger(
                                        BigInteger.TWO.pow(200).negate()),
                                JsonValue.of(Double.NaN),
                                JsonValue.of(Double.NEGATIVE_INFINITY),
                                JsonValue.of(-0.0),
                                JsonValue.of(1e22))))
                .put("date", new JsonValue.JsonTimestamp("2026-01-02", true))
                .put("truth", true)
                .put("empty", JsonValue.object().build())
                .put(
                        "list",
                        new JsonValue.JsonArray(
                                List.of(JsonValue.object().put("a", false).build())))
                .build();
        JsonBytes bytes = new JsonBytes();
        bytes.tree(value);
        assertThat(text(bytes)).isEqualTo(JsonWriter.toString(value, JsonWriter.Style.PYTHON));
        assertThat(JsonWriter.toBytes(value))
                .isEqualTo(JsonWriter.toString(value, JsonWriter.Style.COMPACT).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void piecesMakeTheSameDocumentAsATreeOfThem() throws IOException {
        JsonBytes bytes = new JsonBytes();
        JsonTree tree = new JsonTree();
        for (JsonTarget target : List.of(bytes, tree)) {
            target.beginObject();
            for (int i = 0; i < TEXTS.size(); i++) {
                target.name("text_" + i).text(TEXTS.get(i));
            }
            target.name("list").beginArray();
            target.beginObject().endObject();
            target.beginArray().endArray();
            target.text(null).whole(-12).whole((Integer) null).number(0.1).number((Double) null);
            target.number(Double.NaN).truth(false).nothing().tree(null).tree(JsonValue.of("x"));
            target.endArray();
            target.endObject();
        }
        assertThat(text(bytes)).isEqualTo(JsonWriter.toString(tree.value(), JsonWriter.Style.PYTHON));
    }

    @Test
    void longTextsAreTheSameWhereverACharacterStands() throws IOException {
        String strange = "\u0000\u001f !\"?[\\]~\u007f\u0080\u00ff\u0100\u2028\ud83d\ude00";
        for (int at = 300; at < 317; at++) {
            for (int i = 0; i < strange.length(); i++) {
                String text = "w".repeat(at) + strange.charAt(i) + "w".repeat(330 - at);
                assertSame(JsonValue.of(text));
                assertSame(JsonValue.of("?" + text + strange.charAt(strange.length() - 1 - i)));
            }
        }
        assertSame(JsonValue.ofStrings(List.of("\"".repeat(300), "\u0001".repeat(1000), "?".repeat(4000))));
    }

    private static void assertSame(JsonValue value) throws IOException {
        JsonBytes bytes = new JsonBytes();
        bytes.beginArray().whole(1).tree(value).endArray();
        assertThat(text(bytes)).isEqualTo("[1, " + JsonWriter.toString(value, JsonWriter.Style.PYTHON) + "]");
        assertThat(JsonWriter.toBytes(value))
                .isEqualTo(JsonWriter.toString(value, JsonWriter.Style.COMPACT).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aDocumentMayBeDrainedInTheMiddle() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonBytes bytes = new JsonBytes();
        bytes.beginArray().whole(1);
        bytes.drainTo(out);
        assertThat(bytes.size()).isZero();
        bytes.whole(2).endArray();
        bytes.drainTo(out);
        assertThat(out).hasToString("[1, 2]");
    }

    @Test
    void numbersAreTheShortestThatReadBack() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200_000; i++) {
            check(Double.longBitsToDouble(random.nextLong()));
            check(random.nextDouble(1L << 30, 1L << 31));
            check(random.nextInt(1 << 30, Integer.MAX_VALUE) + random.nextInt(1_000_000) / 1e6);
            check(random.nextInt(1 << 30, Integer.MAX_VALUE) + random.nextInt(1 << 14) / (double) (1 << 14));
            check(random.nextDouble() * Math.pow(10, random.nextInt(-9, 20)));
            check(random.nextInt(1_000_000) / 1000.0);
        }
        for (double value : new double[] {
            Double.MIN_VALUE, 2 * Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, 1e-4, 9.999e-5, 1e7, 1e15, 1e16
        }) {
            check(value);
            check(Math.nextDown(value));
            check(-value);
        }
    }

    /// The shortest text is Java's too (since version 19); only its form differs.
    private static void check(double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        String text = NumberText.of(value);
        assertThat(Double.parseDouble(text)).isEqualTo(value);
        if (Math.abs(value) >= Double.MIN_NORMAL) {
            assertThat(new BigDecimal(text).compareTo(new BigDecimal(Double.toString(value))))
                    .as("%s is %s", text, value)
                    .isZero();
        }
        double size = Math.abs(value);
        assertThat(text.contains("e")).isEqualTo(size != 0 && (size < 1e-4 || size >= 1e16));
        assertThat(text).matches("-?\\d+\\.\\d+|-?\\d(\\.\\d+)?e[-+]\\d\\d+");
    }

    private static String text(JsonBytes bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        bytes.drainTo(out);
        return out.toString(StandardCharsets.US_ASCII);
    }
}
