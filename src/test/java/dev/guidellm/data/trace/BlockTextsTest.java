package dev.guidellm.data.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.data.synthetic.SeededText;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class BlockTextsTest {
    private static final SeededText TEXT = new SeededText(Traces.TOKENIZER);

    @ParameterizedTest
    @ValueSource(longs = {0, 2_000, 1_000_000})
    void aTextIsTheSameWhetherItIsKeptOrMade(long bytes) {
        BlockTexts kept = new BlockTexts(TEXT, bytes);
        SplittableRandom random = new SplittableRandom(5);
        for (int prompt = 0; prompt < 200; prompt++) {
            StringBuilder made = new StringBuilder();
            StringBuilder found = new StringBuilder();
            for (int block = 0; block < 12; block++) {
                long seed = SeededText.seed(3, random.nextInt(40));
                int tokens = switch (random.nextInt(8)) {
                    case 0 -> random.nextInt(20);
                    case 1 -> 40; // longer than the first block
                    default -> 16;
                };
                TEXT.append(made, seed, tokens);
                kept.append(found, seed, tokens);
            }
            assertThat(found).hasToString(made.toString());
        }
    }
}
