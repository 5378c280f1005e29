package dev.guidellm.health;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Whether figures are the server's or the client's.
///
/// @param reasons with figures, in words; never empty but for [Level#NOT_THE_LIMIT]
public record ClientVerdict(Level level, List<String> reasons) {

    /// From good to bad.
    public enum Level {
        /// Too little was seen to say.
        UNKNOWN("unknown", "client: can't tell"),
        /// The figures are the server's.
        NOT_THE_LIMIT("not_the_limit", "client not the limit"),
        /// Some figures may be the client's.
        POSSIBLY("possibly_the_limit", "client possibly the limit"),
        /// Figures are the client's.
        THE_LIMIT("the_limit", "the client was the limit");

        private final String key;
        private final String words;

        Level(String key, String words) {
            this.key = key;
            this.words = words;
        }

        /// The name in reports.
        public String key() {
            return key;
        }

        /// The level of that name.
        public static Optional<Level> of(String key) {
            return Arrays.stream(values())
                    .filter(level -> level.key.equals(key))
                    .findFirst();
        }
    }

    public ClientVerdict {
        reasons = List.copyOf(reasons);
    }

    /// Whether the figures are to be doubted.
    public boolean doubtful() {
        return level == Level.POSSIBLY || level == Level.THE_LIMIT;
    }

    /// As a sentence without its full stop.
    public String text() {
        return reasons.isEmpty() ? level.words : level.words + ": " + String.join("; ", reasons);
    }
}
