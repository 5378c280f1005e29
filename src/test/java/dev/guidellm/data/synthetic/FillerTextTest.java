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
        TextDraft draft = filler.draft(new PythonRandom(7));
        for (int tokens = 1; tokens <= 120; tokens++) {
            assertThat(tokenizer.count(filler.ofTokens(tokens, "", draft))).isEqualTo(tokens);
            String marked = filler.ofTokens(tokens, "1 " + tokens + " m0", draft);
            assertThat(tokenizer.count(marked)).as("%s", marked).isEqualTo(tokens);
            assertThat(marked).startsWith(tokens < 9 ? "" : "1 " + tokens + " m0");
        }
        for (int tokens : new int[] {1000, 1025, 5000, 30_000}) {
            assertThat(tokenizer.count(filler.ofTokens(tokens, "", draft))).isEqualTo(tokens);
        }
    }

    @Test
    void longTextsStayExactWhenTheyAreNoLongerAllCounted() {
        Tokenizer tokenizer = Tokenizers.resolve("gpt2", null, null);
        FillerText filler = new FillerText(tokenizer);
        TextDraft draft = filler.draft(new PythonRandom(11));
        for (int i = 0; i < 200; i++) {
            int tokens = 1100 + i;
            assertThat(tokenizer.count(filler.ofTokens(tokens, "3 " + i + " m1", draft)))
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
        String text = filler.ofTokens(64, "1 0 m0", filler.draft(new PythonRandom(9)));
        assertThat(tokenizer.encode(text, false)).hasSize(64);
        assertThat(tokenizer.encode(text)).hasSize(65);
        assertThat(tokenizer.addedSpecialTokens()).isEqualTo(1);
    }

    @Test
    void theSameSeedGivesTheSameText() {
        Tokenizer tokenizer = Tokenizers.resolve("gpt2", null, null);
        FillerText filler = new FillerText(tokenizer);
        String first = filler.ofTokens(80, "1 0 m0", filler.draft(new PythonRandom(3)));
        FillerText other = new FillerText(tokenizer);
        assertThat(other.ofTokens(80, "1 0 m0", other.draft(new PythonRandom(3))))
                .isEqualTo(first);
        assertThat(other.ofTokens(80, "1 0 m0", other.draft(new PythonRandom(4))))
                .isNotEqualTo(first);
        assertThat(first).matches("(?s)1 0 m0 [A-Z][a-z]+ .*").contains(". ");
    }

    @Test
    void everyCharacterATokenStillGivesTheExactNumber() {
        FillerText filler = new FillerText(new CharacterTokenizer());
        TextDraft draft = filler.draft(new PythonRandom(5));
        for (int tokens = 1; tokens <= 60; tokens++) {
            assertThat(filler.ofTokens(tokens, "", draft)).hasSize(tokens);
        }
    }

    /// The words of such a tokenizer cost less together than alone, so that sums mislead.
    @Test
    void wordsThatATokenizerJoinsStillGiveTheExactNumber() {
        Tokenizer joining = new JoiningTokenizer();
        FillerText filler = new FillerText(joining);
        TextDraft draft = filler.draft(new PythonRandom(5));
        assertThat(filler.sumsHold()).isFalse();
        for (int tokens = 1; tokens <= 300; tokens++) {
            assertThat(joining.count(filler.ofTokens(tokens, "1 7 m0", draft))).isEqualTo(tokens);
        }
    }

    /// A token for every word, but one for two words that start with the same letter.
    private static final class JoiningTokenizer implements Tokenizer {
        @Override
        public String name() {
            return "joining";
        }

        @Override
        public int[] encode(String text, boolean addSpecialTokens) {
            List<Integer> ids = new ArrayList<>();
            int free = -1;
            for (String word : text.strip().split("\\s+")) {
                if (word.charAt(0) == free) {
                    free = -1;
                } else {
                    free = word.charAt(0);
                    ids.add(free);
                }
            }
            return ids.stream().mapToInt(id -> id).toArray();
        }

        @Override
        public String decode(int[] ids, boolean skipSpecialTokens) {
            StringBuilder text = new StringBuilder();
            for (int id : ids) {
                text.append((char) id).append(' ');
            }
            return text.toString().strip();
        }

        @Override
        public int addedSpecialTokens() {
            return 0;
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
