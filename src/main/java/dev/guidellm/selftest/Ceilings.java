package dev.guidellm.selftest;

import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.DelaySummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was measured under load.
///
/// @param streamed streamed requests a second of [SelfTest#TOKENS] tokens each
/// @param plain requests a second that are answered in one piece
/// @param streams open at once, each with a token every [StreamSearch#GAP_MILLIS]
/// @param levels the numbers of streams that were tried, in order
/// @param openLoopRate requests a second of the step in which requests had due times
/// @param late from due time to first byte written in that step; null when it could not be measured
/// @param client of the step in which as many streamed requests were made as possible
/// @param failure what the first request that failed said; null when none did
public record Ceilings(
        Ceiling streamed,
        Ceiling plain,
        Ceiling streams,
        List<StreamLevel> levels,
        double openLoopRate,
        @Nullable DelaySummary late,
        ClientFigures client,
        @Nullable String failure) {
    public Ceilings {
        levels = List.copyOf(levels);
    }
}
