package dev.guidellm.data.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.data.PythonRandom;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FillerTextTest {
    /// The last two stand for Llama-like models (no split into words, blanks as part of tokens, a start token) and
    /// BERT-like ones (lower case, start and end tokens); both files ask for truncation, which must not happen.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpt2",
                "cl100k_base",
                "o200k_base",
                "src/test/resources/cases/tokenizer",
                "src/test/resources/cases/tokenizer/sentencepiece-style",
                "src/test/resources/cases/tokenizer/wordpiece-style"
            })
    void textsHaveExactlyTheTokensAskedFor(String model) {
        Tokenizer tokenizer = Tokenizers.resolve(model, null, null);
        FillerText filler = new FillerText(tokenizer);
        PythonRandom random = new PythonRandom(7);
        for (int tokens = 1; tokens <= 120; tokens++) {
            assertThat(tokenizer.count(filler.ofTokens(tokens, "", random))).isEqualTo(tokens);
            String marked = filler.ofTokens(tokens, "1 " + tokens + " m0", random);
            assertThat(tokenizer.count(marked)).as("%s", marked).isEqualTo(tokens);
            assertThat(marked).startsWith(tokens < 9 ? "" : "1 " + tokens + " m0");
        }
        for (int tokens : new int[] {1000, 1025, 5000, 30_000}) {
            assertThat(tokenizer.count(filler.ofTokens(tokens, "", random))).isEqualTo(tokens);
        }
    }

    @Test
    void longTextsStayExactWhenTheyAreNoLongerAllCounted() {
        Tokenizer tokenizer = Tokenizers.resolve("gpt2", null, null);
        FillerText filler = new FillerText(tokenizer);
        PythonRandom random = new PythonRandom(11);
        for (int i = 0; i < 200; i++) {
            int tokens = 1100 + i;
            assertThat(tokenizer.count(filler.ofTokens(tokens, "3 " + i + " m1", random)))
                    .isEqualTo(tokens);
        }
    }

    /// A start token that the model adds is not taken out of the prompt: the text alone has the tokens asked for.
    @Test
    void aStartTokenIsNotPartOfTheText(@TempDir Path folder) throws Exception {
        String plain = Files.readString(Path.of("src/test/resources/cases/tokenizer/tokenizer.json"));
        JsonObject bos =
                (JsonObject) GoldenCases.member(GoldenCases.load("tokenizer/tokenizer-cases.json"), "bos_variant");
        JsonObject base = (JsonObject) JsonReader.read(plain);
        List<JsonValue> added = new ArrayList<>(((JsonArray) GoldenCases.member(base, "added_tokens")).items());
        added.addAll(((JsonArray) GoldenCases.member(bos, "added_token")).items());
        Path file = folder.resolve("tokenizer.json");
        Files.writeString(
                file,
                JsonWriter.toString(JsonValue.object()
                        .putAll(base)
                        .put("added_tokens", new JsonArray(added))
                        .put("post_processor", GoldenCases.member(bos, "post_processor"))
                        .build()));
        Tokenizer tokenizer = Tokenizers.resolve(file.toString(), null, null);
        FillerText filler = new FillerText(tokenizer);
        String text = filler.ofTokens(64, "1 0 m0", new PythonRandom(9));
        assertThat(tokenizer.encode(text, false)).hasSize(64);
        assertThat(tokenizer.encode(text)).hasSize(65);
        assertThat(tokenizer.addedSpecialTokens()).isEqualTo(1);
    }

    @Test
    void theSameSeedGivesTheSameText() {
        Tokenizer tokenizer = Tokenizers.resolve("gpt2", null, null);
        String first = new FillerText(tokenizer).ofTokens(80, "1 0 m0", new PythonRandom(3));
        assertThat(new FillerText(tokenizer).ofTokens(80, "1 0 m0", new PythonRandom(3)))
                .isEqualTo(first);
        assertThat(new FillerText(tokenizer).ofTokens(80, "1 0 m0", new PythonRandom(4)))
                .isNotEqualTo(first);
        assertThat(first).matches("(?s)1 0 m0 [A-Z][a-z]+ .*").contains(". ");
    }

    @Test
    void everyCharacterATokenStillGivesTheExactNumber() {
        FillerText filler = new FillerText(new CharacterTokenizer());
        PythonRandom random = new PythonRandom(5);
        for (int tokens = 1; tokens <= 60; tokens++) {
            assertThat(filler.ofTokens(tokens, "", random)).hasSize(tokens);
        }
    }

    /// One token per character: no word costs one token.
    private static final class CharacterTokenizer implements Tokenizer {
        @Override
        public String name() {
            return "characters";
        }

        @Override
        public int[] encode(String text, boolean addSpecialTokens) {
            return text.chars().toArray();
        }

        @Override
        public String decode(int[] ids, boolean skipSpecialTokens) {
            StringBuilder text = new StringBuilder();
            for (int id : ids) {
                text.append((char) id);
            }
            return text.toString();
        }

        @Override
        public int addedSpecialTokens() {
            return 0;
        }
    }
}
