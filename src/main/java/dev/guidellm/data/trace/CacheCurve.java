package dev.guidellm.data.trace;

import java.util.ArrayList;
import java.util.List;

/// How many tokens a cache finds, by its size: of a piece of `n` tokens at a distance of `d`, a cache of size `c`
/// finds `min(n, max(0, c - d))`.
final class CacheCurve {
    private final long[] sizes;
    /// Tokens of whole pieces that are found from the size at this index on.
    private final long[] whole;
    /// Tokens of pieces that the size at this index finds in part.
    private final long[] part;

    /// @param sizes sizes of caches in tokens, in order
    CacheCurve(List<Long> sizes) {
        this.sizes = sizes.stream().mapToLong(Long::longValue).sorted().toArray();
        this.whole = new long[this.sizes.length + 1];
        this.part = new long[this.sizes.length];
    }

    /// A piece of `tokens`, behind which `distance` other tokens were used since.
    void found(long distance, long tokens) {
        int index = firstAbove(distance);
        while (index < sizes.length && sizes[index] < distance + tokens) {
            part[index] += sizes[index] - distance;
            index++;
        }
        whole[index] += tokens;
    }

    private int firstAbove(long distance) {
        int low = 0;
        int high = sizes.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sizes[middle] > distance) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// What a cache finds.
    record Point(long sizeTokens, long foundTokens) {}

    /// One point for each size, in order.
    List<Point> points() {
        List<Point> points = new ArrayList<>();
        long found = 0;
        for (int i = 0; i < sizes.length; i++) {
            found += whole[i];
            points.add(new Point(sizes[i], found + part[i]));
        }
        return points;
    }

    /// What a cache without an end finds.
    long foundAtLast() {
        long found = 0;
        for (long tokens : whole) {
            found += tokens;
        }
        return found;
    }
}
