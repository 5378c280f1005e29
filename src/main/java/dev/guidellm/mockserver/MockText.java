package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.tokenizer.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The text that the server "generates": one endless sequence of tokens, so that answers of equal length are equal and
/// shorter answers begin longer ones. Safe to call from every thread.
final class MockText {
    private static final String PARAGRAPH =
            "A request enters the queue and waits until a slot is free. The server reads the prompt, then writes the"
                    + " answer one token at a time. Readers notice the first word, and they notice every pause after it."
                    + " When more people ask at once, each of them waits a little longer; at some point the wait grows"
                    + " faster than the work. That point is what a careful measurement looks for. Count what arrived,"
                    + " note when it arrived, and never guess a number that was not seen. A steady clock, a known load"
                    + " and an honest record are enough to say how many users a machine can serve. ";

    private final String[] tokens;
    private final byte[][] quotedTokens;
    private final int[] ends;
    private final String cycle;

    private MockText(List<String> pieces) {
        tokens = pieces.toArray(String[]::new);
        quotedTokens = new byte[tokens.length][];
        ends = new int[tokens.length];
        int end = 0;
        for (int i = 0; i < tokens.length; i++) {
            quotedTokens[i] = JsonWriter.toString(JsonValue.of(tokens[i]), JsonWriter.Style.PYTHON)
                    .getBytes(StandardCharsets.UTF_8);
            end += tokens[i].length();
            ends[i] = end;
        }
        cycle = String.join("", pieces);
    }

    /// The built-in text, one token per token of [WordTokenizer].
    static MockText words() {
        return new MockText(WordTokenizer.split(PARAGRAPH));
    }

    /// The built-in text, cut as `tokenizer` cuts it.
    static MockText cutBy(Tokenizer tokenizer) {
        // With a blank in front, so that the repetition is cut like the first time.
        int[] ids = tokenizer.encode(" " + PARAGRAPH.strip(), false);
        List<String> pieces = new ArrayList<>();
        String before = "";
        for (int end = 1; end <= ids.length; end++) {
            String text = tokenizer.decode(Arrays.copyOf(ids, end), true);
            pieces.add(text.substring(Math.min(before.length(), text.length())));
            before = text;
        }
        return new MockText(pieces);
    }

    /// The `index`-th token, from 0.
    String token(int index) {
        return tokens[index % tokens.length];
    }

    /// The `index`-th token as a JSON string in UTF-8; not to be changed.
    byte[] quotedToken(int index) {
        return quotedTokens[index % tokens.length];
    }

    /// The first `count` tokens joined.
    String text(int count) {
        int rest = count % tokens.length;
        return cycle.repeat(count / tokens.length) + (rest == 0 ? "" : cycle.substring(0, ends[rest - 1]));
    }
}
