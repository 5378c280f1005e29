package dev.guidellm.data.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeededTextTest {
    private static final String FOLDER = "src/test/resources/cases/tokenizer";

    @ParameterizedTest
    @ValueSource(
            strings = {FOLDER, FOLDER + "/sentencepiece-style", FOLDER + "/wordpiece-style", "gpt2", "cl100k_base"})
    void textsHaveTheTokensAskedFor(String name) {
        Tokenizer tokenizer = Tokenizers.resolve(name, null, null);
        SeededText text = new SeededText(tokenizer);
        for (int tokens : new int[] {0, 1, 2, 3, 17, 64, 300}) {
            assertThat(tokenizer.count(text.text(tokens, tokens)))
                    .as("%s tokens", tokens)
                    .isEqualTo(tokens);
        }
        StringBuilder joined = new StringBuilder();
        text.append(joined, 1, 16);
        text.append(joined, 2, 16);
        text.append(joined, 3, 5);
        assertThat(tokenizer.count(text.finished(joined, 37))).isEqualTo(37);
    }

    @Test
    void aSeedIsAlwaysTheSameText() {
        SeededText text = new SeededText(Tokenizers.resolve(FOLDER, null, null));
        assertThat(text.exact()).isTrue();
        assertThat(text.text(5, 40)).isEqualTo(text.text(5, 40)).startsWith(text.text(5, 12));
        assertThat(text.text(6, 40)).isNotEqualTo(text.text(5, 40));
        assertThat(SeededText.seed(1, 2)).isNotEqualTo(SeededText.seed(2, 1));
    }
}
