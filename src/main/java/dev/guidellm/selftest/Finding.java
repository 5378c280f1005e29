package dev.guidellm.selftest;

import org.jspecify.annotations.Nullable;

/// What one look at the machine showed.
///
/// @param check what was looked at, such as `file descriptors`
/// @param text what was found, one line
/// @param remedy the command, or the step, that mends it; null where there is nothing to mend
public record Finding(
        Level level, String check, String text, @Nullable String remedy) {

    /// From good to bad.
    public enum Level {
        /// As it should be, or unknown.
        FINE,
        /// Figures suffer.
        DOUBTFUL,
        /// No figure can be trusted.
        HOPELESS;

        /// The name in JSON.
        public String key() {
            return switch (this) {
                case FINE -> "fine";
                case DOUBTFUL -> "doubtful";
                case HOPELESS -> "hopeless";
            };
        }
    }

    static Finding fine(String check, String text) {
        return new Finding(Level.FINE, check, text, null);
    }

    static Finding doubtful(String check, String text, String remedy) {
        return new Finding(Level.DOUBTFUL, check, text, remedy);
    }

    static Finding hopeless(String check, String text, String remedy) {
        return new Finding(Level.HOPELESS, check, text, remedy);
    }
}
