package dev.guidellm.health;

import java.util.List;

/// How the making of data held requests back.
///
/// @param conversations how many were made
/// @param late those that a free and due slot waited for
public record DataDelays(long conversations, long late, double totalMillis, double longestMillis) {

    /// @param seconds for each conversation by how much its making held a request back; 0 when it was in time
    public static DataDelays of(List<Double> seconds) {
        long late = 0;
        double total = 0;
        double longest = 0;
        for (double delay : seconds) {
            if (delay > 0) {
                late++;
                total += delay * 1e3;
                longest = Math.max(longest, delay * 1e3);
            }
        }
        return new DataDelays(seconds.size(), late, total, longest);
    }
}
