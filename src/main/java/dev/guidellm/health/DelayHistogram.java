package dev.guidellm.health;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/// Counts delays in buckets of 6 % width, from nanoseconds to hours.
///
/// Safe for every thread, transport loops included: recording takes no lock and allocates nothing.
public final class DelayHistogram {
    private static final int SUB_BITS = 4;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;
    private static final int OCTAVES = Long.SIZE - SUB_BITS;

    private final AtomicLongArray counts = new AtomicLongArray(OCTAVES * SUB_BUCKETS);
    private final LongAdder total = new LongAdder();
    private final AtomicLong longest = new AtomicLong();

    /// One delay; below 0 counts as none.
    public void record(long nanos) {
        long value = Math.max(0, nanos);
        counts.incrementAndGet(bucket(value));
        total.add(value);
        if (value > longest.get()) {
            longest.accumulateAndGet(value, Math::max);
        }
    }

    /// What was recorded so far.
    public DelaySummary summary() {
        long[] seen = new long[counts.length()];
        long count = 0;
        for (int i = 0; i < seen.length; i++) {
            seen[i] = counts.get(i);
            count += seen[i];
        }
        if (count == 0) {
            return DelaySummary.NONE;
        }
        long max = longest.get();
        return new DelaySummary(
                count,
                total.sum() / 1e6 / count,
                percentile(seen, count, max, 0.5),
                percentile(seen, count, max, 0.9),
                percentile(seen, count, max, 0.99),
                percentile(seen, count, max, 0.999),
                max / 1e6);
    }

    private static double percentile(long[] seen, long count, long max, double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long below = 0;
        for (int i = 0; i < seen.length; i++) {
            below += seen[i];
            if (below >= rank) {
                return Math.min(middle(i), max) / 1e6;
            }
        }
        return max / 1e6;
    }

    private static int bucket(long value) {
        if (value < SUB_BUCKETS) {
            return (int) value;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        int sub = (int) (value >>> (exponent - SUB_BITS)) & (SUB_BUCKETS - 1);
        return (exponent - SUB_BITS + 1) * SUB_BUCKETS + sub;
    }

    private static long middle(int bucket) {
        if (bucket < SUB_BUCKETS) {
            return bucket;
        }
        int shift = bucket / SUB_BUCKETS - 1;
        long lower = (long) (SUB_BUCKETS + bucket % SUB_BUCKETS) << shift;
        return lower + (1L << shift) / 2;
    }
}
