package dev.guidellm.conversation;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts of one side (input or output) of a request; a count that is unknown is absent, never 0.
///
/// Every request of a run keeps several of these, so the known counts stand packed in one array. Whole numbers are
/// exact up to 2^53.
public final class UsageMetrics {
    /// No count known.
    public static final UsageMetrics NONE = new UsageMetrics(0, 0, new double[0]);

    private static final UsageField[] FIELDS = UsageField.values();
    private static final UsageField[] TOKENS = {
        UsageField.TEXT_TOKENS, UsageField.IMAGE_TOKENS, UsageField.VIDEO_TOKENS, UsageField.AUDIO_TOKENS
    };

    /// One bit per field, by its ordinal.
    private final int known;
    /// The known fields that are no whole numbers.
    private final int fractional;
    /// The known counts, in the order of the fields.
    private final double[] counts;

    private UsageMetrics(int known, int fractional, double[] counts) {
        this.known = known;
        this.fractional = fractional;
        this.counts = counts;
    }

    /// The counts of `values`; whole numbers as `Long`, seconds as `Double`.
    public static UsageMetrics of(Map<UsageField, ? extends Number> values) {
        if (values.isEmpty()) {
            return NONE;
        }
        int known = 0;
        int fractional = 0;
        double[] counts = new double[values.size()];
        int next = 0;
        for (UsageField field : FIELDS) {
            Number value = values.get(field);
            if (value != null) {
                known |= bit(field);
                fractional |= isFractional(value) ? bit(field) : 0;
                counts[next++] = value.doubleValue();
            }
        }
        return new UsageMetrics(known, fractional, counts);
    }

    /// The count, a `Long` or a `Double`, or null when unknown.
    public @Nullable Number get(UsageField field) {
        if (!has(field)) {
            return null;
        }
        double count = counts[index(field)];
        return isWhole(field) ? Long.valueOf((long) count) : (Number) count;
    }

    /// The count as a number without an object; NaN when unknown.
    public double value(UsageField field) {
        return has(field) ? counts[index(field)] : Double.NaN;
    }

    /// Whether the count is known.
    public boolean has(UsageField field) {
        return (known & bit(field)) != 0;
    }

    /// Whether the count was given as a whole number.
    public boolean isWhole(UsageField field) {
        return (fractional & bit(field)) == 0;
    }

    /// A copy with one count changed; null removes it.
    public UsageMetrics with(UsageField field, @Nullable Number value) {
        if (value == null) {
            return has(field) ? without(field) : this;
        }
        int index = index(field);
        int fractions = isFractional(value) ? fractional | bit(field) : fractional & ~bit(field);
        double[] changed;
        if (has(field)) {
            changed = counts.clone();
        } else {
            changed = new double[counts.length + 1];
            System.arraycopy(counts, 0, changed, 0, index);
            System.arraycopy(counts, index, changed, index + 1, counts.length - index);
        }
        changed[index] = value.doubleValue();
        return new UsageMetrics(known | bit(field), fractions, changed);
    }

    /// Sum of text, image, video and audio tokens; null when all four are unknown.
    public @Nullable Long totalTokens() {
        double total = tokens();
        return Double.isNaN(total) ? null : Long.valueOf((long) total);
    }

    /// The same sum as a number without an object; NaN when all four are unknown.
    public double tokens() {
        double total = Double.NaN;
        for (UsageField field : TOKENS) {
            if (has(field)) {
                double count = (long) counts[index(field)];
                total = Double.isNaN(total) ? count : total + count;
            }
        }
        return total;
    }

    /// Field by field this one's count, or `other`'s where this one has none.
    public UsageMetrics orElse(UsageMetrics other) {
        if ((other.known & ~known) == 0) {
            return this;
        }
        UsageMetrics merged = this;
        for (UsageField field : FIELDS) {
            if (other.has(field) && !has(field)) {
                merged = merged.with(field, other.get(field));
            }
        }
        return merged;
    }

    /// Whether no count is known.
    public boolean isEmpty() {
        return known == 0;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof UsageMetrics other
                && known == other.known
                && fractional == other.fractional
                && Arrays.equals(counts, other.counts);
    }

    @Override
    public int hashCode() {
        return 31 * known + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (UsageField field : FIELDS) {
            if (has(field)) {
                text.append(text.length() == 1 ? "" : ", ")
                        .append(field)
                        .append('=')
                        .append(get(field));
            }
        }
        return text.append('}').toString();
    }

    private UsageMetrics without(UsageField field) {
        int index = index(field);
        double[] fewer = new double[counts.length - 1];
        System.arraycopy(counts, 0, fewer, 0, index);
        System.arraycopy(counts, index + 1, fewer, index, fewer.length - index);
        return new UsageMetrics(known & ~bit(field), fractional & ~bit(field), fewer);
    }

    private int index(UsageField field) {
        return Integer.bitCount(known & (bit(field) - 1));
    }

    @SuppressWarnings("EnumOrdinal") // the bits live no longer than the process
    private static int bit(UsageField field) {
        return 1 << field.ordinal();
    }

    private static boolean isFractional(Number value) {
        return value instanceof Double || value instanceof Float;
    }
}
