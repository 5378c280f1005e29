package dev.guidellm.mockserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class WordTokenizerTest {

    @ParameterizedTest(name = "characters up to {0}")
    @CsvSource({"128, 1", "256, 2", "66000, 3"})
    void countsAsManyTokensAsItSplitsInto(int characters, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                text.append((char) random.nextInt(characters));
            }
            assertThat(WordTokenizer.countTokens(text.toString()))
                    .as(text.toString())
                    .isEqualTo(WordTokenizer.split(text.toString()).size());
        }
    }
}
