package dev.guidellm.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TiktokenTokenizerTest {
    /// The ids that GPT-2's own vocabulary gives; " worth" and the emoji need several merges and raw bytes.
    @Test
    void gpt2HasTheIdsOfGpt2() {
        Tokenizer gpt2 = Tokenizers.resolve("gpt2", null, null);
        assertThat(gpt2.encode("Hello, world!")).containsExactly(15496, 11, 995, 0);
        assertThat(gpt2.encode("This is some text")).containsExactly(1212, 318, 617, 2420);
        assertThat(gpt2.encode("indivisible")).containsExactly(521, 452, 12843);
        assertThat(gpt2.encode("hello 👋 world 🌍")).containsExactly(31373, 50169, 233, 995, 12520, 234, 235);
        assertThat(gpt2.encode("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gpt2, 50256",
        "r50k_base, 50256",
        "openai-community/gpt2, 50256",
        "openai-community/gpt2-xl, 50256",
        "p50k_base, 50256",
        "text-davinci-003, 50256",
        "cl100k_base, 100257",
        "gpt-4, 100257",
        "gpt-4-0613, 100257",
        "text-embedding-3-small, 100257",
        "o200k_base, 199999",
        "gpt-4o-mini-2024-07-18, 199999",
        "GPT-4o, 199999",
        "gpt-5-mini, 199999"
    })
    void knowsTheEncodingByItsNamesAndItsSpecialTokens(String name, int endOfText) {
        Tokenizer tokenizer = Tokenizers.resolve(name, null, null);
        int[] ids = tokenizer.encode("a<|endoftext|>b");
        assertThat(ids).hasSize(3).contains(endOfText);
        assertThat(tokenizer.count("a<|endoftext|>b")).isEqualTo(3);
        assertThat(tokenizer.decode(ids, false)).isEqualTo("a<|endoftext|>b");
        assertThat(tokenizer.decode(ids, true)).isEqualTo("ab");
        assertThat(tokenizer.addedSpecialTokens()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain text", "한국어 텍스트", "tabs\t and\n\n breaks  ", "<| not special |>", "🚀🌧️"})
    void decodesWhatItEncoded(String text) {
        for (String name : new String[] {"gpt2", "p50k_base", "cl100k_base", "o200k_base"}) {
            Tokenizer tokenizer = Tokenizers.resolve(name, null, null);
            assertThat(tokenizer.decode(tokenizer.encode(text), false)).isEqualTo(text);
            assertThat(tokenizer.count(text)).isEqualTo(tokenizer.encode(text).length);
        }
    }

    @Test
    void followsTheServersModelWhenNoneIsNamed() {
        assertThat(Tokenizers.resolve(null, "gpt2", null).name()).isEqualTo("gpt2");
    }
}
