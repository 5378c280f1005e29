package dev.guidellm.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finds the name that somebody probably meant.
public final class NearestName {
    private static final int UNLIKE = 2;

    private NearestName() {}

    /// The name closest to `given`, when it is close enough to be a slip of the fingers.
    public static Optional<String> of(String given, Collection<String> names) {
        String wanted = plain(given);
        String best = null;
        int bestDistance = Math.max(1, wanted.length() / 3) + 1;
        for (String name : names) {
            int distance = distance(wanted, plain(name));
            if (distance < bestDistance) {
                best = name;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /// The names that somebody may have meant, the likeliest first: those that begin with `given` or are close to it,
    /// then those that hold it.
    public static List<String> list(String given, Collection<String> names, int most) {
        String wanted = plain(given);
        int farthest = Math.max(2, wanted.length() / 3);
        return names.stream()
                .filter(name -> rank(wanted, plain(name), farthest) < UNLIKE)
                .sorted(Comparator.comparingInt((String name) -> rank(wanted, plain(name), farthest))
                        .thenComparingInt(name -> distance(wanted, plain(name))))
                .limit(most)
                .toList();
    }

    private static int rank(String wanted, String name, int farthest) {
        if (name.startsWith(wanted) || distance(wanted, name) <= farthest) {
            return 0;
        }
        return name.contains(wanted) ? 1 : UNLIKE;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other.
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
