package dev.guidellm.data.synthetic;

import dev.guidellm.data.PythonRandom;
import dev.guidellm.data.synthetic.Vocabulary.Pieces;
import java.util.Arrays;

/// A text under construction, with what each added piece is said to cost. Used for one text after the other, so that
/// making one allocates little more than the text itself. For one thread.
final class TextDraft {
    private final Vocabulary words;
    private final PythonRandom random;
    private final StringBuilder text = new StringBuilder();
    private int[] ends = new int[64];
    private int[] costs = new int[64];
    private int pieces;
    private int wanted;
    private int missing;
    private Place place = Place.TEXT_START;
    private int wordsToStop;
    private int sentencesToBreak;

    /// @param random decides the words
    TextDraft(Vocabulary words, PythonRandom random) {
        this.words = words;
        this.random = random;
    }

    /// Forgets the text before and begins one of `tokens` tokens.
    ///
    /// @param lead how the text starts
    void begin(String lead, int tokens) {
        text.setLength(0);
        text.append(lead);
        wanted = tokens;
        pieces = 0;
        missing = 0;
        place = lead.isEmpty() ? Place.TEXT_START : Place.SENTENCE_START;
        startParagraph();
    }

    /// Tokens that the text shall have.
    int wanted() {
        return wanted;
    }

    /// Whether the pieces add up to what the last [#fill] asked for.
    boolean isFull() {
        return missing == 0;
    }

    /// The text so far.
    String text() {
        return text.toString();
    }

    /// Adds pieces that are worth `tokens`; [#isFull] is false afterwards when no piece was small enough.
    void fill(int tokens) {
        missing = tokens;
        while (missing > 0) {
            Pieces here = words.at(place);
            int piece = here.pick(missing, random);
            if (piece < 0 && place != Place.WORD) {
                place = Place.WORD;
                here = words.at(place);
                piece = here.pick(missing, random);
            }
            if (piece < 0) {
                return;
            }
            add(here.text(piece), here.cost(piece));
        }
    }

    void addWords(int count) {
        for (int i = 0; i < count; i++) {
            Pieces here = words.at(place);
            int piece = here.pick(Integer.MAX_VALUE, random);
            if (piece < 0) {
                return;
            }
            add(here.text(piece), here.cost(piece));
        }
    }

    /// Takes pieces that are worth at least `tokens` off the end; the first one always stays.
    void dropWorth(int tokens) {
        int dropped = 0;
        while (pieces > 1 && dropped < tokens) {
            pieces--;
            dropped += costs[pieces];
            text.setLength(ends[pieces - 1]);
        }
        place = Place.WORD;
    }

    private void add(String word, int cost) {
        text.append(word);
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
