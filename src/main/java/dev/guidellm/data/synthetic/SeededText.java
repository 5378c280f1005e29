package dev.guidellm.data.synthetic;

import dev.guidellm.data.PythonRandom;
import dev.guidellm.data.SplitMix;
import dev.guidellm.data.synthetic.Vocabulary.Pieces;
import dev.guidellm.tokenizer.Tokenizer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Text of an exact number of tokens that a seed decides alone: a block of a trace is the same text wherever it
/// occurs, and none need be kept.
///
/// Every word is one token, so that texts can be put side by side, and the first words of a text are a shorter text
/// of the same seed. Whether that holds for a tokenizer is put to the test at the start; where it does not, texts
/// are made by [FillerText] and the whole is mended at its end. Counts are those of the text alone, without the
/// tokens that a model adds around it. Safe for several threads.
public final class SeededText {
    private static final Logger LOG = LoggerFactory.getLogger(SeededText.class);
    private static final int FEWEST_WORDS = 64;
    private static final int TEST_TEXTS = 16;
    private static final int TEST_TOKENS = 24;
    private static final int LONG_TEST_TOKENS = 4_096;
    private static final int MOST_MENDINGS = 64;

    private final Tokenizer tokenizer;
    private final String[] words;
    private final String[] starts;
    private final FillerText filler;
    private final boolean exact;
    private final AtomicBoolean warned = new AtomicBoolean();

    public SeededText(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        Vocabulary vocabulary = Vocabulary.measure(tokenizer);
        this.words = oneTokenWords(vocabulary.at(Place.WORD));
        this.starts = oneTokenWords(vocabulary.at(Place.TEXT_START));
        this.filler = new FillerText(tokenizer, vocabulary);
        this.exact = words.length >= FEWEST_WORDS && starts.length > 0 && addsUp();
    }

    private static String[] oneTokenWords(Pieces pieces) {
        String[] texts = new String[pieces.upTo(1)];
        Arrays.setAll(texts, pieces::text);
        return texts;
    }

    private boolean addsUp() {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= TEST_TEXTS; i++) {
            text.setLength(0);
            appendWords(text, i, i * TEST_TOKENS);
            appendWords(text, -i, TEST_TOKENS);
            if (tokenizer.count(text.toString()) != (i + 1) * TEST_TOKENS) {
                return false;
            }
        }
        text.setLength(0);
        appendWords(text, TEST_TEXTS + 1L, LONG_TEST_TOKENS);
        return tokenizer.count(text.toString()) == LONG_TEST_TOKENS;
    }

    /// Whether the tokens of texts side by side are the sum of their tokens.
    public boolean exact() {
        return exact;
    }

    /// The tokens of a text.
    public int count(String text) {
        return tokenizer.count(text);
    }

    /// Adds text of `tokens` tokens to the end of `out`.
    public void append(StringBuilder out, long seed, int tokens) {
        if (tokens <= 0) {
            return;
        }
        if (exact) {
            appendWords(out, seed, tokens);
        } else {
            out.append(out.isEmpty() ? "" : " ")
                    .append(filler.ofTokens(tokens, "", filler.draft(new PythonRandom(seed))));
        }
    }

    /// A text by itself.
    public String text(long seed, int tokens) {
        StringBuilder out = new StringBuilder(tokens * 7);
        append(out, seed, tokens);
        return finished(out, tokens);
    }

    /// The text that was put together, of `tokens` tokens: where sums do not hold, words are added or taken at its
    /// end.
    public String finished(StringBuilder out, int tokens) {
        if (exact || tokens == 0) {
            return out.toString();
        }
        int counted = tokenizer.count(out.toString());
        for (int i = 0; i < MOST_MENDINGS && counted != tokens; i++) {
            if (counted > tokens) {
                int blank = out.lastIndexOf(" ");
                if (blank <= 0) {
                    break;
                }
                out.setLength(blank);
            } else {
                out.append(' ')
                        .append(filler.ofTokens(tokens - counted, "", filler.draft(new PythonRandom(tokens + i))));
            }
            counted = tokenizer.count(out.toString());
        }
        if (counted != tokens && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "Prompts of a trace cannot always have the exact number of tokens with tokenizer {} (asked {}, got"
                            + " {})",
                    tokenizer.name(),
                    tokens,
                    counted);
        }
        return out.toString();
    }

    private void appendWords(StringBuilder out, long seed, int tokens) {
        long state = seed;
        int left = tokens;
        if (out.isEmpty()) {
            state += SplitMix.GOLDEN_GAMMA;
            out.append(starts[index(SplitMix.mixed(state), starts.length)]);
            left--;
        }
        while (left-- > 0) {
            state += SplitMix.GOLDEN_GAMMA;
            out.append(words[index(SplitMix.mixed(state), words.length)]);
        }
    }

    private static int index(long random, int length) {
        return (int) (((random >>> 32) * length) >>> 32);
    }

    /// A seed that depends on both numbers, and is unlike that of similar ones.
    public static long seed(long first, long second) {
        return SplitMix.mixed(SplitMix.mixed(first + SplitMix.GOLDEN_GAMMA) + second);
    }
}
