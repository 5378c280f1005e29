package dev.guidellm.data.synthetic;

import dev.guidellm.data.PythonRandom;
import dev.guidellm.tokenizer.Tokenizer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes English-like text of an exact number of tokens, fast.
///
/// A text is put together from words whose token counts were measured once, in the places where they can stand
/// (inside a sentence, before a full stop, at the start of a sentence or paragraph); nothing is tokenized to find
/// its length. The finished text is then counted as a whole and mended where the sum of its parts was wrong. Once
/// [#PROOFS] texts in a row have needed no mending, long texts are counted only now and then; the first wrong one
/// ends that trust. Counts are those of the text alone, without start and end tokens that the model adds.
///
/// Safe for several threads; the caller's random generator decides the words.
final class FillerText {
    private static final Logger LOG = LoggerFactory.getLogger(FillerText.class);
    private static final int PROOFS = 64;
    private static final int ALWAYS_COUNTED = 1024;
    private static final int COUNTED_ONE_IN = 32;
    private static final int MOST_MENDINGS = 8;
    private static final int CUT_WINDOW = 12;

    private final Tokenizer tokenizer;
    private final Vocabulary words;
    private final AtomicInteger rightInARow = new AtomicInteger();
    private final AtomicInteger longTexts = new AtomicInteger();
    private final AtomicBoolean partsMislead = new AtomicBoolean();
    private final AtomicBoolean warned = new AtomicBoolean();

    FillerText(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        this.words = Vocabulary.measure(tokenizer);
    }

    /// A text of `tokens` tokens.
    ///
    /// @param lead how it starts, for instance a marker that makes it unique; counted among the tokens, and cut
    /// when there are fewer of them
    String ofTokens(int tokens, String lead, PythonRandom random) {
        int leadTokens = lead.isEmpty() ? 0 : tokenizer.count(lead);
        if (leadTokens == tokens) {
            return lead;
        }
        if (leadTokens > tokens) {
            String cut = cut(lead, tokens);
            // With some tokenizers a piece of the lead is no text at all; a prompt without its marker is better.
            return tokenizer.count(cut) == tokens ? cut : ofTokens(tokens, "", random);
        }
        Draft draft = new Draft(lead, tokens, random);
        draft.fill(tokens - leadTokens);
        if (draft.missing == 0 && isTrusted(tokens)) {
            return draft.text.toString();
        }
        return mend(draft);
    }

    private boolean isTrusted(int tokens) {
        return tokens > ALWAYS_COUNTED
                && !partsMislead.get()
                && rightInARow.get() >= PROOFS
                && longTexts.incrementAndGet() % COUNTED_ONE_IN != 0;
    }

    private String mend(Draft draft) {
        int counted = tokenizer.count(draft.text.toString());
        if (counted == draft.wanted) {
            rightInARow.incrementAndGet();
            return draft.text.toString();
        }
        rightInARow.set(0);
        partsMislead.set(true);
        for (int attempt = 0; attempt < MOST_MENDINGS; attempt++) {
            if (counted >= draft.wanted) {
                draft.dropWorth(counted - draft.wanted + 2);
                counted = tokenizer.count(draft.text.toString());
            }
            if (counted < draft.wanted) {
                draft.fill(draft.wanted - counted);
                counted = tokenizer.count(draft.text.toString());
            }
            if (counted == draft.wanted) {
                return draft.text.toString();
            }
        }
        return cutLonger(draft);
    }

    /// For tokenizers without one-token words: a longer text, cut between tokens.
    private String cutLonger(Draft draft) {
        String best = "";
        int bestError = Integer.MAX_VALUE;
        for (int attempt = 0; attempt < MOST_MENDINGS && bestError != 0; attempt++) {
            draft.addWords(draft.wanted / 2 + 16);
            int[] ids = tokenizer.encode(draft.text.toString(), false);
            int from = Math.min(ids.length, draft.wanted);
            int to = Math.min(ids.length, draft.wanted + CUT_WINDOW);
            for (int length = from; length <= to && bestError != 0; length++) {
                String text = tokenizer.decode(Arrays.copyOf(ids, length), true);
                int error = Math.abs(tokenizer.count(text) - draft.wanted);
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
                    draft.wanted,
                    tokenizer.count(best));
        }
        return best;
    }

    private String cut(String text, int tokens) {
        int[] ids = tokenizer.encode(text, false);
        return tokenizer.decode(Arrays.copyOf(ids, Math.min(ids.length, tokens)), true);
    }

    /// A text under construction, with what each added piece is said to cost.
    private final class Draft {
        private final StringBuilder text;
        private final int wanted;
        private final PythonRandom random;
        private int[] ends = new int[64];
        private int[] costs = new int[64];
        private int pieces;
        private int missing;
        private Place place;
        private int wordsToStop;
        private int sentencesToBreak;

        Draft(String lead, int wanted, PythonRandom random) {
            this.text = new StringBuilder(wanted * 5 + 16).append(lead);
            this.wanted = wanted;
            this.random = random;
            this.place = lead.isEmpty() ? Place.TEXT_START : Place.SENTENCE_START;
            startParagraph();
        }

        /// Adds pieces that are worth `tokens`; leaves the rest in `missing` when no piece is small enough.
        void fill(int tokens) {
            missing = tokens;
            while (missing > 0) {
                int piece = words.pick(place, missing, random);
                if (piece < 0 && place != Place.WORD) {
                    place = Place.WORD;
                    piece = words.pick(place, missing, random);
                }
                if (piece < 0) {
                    return;
                }
                add(piece);
            }
        }

        void addWords(int count) {
            for (int i = 0; i < count; i++) {
                int piece = words.pick(place, Integer.MAX_VALUE, random);
                if (piece < 0) {
                    return;
                }
                add(piece);
            }
        }

        void dropWorth(int tokens) {
            int dropped = 0;
            while (pieces > 1 && dropped < tokens) {
                pieces--;
                dropped += costs[pieces];
                text.setLength(ends[pieces - 1]);
            }
            place = Place.WORD;
        }

        private void add(int piece) {
            int cost = words.cost(place, piece);
            text.append(words.text(place, piece));
            if (pieces == ends.length) {
                ends = Arrays.copyOf(ends, pieces * 2);
                costs = Arrays.copyOf(costs, pieces * 2);
            }
            ends[pieces] = text.length();
            costs[pieces++] = cost;
            missing -= cost;
            advance();
        }

        private void advance() {
            if (place == Place.SENTENCE_END) {
                if (--sentencesToBreak <= 0) {
                    startParagraph();
                    place = Place.PARAGRAPH_START;
                } else {
                    startSentence();
                    place = Place.SENTENCE_START;
                }
                return;
            }
            place = --wordsToStop <= 1 ? Place.SENTENCE_END : Place.WORD;
        }

        private void startSentence() {
            wordsToStop = 4 + (int) random.below(5);
        }

        private void startParagraph() {
            sentencesToBreak = 2 + (int) random.below(3);
            startSentence();
        }
    }
}
