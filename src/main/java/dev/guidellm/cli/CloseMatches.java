package dev.guidellm.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// The names that look like a given one, as Python's `difflib.get_close_matches` finds them: at most three whose
/// similarity (Ratcliff and Obershelp) is at least 0.6.
final class CloseMatches {
    private static final int MOST = 3;
    private static final double LEAST = 0.6;

    private CloseMatches() {}

    static List<String> of(String given, Collection<String> names) {
        return names.stream()
                .filter(name -> similarity(given, name) >= LEAST)
                .sorted(Comparator.comparingDouble((String name) -> similarity(given, name))
                        .reversed()
                        .thenComparing(Comparator.reverseOrder()))
                .limit(MOST)
                .toList();
    }

    /// The words behind a message about an unknown name, a blank first; empty when nothing looks like it.
    static String sentence(String given, Collection<String> names) {
        List<String> close = of(given, names);
        if (close.isEmpty()) {
            return "";
        }
        String listed = close.stream().sorted().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        return close.size() == 1 ? " Did you mean " + listed + "?" : " (Did you mean one of: " + listed + "?)";
    }

    static double similarity(String a, String b) {
        int length = a.length() + b.length();
        return length == 0 ? 1 : 2.0 * common(a, b) / length;
    }

    /// Characters in the longest common part, plus those left and right of it.
    private static int common(String a, String b) {
        int bestA = 0;
        int bestB = 0;
        int best = 0;
        for (int i = 0; i < a.length(); i++) {
            for (int j = 0; j < b.length(); j++) {
                int length = 0;
                while (i + length < a.length()
                        && j + length < b.length()
                        && a.charAt(i + length) == b.charAt(j + length)) {
                    length++;
                }
                if (length > best) {
                    best = length;
                    bestA = i;
                    bestB = j;
                }
            }
        }
        if (best == 0) {
            return 0;
        }
        return best
                + common(a.substring(0, bestA), b.substring(0, bestB))
                + common(a.substring(bestA + best), b.substring(bestB + best));
    }
}
