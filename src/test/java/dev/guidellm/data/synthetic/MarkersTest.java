package dev.guidellm.data.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkersTest {
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
    void markersCountedManyAtATimeHaveTheTokensOfEachAlone(String model) {
        Tokenizer tokenizer = Tokenizers.resolve(model, null, null);
        FillerText filler = new FillerText(tokenizer);
        assertThat(filler.sumsHold()).isTrue();
        for (long step : new long[] {1, 3, 997}) {
            Markers markers = new Markers(filler, 12, step);
            for (long i = 0; i < 300; i++) {
                for (String turn : new String[] {"m0", "m10", "b1_0"}) {
                    assertThat(markers.text(turn)).isEqualTo("12 " + i * step + " " + turn);
                    assertThat(markers.tokens(turn)).isEqualTo(tokenizer.count(markers.text(turn)));
                }
                markers.advance();
            }
        }
    }
}
