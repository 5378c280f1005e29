package dev.guidellm.data.synthetic;

import dev.guidellm.data.PythonRandom;
import dev.guidellm.tokenizer.Tokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Common English words with the tokens that each takes in each place, as one tokenizer counts. Immutable.
final class Vocabulary {
    private static final List<String> WORDS = readWords();
    /// A text before the word, so that a tokenizer's treatment of a text's first word does not count.
    static final String BEFORE_WORD = "a";

    private static final String BEFORE_SENTENCE = "a.";

    private final Map<Place, Pieces> byPlace;

    private Vocabulary(Map<Place, Pieces> byPlace) {
        this.byPlace = byPlace;
    }

    static Vocabulary measure(Tokenizer tokenizer) {
        Map<Place, Pieces> byPlace = new EnumMap<>(Place.class);
        for (Place place : Place.values()) {
            String before = switch (place) {
                case TEXT_START -> "";
                case SENTENCE_START, PARAGRAPH_START -> BEFORE_SENTENCE;
                case WORD, SENTENCE_END -> BEFORE_WORD;
            };
            int beforeTokens = before.isEmpty() ? 0 : tokenizer.count(before);
            String[] texts = new String[WORDS.size()];
            int[] costs = new int[WORDS.size()];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = written(WORDS.get(i), place);
                costs[i] = tokenizer.count(before + texts[i]) - beforeTokens;
            }
            byPlace.put(place, Pieces.sorted(texts, costs));
        }
        return new Vocabulary(byPlace);
    }

    private static String written(String word, Place place) {
        String capital = Character.toUpperCase(word.charAt(0)) + word.substring(1);
        return switch (place) {
            case TEXT_START -> capital;
            case SENTENCE_START -> " " + capital;
            case PARAGRAPH_START -> "\n" + capital;
            case WORD -> " " + word;
            case SENTENCE_END -> " " + word + ".";
        };
    }

    /// The words as they stand in `place`.
    Pieces at(Place place) {
        Pieces pieces = byPlace.get(place);
        if (pieces == null) {
            throw new IllegalStateException("no words measured for " + place);
        }
        return pieces;
    }

    /// The `count` most frequent words of English among these, most frequent first.
    static List<String> mostFrequent(int count) {
        return WORDS.subList(0, Math.min(count, WORDS.size()));
    }

    private static List<String> readWords() {
        try (InputStream in = Vocabulary.class.getResourceAsStream("words.txt")) {
            if (in == null) {
                throw new IllegalStateException("words.txt is missing from the program");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return List.of(text.strip().split("\\s+"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The words of one place, cheapest first; `countUpTo[c]` of them take at most `c` tokens.
    static final class Pieces {
        private final String[] texts;
        private final int[] costs;
        private final int[] countUpTo;

        private Pieces(String[] texts, int[] costs, int[] countUpTo) {
            this.texts = texts;
            this.costs = costs;
            this.countUpTo = countUpTo;
        }

        static Pieces sorted(String[] texts, int[] costs) {
            // A word that seems to take no token merges with what is before it; it would falsify every sum.
            Integer[] order = new Integer[texts.length];
            Arrays.setAll(order, i -> i);
            Integer[] usable = Arrays.stream(order)
                    .filter(i -> costs[i] > 0)
                    .sorted((a, b) -> Integer.compare(costs[a], costs[b]))
                    .toArray(Integer[]::new);
            String[] sortedTexts = new String[usable.length];
            int[] sortedCosts = new int[usable.length];
            for (int i = 0; i < usable.length; i++) {
                sortedTexts[i] = texts[usable[i]];
                sortedCosts[i] = costs[usable[i]];
            }
            int dearest = usable.length == 0 ? 0 : sortedCosts[usable.length - 1];
            int[] countUpTo = new int[dearest + 1];
            for (int cost : sortedCosts) {
                countUpTo[cost]++;
            }
            for (int cost = 1; cost <= dearest; cost++) {
                countUpTo[cost] += countUpTo[cost - 1];
            }
            return new Pieces(sortedTexts, sortedCosts, countUpTo);
        }

        /// A random word that takes at most `budget` tokens; below 0 when there is none.
        int pick(int budget, PythonRandom random) {
            int candidates = upTo(budget);
            return candidates == 0 ? -1 : (int) ((random.nextUnsignedInt() * candidates) >>> 32);
        }

        /// A word, cheapest first, with the blanks and stops around it.
        String text(int piece) {
            return texts[piece];
        }

        /// The tokens of a word.
        int cost(int piece) {
            return costs[piece];
        }

        /// How many words take at most `budget` tokens.
        int upTo(int budget) {
            return countUpTo[Math.min(budget, countUpTo.length - 1)];
        }
    }
}
