package dev.guidellm.mockserver;

import dev.guidellm.tokenizer.Tokenizer;
import java.util.Arrays;

/// A model's own tokenizer, for a server that was given a `processor`.
record ModelTokenizer(Tokenizer tokenizer) implements PromptTokenizer {

    @Override
    public int count(String text) {
        return tokenizer.count(text);
    }

    @Override
    public long[] encode(String text) {
        return Arrays.stream(tokenizer.encode(text, false)).asLongStream().toArray();
    }

    @Override
    public String decode(long[] ids) {
        return tokenizer.decode(Arrays.stream(ids).mapToInt(Math::toIntExact).toArray(), false);
    }

    @Override
    public int quickBytes() {
        return 0; // a prompt of usual length takes it longer than a token may be late
    }
}
