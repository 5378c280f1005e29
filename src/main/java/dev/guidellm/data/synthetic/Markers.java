package dev.guidellm.data.synthetic;

import dev.guidellm.tokenizer.Tokenizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The starts of made-up prompts, which make each one unique: `<epoch> <number> <turn>`, with their tokens.
///
/// Where words do not change each other's tokens, the numbers to come are counted many at a time, as one text with a
/// known word between them; else each marker is counted by itself. For one thread.
final class Markers {
    private static final int AT_ONCE = 64;

    private final FillerText filler;
    private final Tokenizer tokenizer;
    private final String epoch;
    private final long step;
    private final int beforeTokens;
    private final int epochTokens;
    private final Map<String, Integer> turnTokens = new HashMap<>();
    private final int[] numberTokens = new int[AT_ONCE];
    private long counted = -1;
    private long number;
    private String start;

    /// @param epoch which benchmark of the run, from 1
    /// @param step from one conversation's number to the next's
    Markers(FillerText filler, int epoch, long step) {
        this.filler = filler;
        this.tokenizer = filler.tokenizer();
        this.epoch = epoch + " ";
        this.step = Math.max(1, step);
        this.beforeTokens = tokenizer.count(Vocabulary.BEFORE_WORD);
        this.epochTokens = tokenizer.count(Integer.toString(epoch));
        this.start = this.epoch + number + " ";
    }

    /// Goes on to the next conversation.
    void advance() {
        number += step;
        start = epoch + number + " ";
    }

    /// The marker of a turn of this conversation.
    ///
    /// @param turn such as `m0`
    String text(String turn) {
        return start + turn;
    }

    /// The tokens of [#text(String)].
    int tokens(String turn) {
        if (!filler.sumsHold()) {
            return tokenizer.count(text(turn));
        }
        Integer known = turnTokens.get(turn);
        if (known == null) {
            known = afterWord(turn);
            turnTokens.put(turn, known);
        }
        return epochTokens + ofNumber() + known;
    }

    private int ofNumber() {
        long index = (number - counted) / step;
        if (counted < 0 || index < 0 || index >= AT_ONCE) {
            countAhead();
            index = 0;
        }
        return numberTokens[(int) index];
    }

    private int afterWord(String text) {
        return tokenizer.count(Vocabulary.BEFORE_WORD + " " + text) - beforeTokens;
    }

    private void countAhead() {
        counted = number;
        if (!countTogether()) {
            for (int i = 0; i < AT_ONCE; i++) {
                numberTokens[i] = afterWord(Long.toString(number + i * step));
            }
        }
    }

    /// Whether the numbers could be told apart in the ids of one text.
    private boolean countTogether() {
        String separator = filler.oneTokenWord();
        if (separator.isEmpty()) {
            return false;
        }
        StringBuilder text = new StringBuilder(AT_ONCE * 12).append(Vocabulary.BEFORE_WORD);
        for (int i = 0; i < AT_ONCE; i++) {
            text.append(' ').append(number + i * step).append(separator);
        }
        int[] ids = tokenizer.encode(text.toString(), false);
        int separatorId = ids[ids.length - 1];
        Arrays.fill(numberTokens, 0);
        int at = 0;
        for (int i = beforeTokens; i < ids.length; i++) {
            if (ids[i] != separatorId) {
                numberTokens[at]++;
            } else if (numberTokens[at] == 0 || ++at == AT_ONCE) {
                return i == ids.length - 1 && at == AT_ONCE;
            }
        }
        return false;
    }
}
