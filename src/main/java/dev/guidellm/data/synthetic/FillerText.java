package dev.guidellm.data.synthetic;

import dev.guidellm.data.PythonRandom;
import dev.guidellm.tokenizer.Tokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes English-like text of an exact number of tokens, fast.
///
/// A text is put together from words whose token counts were measured once, in the places where they can stand
/// (inside a sentence, before a full stop, at the start of a sentence or paragraph); nothing is tokenized to find
/// its length. At the start the sums are put to the test: over all pairs of the most frequent words, and over texts
/// like those to come. If they hold, which is so for every tokenizer that never joins words, then one text in
/// [#COUNTED_ONE_IN] is still counted as a whole; the first wrong one ends that trust. Without it every text is
/// counted and mended where the sum of its parts was wrong. Counts are those of the text alone, without start and
/// end tokens that the model adds.
///
/// Safe for several threads; each has a draft of its own, whose random generator decides the words.
final class FillerText {
    private static final Logger LOG = LoggerFactory.getLogger(FillerText.class);
    private static final int COUNTED_ONE_IN = 128;
    private static final int PAIRED_WORDS = 32;
    private static final int TEST_TEXTS = 24;
    private static final int TEST_TOKENS = 16;
    private static final long TEST_SEED = 20_250_101;
    private static final int MOST_MENDINGS = 8;
    private static final int CUT_WINDOW = 12;

    private final Tokenizer tokenizer;
    private final Vocabulary words;
    private final String oneTokenWord;
    private final AtomicInteger texts = new AtomicInteger();
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile boolean sumsHold;

    FillerText(Tokenizer tokenizer) {
        this(tokenizer, Vocabulary.measure(tokenizer));
    }

    FillerText(Tokenizer tokenizer, Vocabulary words) {
        this.tokenizer = tokenizer;
        this.words = words;
        Vocabulary.Pieces inside = words.at(Place.WORD);
        this.oneTokenWord = inside.upTo(1) == 0 ? "" : inside.text(0);
        this.sumsHold = pairsAddUp() && textsAddUp();
    }

    Tokenizer tokenizer() {
        return tokenizer;
    }

    /// Whether the tokens of a text are the sum of its words' tokens, as far as is known.
    boolean sumsHold() {
        return sumsHold;
    }

    /// A word that is one token, with the blank before it; empty when there is none.
    String oneTokenWord() {
        return oneTokenWord;
    }

    /// A draft in which one thread makes texts.
    TextDraft draft(PythonRandom random) {
        return new TextDraft(words, random);
    }

    /// As [#ofTokens(int, String, int, TextDraft)] with a lead whose tokens are not known.
    String ofTokens(int tokens, String lead, TextDraft draft) {
        return ofTokens(tokens, lead, lead.isEmpty() ? 0 : tokenizer.count(lead), draft);
    }

    /// A text of `tokens` tokens.
    ///
    /// @param lead how it starts, for instance a marker that makes it unique; counted among the tokens, and cut
    /// when there are fewer of them
    /// @param leadTokens the tokens of the lead
    String ofTokens(int tokens, String lead, int leadTokens, TextDraft draft) {
        if (leadTokens == tokens) {
            return lead;
        }
        if (leadTokens > tokens) {
            String cut = cut(lead, tokens);
            // With some tokenizers a piece of the lead is no text at all; a prompt without its marker is better.
            return tokenizer.count(cut) == tokens ? cut : ofTokens(tokens, "", 0, draft);
        }
        draft.begin(lead, tokens);
        draft.fill(tokens - leadTokens);
        if (draft.isFull() && sumsHold && texts.incrementAndGet() % COUNTED_ONE_IN != 0) {
            return draft.text();
        }
        return mend(draft);
    }

    /// Words that often stand together are those that a tokenizer may join.
    private boolean pairsAddUp() {
        List<String> frequent = Vocabulary.mostFrequent(PAIRED_WORDS);
        StringBuilder text = new StringBuilder(Vocabulary.BEFORE_WORD);
        int before = tokenizer.count(Vocabulary.BEFORE_WORD);
        int sum = before;
        for (String first : frequent) {
            int cost = tokenizer.count(Vocabulary.BEFORE_WORD + " " + first) - before;
            sum += 2 * cost * frequent.size();
            for (String second : frequent) {
                text.append(' ').append(first).append(' ').append(second);
            }
        }
        return tokenizer.count(text.toString()) == sum;
    }

    private boolean textsAddUp() {
        TextDraft draft = draft(new PythonRandom(TEST_SEED));
        for (int i = 1; i <= TEST_TEXTS; i++) {
            String lead = i + " " + i * i * i + " m" + i;
            draft.begin(lead, 0);
            draft.fill(i * TEST_TOKENS);
            int sum = tokenizer.count(lead) + i * TEST_TOKENS;
            if (!draft.isFull() || tokenizer.count(draft.text()) != sum) {
                return false;
            }
        }
        return true;
    }

    private String mend(TextDraft draft) {
        int counted = tokenizer.count(draft.text());
        if (counted == draft.wanted()) {
            return draft.text();
        }
        if (draft.isFull()) {
            sumsHold = false;
        }
        for (int attempt = 0; attempt < MOST_MENDINGS; attempt++) {
            if (counted >= draft.wanted()) {
                draft.dropWorth(counted - draft.wanted() + 2);
                counted = tokenizer.count(draft.text());
            }
            if (counted < draft.wanted()) {
                draft.fill(draft.wanted() - counted);
                counted = tokenizer.count(draft.text());
            }
            if (counted == draft.wanted()) {
                return draft.text();
            }
        }
        return cutLonger(draft);
    }

    /// For tokenizers without one-token words: a longer text, cut between tokens.
    private String cutLonger(TextDraft draft) {
        String best = "";
        int bestError = Integer.MAX_VALUE;
        for (int attempt = 0; attempt < MOST_MENDINGS && bestError != 0; attempt++) {
            draft.addWords(draft.wanted() / 2 + 16);
            int[] ids = tokenizer.encode(draft.text(), false);
            int from = Math.min(ids.length, draft.wanted());
            int to = Math.min(ids.length, draft.wanted() + CUT_WINDOW);
            for (int length = from; length <= to && bestError != 0; length++) {
                String text = tokenizer.decode(Arrays.copyOf(ids, length), true);
                int error = Math.abs(tokenizer.count(text) - draft.wanted());
                if (error < bestError) {
                    best = text;
                    bestError = error;
                }
            }
        }
        if (bestError != 0 && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "Made-up text cannot always have the exact number of tokens with tokenizer {} (asked {}, got {})",
                    tokenizer.name(),
                    draft.wanted(),
                    tokenizer.count(best));
        }
        return best;
    }

    private String cut(String text, int tokens) {
        int[] ids = tokenizer.encode(text, false);
        return tokenizer.decode(Arrays.copyOf(ids, Math.min(ids.length, tokens)), true);
    }
}
