package dev.guidellm.simulation;

import java.util.List;

/// How many requests were at the server over a stretch of time.
///
/// @param mean over the time
/// @param most for any time at all
record Occupancy(double mean, int most) {

    /// Between two moments.
    static Occupancy of(List<Served> served, long fromNanos, long toNanos) {
        long[] begins = served.stream().mapToLong(Served::arrivedNanos).sorted().toArray();
        long[] ends = served.stream().mapToLong(Served::endNanos).sorted().toArray();
        double sum = 0;
        int open = 0;
        int most = 0;
        int begun = 0;
        int ended = 0;
        long now = Long.MIN_VALUE;
        while (ended < ends.length) {
            boolean end = begun == begins.length || ends[ended] <= begins[begun];
            long next = end ? ends[ended] : begins[begun];
            long held = Math.min(next, toNanos) - Math.max(now, fromNanos);
            if (held > 0) {
                sum += (double) open * held;
                most = Math.max(most, open);
            }
            now = next;
            if (end) {
                open--;
                ended++;
            } else {
                open++;
                begun++;
            }
        }
        return new Occupancy(sum / (toNanos - fromNanos), most);
    }
}
