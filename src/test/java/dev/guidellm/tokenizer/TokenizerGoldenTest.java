package dev.guidellm.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TokenizerGoldenTest {
    private static final String FILE = "tokenizer/tokenizer-cases.json";
    private static final Path FOLDER = Path.of("src/test/resources/cases/tokenizer");
    private static final Tokenizer TOKENIZER = Tokenizers.resolve(FOLDER.toString(), null, null);

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void encodesAndDecodesAsTheReferenceDoes(JsonObject golden) {
        int[] ids = TOKENIZER.encode(GoldenCases.text(golden, "text"));
        JsonValue actual = JsonValue.object()
                .put("ids", ids(ids))
                .put("decoded", TOKENIZER.decode(ids, false))
                .put("decoded_skip_special", TOKENIZER.decode(ids, true))
                .build();
        GoldenCases.check(FILE, GoldenCases.text(golden, "text"), actual, only(golden, actual));
        assertThat(TOKENIZER.count(GoldenCases.text(golden, "text"))).isEqualTo(ids.length);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cuts")
    void decodesCutTokensAsTheReferenceDoes(JsonObject golden) {
        int length =
                ((JsonInteger) GoldenCases.member(golden, "first_n")).value().intValueExact();
        int[] ids = Arrays.copyOf(TOKENIZER.encode(GoldenCases.text(golden, "text")), length);
        String decoded = TOKENIZER.decode(ids, false);
        JsonValue actual = JsonValue.object()
                .put("ids", ids(ids))
                .put("decoded", decoded)
                .put("re_encoded_len", TOKENIZER.encode(decoded).length)
                .build();
        GoldenCases.check(FILE, GoldenCases.text(golden, "text") + "/" + length, actual, only(golden, actual));
    }

    @Test
    void addsTheStartTokenOfAModelThatWantsOne(@TempDir Path folder) throws Exception {
        JsonObject variant = (JsonObject) GoldenCases.member(GoldenCases.load(FILE), "bos_variant");
        Tokenizer tokenizer = HuggingFaceTokenizer.load("bos", bosVariant(variant, folder));
        assertThat(tokenizer.addedSpecialTokens()).isEqualTo(1);
        for (JsonValue item : ((JsonArray) GoldenCases.member(variant, "cases")).items()) {
            String text = GoldenCases.text((JsonObject) item, "text");
            int[] ids = tokenizer.encode(text);
            JsonValue actual = JsonValue.object()
                    .put("ids", ids(ids))
                    .put(
                            "first_2_decoded_skip_special",
                            tokenizer.decode(Arrays.copyOf(ids, Math.min(2, ids.length)), true))
                    .build();
            GoldenCases.check(FILE, "bos " + text, actual, only((JsonObject) item, actual));
            assertThat(tokenizer.count(text)).isEqualTo(ids.length - 1);
        }
    }

    /// The tokenizer of the goldens with a start token, as the golden file describes it.
    private static Path bosVariant(JsonObject variant, Path folder) throws Exception {
        JsonObject base = (JsonObject) JsonReader.read(Files.readString(FOLDER.resolve("tokenizer.json")));
        Map<String, JsonValue> members = new LinkedHashMap<>(base.members());
        List<JsonValue> added = new ArrayList<>(((JsonArray) GoldenCases.member(base, "added_tokens")).items());
        added.addAll(((JsonArray) GoldenCases.member(variant, "added_token")).items());
        members.put("added_tokens", new JsonArray(added));
        members.put("post_processor", GoldenCases.member(variant, "post_processor"));
        Path file = folder.resolve("tokenizer.json");
        Files.writeString(file, JsonWriter.toString(new JsonObject(members)));
        return file;
    }

    private static JsonArray ids(int[] ids) {
        return new JsonArray(
                IntStream.of(ids).mapToObj(id -> JsonValue.of((long) id)).toList());
    }

    /// The members of a golden case that `actual` has as well.
    private static JsonObject only(JsonObject golden, JsonValue actual) {
        Map<String, JsonValue> members = new LinkedHashMap<>(golden.members());
        members.keySet().retainAll(((JsonObject) actual).members().keySet());
        return new JsonObject(members);
    }

    static Stream<Named<JsonObject>> texts() {
        return GoldenCases.loadList(FILE, "cases").stream().map(TokenizerGoldenTest::named);
    }

    static Stream<Named<JsonObject>> cuts() {
        return GoldenCases.loadList(FILE, "truncated_decodes").stream().map(TokenizerGoldenTest::named);
    }

    private static Named<JsonObject> named(JsonObject golden) {
        return Named.of(JsonWriter.toString(new JsonString(GoldenCases.text(golden, "text"))), golden);
    }
}
