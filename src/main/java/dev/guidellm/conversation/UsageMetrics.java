package dev.guidellm.conversation;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts of one side (input or output) of a request; a count that is unknown is absent, never 0.
public final class UsageMetrics {
    /// No count known.
    public static final UsageMetrics NONE = new UsageMetrics(new EnumMap<>(UsageField.class));

    private final EnumMap<UsageField, Number> counts;

    private UsageMetrics(EnumMap<UsageField, Number> counts) {
        this.counts = counts;
    }

    /// The counts of `values`; whole numbers as `Long`, seconds as `Double`.
    public static UsageMetrics of(Map<UsageField, ? extends Number> values) {
        EnumMap<UsageField, Number> copy = new EnumMap<>(UsageField.class);
        copy.putAll(values);
        return copy.isEmpty() ? NONE : new UsageMetrics(copy);
    }

    /// The count, or null when unknown.
    public @Nullable Number get(UsageField field) {
        return counts.get(field);
    }

    /// A copy with one count changed; null removes it.
    public UsageMetrics with(UsageField field, @Nullable Number value) {
        EnumMap<UsageField, Number> copy = new EnumMap<>(counts);
        if (value == null) {
            copy.remove(field);
        } else {
            copy.put(field, value);
        }
        return new UsageMetrics(copy);
    }

    /// Sum of text, image, video and audio tokens; null when all four are unknown.
    public @Nullable Long totalTokens() {
        Long total = null;
        for (UsageField field : Arrays.asList(
                UsageField.TEXT_TOKENS, UsageField.IMAGE_TOKENS, UsageField.VIDEO_TOKENS, UsageField.AUDIO_TOKENS)) {
            Number count = counts.get(field);
            if (count != null) {
                total = (total == null ? 0 : total) + count.longValue();
            }
        }
        return total;
    }

    /// Field by field this one's count, or `other`'s where this one has none.
    public UsageMetrics orElse(UsageMetrics other) {
        if (other.counts.isEmpty()) {
            return this;
        }
        EnumMap<UsageField, Number> merged = new EnumMap<>(other.counts);
        merged.putAll(counts);
        return new UsageMetrics(merged);
    }

    /// Whether no count is known.
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof UsageMetrics other && counts.equals(other.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
