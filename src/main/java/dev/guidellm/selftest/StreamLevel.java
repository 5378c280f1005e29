package dev.guidellm.selftest;

import dev.guidellm.health.DelaySummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of one number of open streams.
///
/// @param streams that were to be open at a time
/// @param mostOpen that were
/// @param clientShare of the cores, what the client used, 0 to 1; null when the system does not tell
/// @param firstTokenLate how much later than the server wanted it first tokens were stamped
/// @param doubts why figures at this load are not the server's, in words; empty when they are
public record StreamLevel(
        int streams, long mostOpen, @Nullable Double clientShare, DelaySummary firstTokenLate, List<String> doubts) {
    public StreamLevel {
        doubts = List.copyOf(doubts);
    }

    /// Whether figures at this load are the server's.
    public boolean trusted() {
        return doubts.isEmpty();
    }
}
