package dev.guidellm.compare;

import java.util.Locale;

/// What a comparison says of one metric.
public enum Verdict {
    BETTER("better"),
    WORSE("worse"),
    /// Changed, and nobody can say whether that is good.
    DIFFERENT("different"),
    /// Not the same as equal: the runs do not tell.
    NO_EVIDENCE("no evidence of difference"),
    /// There is no test for it here.
    NOT_TESTED("not tested"),
    /// At least one side has no such figure.
    NOT_MEASURED("not measured");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /// The name in JSON.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// For a person.
    public String words() {
        return words;
    }

    /// Whether a difference was found.
    public boolean isFinding() {
        return this == BETTER || this == WORSE || this == DIFFERENT;
    }
}
